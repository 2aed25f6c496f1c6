"""A story by hand, runs of a model too small to learn anything, and a mixture with every task and way in it."""

from workshop.training.data import AUTOREGRESSIVE
from workshop.training.mixture import CODE, COMMON, OWN_WORDS, REPAIRED, REPEATED, SUDOKU_6, TALE, WIDE, Mixture
from workshop.training.mixture import STORY as STORIES
from workshop.training.settings import TrainSettings
from workshop.training.shapes import Shape

# Written out from the grammar: the first wording of every pair.
STORY = (
    "One sunny day, Lily and her cat went to the park. Lily took a red ball, and the cat was happy. "
    'At the sunny park, the red ball was gone! "Where is my ball?" cried a sad Lily. '
    "The cat and a kind farmer looked behind every bush. Then the farmer found the ball in the grass. "
    "Lily, the cat and the farmer played at the sunny park. No longer sad, Lily carried the red ball home."
)
TINY = Shape(hidden=32, layers=2, heads=2, kv_heads=1, head_size=16, mlp=48, expert=16)
EVERYTHING = Mixture(
    shares={
        STORIES: 0.2, SUDOKU_6: 0.1, CODE: 0.1, REPAIRED: 0.1, WIDE: 0.1, TALE: 0.1, OWN_WORDS: 0.1, REPEATED: 0.05,
        COMMON: 0.05,
    },
    held=0.0,
    masked=0.25,
    autoregressive=0.25,
)  # fmt: skip


def settings(work_dir, **changes):
    given = {"steps": 6, "rows": 4, "puzzles": 4, "shape": TINY, "compile": False, "report_every": 3}
    return TrainSettings(work_dir=work_dir, **{**given, **changes})


def segments(batch):
    """(row, places of a segment in it) for every segment of the batch."""
    for row in range(len(batch.ids)):
        for number in range(int(batch.segment[row].max()) + 1):
            yield row, batch.segment[row] == number


def text_of(world_tokenizer, batch, row, here):
    """(prompt, answer ids) of a segment, whatever the way of writing."""
    if batch.way[row, 0] == AUTOREGRESSIVE:
        ids = [*batch.ids[row][here].tolist()]
        start = ids.index(world_tokenizer.convert_tokens_to_ids("<answer>")) + 1
        return world_tokenizer.decode(ids[1 : start - 1]), ids[start:]
    on_canvas = here & batch.is_canvas[row]
    prompt = world_tokenizer.decode(batch.ids[row][here & ~on_canvas], skip_special_tokens=True)
    return prompt, batch.target[row][on_canvas].tolist()
