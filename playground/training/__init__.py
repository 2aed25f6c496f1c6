"""Makes the embedded checkpoint: a small world of stories and Sudoku, and a tiny DiffusionGemma that masters it.

The world itself is plain Python and is offered here; whatever needs torch stays in its own module:
`tokenizer`, `architecture`, `joint`, `objective`, `data`, `loop`, `evaluate`, `export`.
"""

from playground.training.requests import StoryRequest, write_request
from playground.training.stories import Facts, sample_facts, write_story
from playground.training.story_check import StoryReport, check_story

__all__ = ["Facts", "StoryReport", "StoryRequest", "check_story", "sample_facts", "write_request", "write_story"]
