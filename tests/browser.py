"""Pages in headless Chromium, where there is one: the document after its scripts have run."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here to open the page in")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--virtual-time-budget=3000",
)  # fmt: skip


def dumped(page: Path, folder: Path, *flags: str) -> str:
    """The document of a page as it is after a while."""
    assert CHROMIUM is not None
    ran = subprocess.run(
        [
            CHROMIUM, *FLAGS, *flags, f"--user-data-dir={folder / 'profile'}",
            "--window-size=1280,900", "--dump-dom", page.as_uri(),
        ],
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    return ran.stdout


def observed(text: str, script: str, folder: Path) -> Any:
    """What a script finds on a page: the value that its last line returns, as JSON. It runs behind
    the page's own, in a copy that lets it."""
    policy = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')
    assert len(policy.findall(text)) == 1
    added = f"""<script>
    document.addEventListener("DOMContentLoaded", async () => {{
      const later = (time) => new Promise((done) => setTimeout(done, time));
      let found;
      try {{
        found = await (async () => {{ {script} }})();
      }} catch (error) {{
        found = `${{error}}`;
      }}
      const made = document.createElement("pre");
      made.id = "observed";
      made.textContent = JSON.stringify(found);
      document.body.append(made);
    }});
    </script></head>"""
    page = folder / "observed.html"
    page.write_text(policy.sub("", text).replace("</head>", added, 1), encoding="utf-8")
    found = re.search(r'<pre id="observed">(.*?)</pre>', dumped(page, folder), re.DOTALL)
    assert found is not None, "the script did not come to its end"
    return json.loads(unescape(found[1]))
