"""Frozen: a value that is checked when it is made, stays as it is, and says in one sentence what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

from pydantic import BaseModel, ConfigDict, ValidationError

from playground.errors import PlaygroundError, SpecError

_KINDS = {"bool_type": "True or False", "bytes_type": "bytes", "model_type": "a Branch"}
"""What a field must be, by pydantic's name of the fault; all others must be text."""


class Frozen(BaseModel):
    """A pydantic model whose errors are those of the playground. Two with equal fields are equal, also as keys.

    Raises:
        TypeError: a field is missing, or there is none of that name.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)
    _refusal: ClassVar[type[PlaygroundError]] = SpecError
    """Raised for a value of another type."""

    if not TYPE_CHECKING:  # who reads a call sees its fields

        def __init__(self, /, **values: Any) -> None:
            try:
                super().__init__(**values)
            except ValidationError as error:
                raise self._fault(error) from None

    @classmethod
    def _fault(cls, error: ValidationError) -> Exception:
        """The first thing that is wrong, in a sentence of our own."""
        first: dict[str, Any] = dict(error.errors(include_url=False)[0])
        kind, name = first["type"], first["loc"][0] if first["loc"] else ""
        if kind == "value_error":
            cause: Exception = first["ctx"]["error"]
            return cause
        if kind in ("missing", "extra_forbidden"):
            fields = f"its fields are {', '.join(cls.model_fields)}"
            return TypeError(f"A {cls.__name__} {'needs' if kind == 'missing' else 'has no field'} {name}; {fields}.")
        return cls._refusal(f"{name} is {first['input']!r:.60}; it must be {_KINDS.get(kind, 'text')}.")

    def __setattr__(self, name: str, value: object = None) -> NoReturn:
        raise AttributeError(f"A {type(self).__name__} cannot be changed; make a changed copy.")

    __delattr__ = __setattr__
