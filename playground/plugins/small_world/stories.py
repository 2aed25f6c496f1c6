"""The world of the stories: plots and the sentences that tell them.

The facts of a story decide it: hero, animal, colour, object, place, helper, weather, feeling, plot and ending. A story
repeats every fact of one word, the feeling twice and the others at least three times, so that a small model can learn
to keep it. A long story has a second chapter about the same words, with its own plot and ending, and goes on where the
first canvas ends.

Two wordings of one sentence (`{a|b}`) always have the same number of words. So do the two openings, which tell the same
things in another order. A token's position on the canvas then depends only on the plot, not on the wording of earlier
sentences. That is why one denoising step can accept many positions.
"""

OPENINGS = (
    (
        "One <weather> {day|morning}, <hero> and <poss> <animal> {went|walked} to the <place>.",
        "<hero> {took|carried} a <colour> <object>, and the <animal> {was|felt} {happy|glad}.",
    ),
    (
        "<hero> had a {nice|fine} <colour> <object> and a {happy|merry} <animal>.",
        "One <weather> {day|morning}, <subj> and the <animal> {took|carried} it to the <place>.",
    ),
)
YOUNG_OPENING = (
    "{Little|Young} <hero> had a <colour> <object> and a {happy|merry} <animal>.",
    OPENINGS[1][1],
)
"""Replaces the second opening for a hero whose name has no token that could begin a text."""
NEXT_DAY = "The next {day|morning}, <hero> and <poss> <animal> {came|went} back to the <place>."
_TOGETHER = "<hero>, the <animal> and the <helper> {played|danced} at the <weather> <place>."
_FRIENDS = "<hero>, the <animal> and the <helper> {became|were} friends at the <weather> <place>."

# What happens between the opening and the ending.
PLOTS: dict[str, tuple[str, ...]] = {
    "stuck": (
        "At the <weather> <place>, the <colour> <object> got {stuck|caught} in a {tall|big} tree.",
        "A {kind|friendly} <helper> {came|walked} by.",
        '"Please help me, <helper>!" {cried|called} a <feeling> <hero>.',
        "The {clever|strong} <helper> {found|brought} a ladder and got the <object>.",
        _TOGETHER,
    ),
    "lost": (
        "At the <weather> <place>, the <colour> <object> was {gone|lost}!",
        '"Where is my <object>?" {cried|asked} a <feeling> <hero>.',
        "The <animal> and a {kind|friendly} <helper> {looked|searched} {behind|under} every {bush|bench}.",
        "Then the <helper> {found|spotted} the <object> in the {grass|mud}.",
        _TOGETHER,
    ),
    "hole": (
        "At the <weather> <place>, the <colour> <object> {fell|rolled} into a deep {hole|well}.",
        '"Oh no, my <object>!" {cried|said} a <feeling> <hero>.',
        "A {kind|friendly} <helper> heard <obj> and {brought|found} a rope.",
        "The <helper> {pulled|lifted} the <object> up, and the <animal> {jumped|cheered}.",
        _TOGETHER,
    ),
    "bird": (
        "At the <weather> <place>, a {big|bold} bird {took|stole} the <colour> <object>!",
        '"Give it back!" {shouted|cried} a <feeling> <hero>.',
        "A {kind|friendly} <helper> {clapped|shouted}, and the <animal> {caught|grabbed} the <object>.",
        '"Well done, <animal>, and thank you, <helper>!" {said|called} <hero>.',
        _TOGETHER,
    ),
    "gift": (
        "At the <weather> <place>, a <helper> was <feeling>.",
        '"What is wrong, <helper>?" asked <hero>.',
        '"I have no <object>," {said|answered} the <helper>.',
        '"Take my <colour> <object>!" said <hero>, and the <animal> {smiled|nodded}.',
        _TOGETHER,
    ),
    "rain": (
        "At the <weather> <place>, {cold|heavy} rain {fell|poured} on the <colour> <object>.",
        '"My <object> will get wet!" {cried|said} a <feeling> <hero>.',
        "A {kind|friendly} <helper> {came|ran} over with an umbrella.",
        "The <helper> kept the <object> {dry|safe}, and the <animal> {jumped|danced}.",
        _TOGETHER,
    ),
    "mud": (
        "At the <weather> <place>, the <colour> <object> {fell|landed} in {deep|wet} mud.",
        '"My <object> is so dirty!" {cried|said} a <feeling> <hero>.',
        "A {kind|friendly} <helper> {came|ran} with {warm|clean} water.",
        "The <helper> {washed|cleaned} the <object>, and the <animal> {helped|watched}.",
        _TOGETHER,
    ),
    "dark": (
        "At the <weather> <place>, it {grew|got} dark, and the <colour> <object> was {gone|lost}.",
        '"I cannot see my <object>!" {cried|said} a <feeling> <hero>.',
        "A {kind|friendly} <helper> {came|walked} by with a {bright|small} lamp.",
        "The <helper> and the <animal> {found|spotted} the <object> {quickly|together}.",
        _TOGETHER,
    ),
    "friend": (
        "At the <weather> <place>, a <feeling> <helper> {sat|stood} under a tree.",
        '"Do you want to play, <helper>?" {asked|said} <hero>.',
        '"Yes, I {love|like} your <object>!" {said|cried} the <helper>.',
        "They {played|ran} with the <colour> <object>, and the <animal> {jumped|cheered}.",
        _FRIENDS,
    ),
    "race": (
        "At the <weather> <place>, a {merry|friendly} <helper> {planned|started} a race.",
        '"The {first|fastest} one gets a {cake|pie}!" said the <helper>.',
        "A <feeling> <hero> {ran|raced} with the <colour> <object>, but the <animal> was {first|faster}.",
        '"You {won|win}, <animal>!" {called|cried} the <helper>.',
        _TOGETHER,
    ),
}

_HOME = "No longer <feeling>, <hero> {carried|took} the <colour> <object> {home|inside}."
_HUG = "No longer <feeling>, <hero> {hugged|held} the <colour> <object> {tightly|happily}."
_HELPER_HUG = "No longer <feeling>, the <helper> {hugged|held} the <colour> <object> {tightly|happily}."
_EVERYONE = "Nobody was <feeling>, and everyone {loved|liked} the <colour> <object>."

# In two of the plots the helper is the one who was sad or worried.
ENDINGS: dict[str, dict[str, str]] = {
    plot: {"hug": _HELPER_HUG, "everyone": _EVERYONE}
    if plot in ("gift", "friend")
    else {"home": _HOME, "hug": _HUG, "everyone": _EVERYONE}
    for plot in PLOTS
}
"""Plot -> ending -> its sentence."""

_TALE_SENTENCES: dict[str, tuple[int, ...]] = {
    "stuck": (0, 2, 3), "lost": (0, 1, 3), "hole": (0, 1, 3), "bird": (0, 1, 2), "gift": (0, 2, 3),
    "rain": (0, 1, 3), "mud": (0, 1, 3), "dark": (0, 1, 3), "friend": (0, 1, 3), "race": (0, 2, 3),
}  # fmt: skip
TALES: dict[str, tuple[str, ...]] = {
    plot: tuple(PLOTS[plot][i] for i in numbers) for plot, numbers in _TALE_SENTENCES.items()
}
"""Plot -> the three of its sentences that a tale tells."""
