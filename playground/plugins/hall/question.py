"""A question to those in a hall: a prediction of a lesson. What others say, and what is right, is shown at its end."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from playground.plugins.hall.errors import HallError

Stage = Literal["open", "closed", "answered"]
"""People answer; nobody answers any more, and all see what was said; the right answer is shown too."""
NONE = "The presenter asks nothing now."
NOTHING_ASKED = "This part of the lesson asks nothing that a hall can answer."
CLOSED = "The presenter has closed this question."
WRONG = "This is no answer to the presenter's question."
FORMS = ("choose", "press", "cut", "guess")
"""Those that are answered with one number; a curve is not."""
ANSWERS = {"because", "answer", "near"}
"""What gives the answer of a prediction away; so does `right` of its options."""
MOST_POSITION = 1_000_000


@dataclass(eq=False)
class Question:
    """A prediction and what people said: an option's index, a position, a count of positions, or a number.

    Args:
        lesson: the name of its file, such as 04-budget.
        part: of the lesson, from 1.
        prediction: the block, as `playground.plugins.learn` compiles it.
    """

    lesson: str
    part: int
    prediction: Mapping[str, Any]
    stage: Stage = "open"
    votes: dict[str, float] = field(default_factory=dict)
    """By the seat of who said it."""

    @classmethod
    def of(cls, name: str, part: object, lesson: Mapping[str, Any]) -> Question:
        """The question of a part of a compiled lesson.

        Raises:
            HallError: there is none.
        """
        parts = lesson.get("parts", [])
        if type(part) is int and 1 <= part <= len(parts):
            for block in parts[part - 1]["blocks"]:
                if block["kind"] == "predict" and block["form"] in FORMS:
                    return cls(name, part, block)
        raise HallError(NOTHING_ASKED)

    def vote(self, seat: str, vote: object) -> None:
        """Takes what somebody says; what they said before does not count any more.

        Raises:
            HallError: the question is closed, or this is no answer to it.
        """
        if self.stage != "open":
            raise HallError(CLOSED)
        low, high = self._limits
        if type(vote) not in (int, float) or not low <= vote <= high:  # type: ignore[operator]
            raise HallError(WRONG)
        if self.prediction["form"] != "guess" and type(vote) is not int:
            raise HallError(WRONG)
        self.votes[seat] = vote  # type: ignore[assignment]

    @property
    def _limits(self) -> tuple[float, float]:
        prediction = self.prediction
        match prediction["form"]:
            case "choose":
                return 0, len(prediction["options"]) - 1
            case "guess":
                return prediction["from"], prediction["to"]
        return 0, MOST_POSITION

    @property
    def message(self) -> str:
        """JSON, for everybody: `question {kind, lesson, part, stage, prediction, votes}`.

        While it is open there are no votes, and until it is answered the prediction has no answer.
        """
        prediction = dict(self.prediction)
        if self.stage != "answered":
            prediction = {key: value for key, value in prediction.items() if key not in ANSWERS}
            if "options" in prediction:
                prediction["options"] = [{"text": option["text"]} for option in prediction["options"]]
        content = {
            "kind": "question",
            "lesson": self.lesson,
            "part": self.part,
            "stage": self.stage,
            "prediction": prediction,
            "votes": [] if self.stage == "open" else sorted(self.votes.values()),
        }
        return json.dumps(content, separators=(",", ":"))


NO_QUESTION = json.dumps({"kind": "question", "stage": "none"}, separators=(",", ":"))
"""What everybody gets when the presenter takes a question back."""
