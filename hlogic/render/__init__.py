"""Words and layout: the only room that decides how answers and diagnostics look."""
