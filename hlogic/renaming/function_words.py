"""Words that carry a sentence and name nothing: they stay, whatever an alias holds.

English function words are a closed class: articles, pronouns, prepositions, conjunctions,
auxiliaries. With them stand the words by which a text says how many, which first and how likely:
without them it would license another argument. Of Chinese, particles at the ends of a noun.
"""

from __future__ import annotations

from hlogic.compiler.syntax.lexer import word_set

ENGLISH = word_set(
    # articles, demonstratives, quantities
    "a an the this that these those such no none some any all every each either neither both half"
    " many much more most few fewer fewest little less least several enough other others another"
    " same different equal equally only just exactly precisely almost nearly about around quite"
    " very too also even still again ever never always often usually sometimes once twice thrice"
    " one two three four five six seven eight nine ten eleven twelve twenty hundred thousand zero"
    " first second third fourth fifth sixth seventh eighth ninth tenth last next previous"
    # pronouns
    " i me my mine we us our ours you your yours he him his she her hers it its they them their"
    " theirs himself herself itself themselves who whom whose which what whoever whatever whichever"
    " someone somebody something anyone anybody anything everyone everybody everything nobody"
    " nothing noone one's oneself there here where when why how wherever whenever"
    # prepositions and particles
    " of to in on at by for from with without within into onto out off over under above below up"
    " down between among through across along against toward towards per via than as like unlike"
    " before after during since until till while beside besides behind beyond near inside outside"
    " upon except despite left right earlier later earliest latest ago already yet now"
    # conjunctions, negation, modality
    " and or nor but if then else unless whether because so though although however thus hence"
    " therefore not cannot yes true false unknown possible possibly perhaps maybe likely unlikely"
    " necessarily must may might can could shall should will would ought"
    # auxiliaries
    " be am is are was were been being have has had having do does did done doing isn aren wasn"
    " weren hasn haven hadn don doesn didn won wouldn shouldn couldn mustn ve re ll"
)
ACRONYMS = word_set("IT US WHO")  # which name something all the same

PARTICLES = "的是在于和与或被把了着过为有之其个不未没"
CHINESE = word_set(
    "无人 没有 没人 没有人 无 都 全部 所有 所有人 大家 是 否 真 假 有 不 不适用 其他 其它 未知"
    " 任何 任何人 有人 某人 谁 成立 不成立"
)
