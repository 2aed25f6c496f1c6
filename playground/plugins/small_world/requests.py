"""What a prompt for a story asks for, and the clauses and heads that such prompts have."""

from dataclasses import dataclass

PLOT_CLAUSES = {
    "stuck": "The {object} gets stuck.",
    "lost": "The {object} gets lost.",
    "hole": "The {object} falls down.",
    "bird": "A bird takes the {object}.",
    "gift": "The {object} is a gift.",
    "rain": "It starts to rain.",
    "mud": "The {object} gets dirty.",
    "dark": "It gets dark.",
    "friend": "They make a friend.",
    "race": "There is a race.",
}

ENDING_CLAUSES = {"home": "It ends at home.", "hug": "It ends with a hug.", "everyone": "It ends well for all."}

CONTINUE = "Continue this story:"
REPAIR = "Repair this:"
ENDS_WITH = "Write a story that ends:"
CONTINUE_HEADS = (
    CONTINUE,
    CONTINUE,
    "Continue:",
    "Start with:",
    "Begin with:",
    "The story begins:",
    "Finish this story:",
)
ENDING_HEADS = (ENDS_WITH, ENDS_WITH, "End with:", "The story ends:", "Write a story that ends with:")
LONG_OPENERS = ("Write a long story", "Tell a long story")


@dataclass(frozen=True, kw_only=True)
class StoryRequest:
    """A prompt and what it asks for: facts (fact -> word), how the story begins or ends, and how many chapters.

    `named["ending"]` is a kind of ending; `ending` is its exact words. subject: `she` or `he`, if the prompt says
    which. own_words: the opening or ending is the visitor's, not the grammar's.
    """

    text: str
    named: dict[str, str]
    opening: str = ""
    ending: str = ""
    chapters: int = 1
    subject: str = ""
    own_words: bool = False
