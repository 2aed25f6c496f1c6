"""The OpenAPI document of the door, from which clients and the fuzzer learn what it takes and gives."""

from __future__ import annotations

from typing import Any

from playground.plugins.openai.request import schema

_TEXT = {"type": "string"}
_COUNT = {"type": "integer", "minimum": 0}


def _object(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}


_ERROR = _object(
    error=_object(
        message=_TEXT, type=_TEXT, param={"type": ["string", "null"]}, code={"type": ["string", "null"]}
    )
)  # fmt: skip
_MODEL = _object(id=_TEXT, object={"const": "model"}, created=_COUNT, owned_by=_TEXT)
_COMPLETION = _object(
    id=_TEXT,
    object={"const": "chat.completion"},
    created=_COUNT,
    model=_TEXT,
    choices={
        "type": "array",
        "items": _object(
            index=_COUNT,
            message=_object(role={"const": "assistant"}, content=_TEXT),
            finish_reason={"enum": ["stop", "length"]},
        ),
    },
    usage=_object(prompt_tokens=_COUNT, completion_tokens=_COUNT, total_tokens=_COUNT),
)


def _json(value: dict[str, Any], description: str) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": value}}}


def document(key: bool) -> dict[str, Any]:
    """The document.

    Args:
        key: must clients send a key?
    """
    body = schema()
    refusals = {
        "400": "The request asks for what this server does not allow.",
        "401": "The API key is missing or wrong.",
        "403": "A page of another site called.",
        "404": "There is no such model.",
        "408": "The request did not arrive in time.",
        "413": "The request is too large.",
        "421": "The server does not answer to this name.",
        "429": "Too many requests, or too many are waiting.",
        "500": "The run failed.",
        "503": "The model is not there.",
    }
    errors = {status: _json(_ERROR, sentence) for status, sentence in refusals.items()}
    whole = _json(_COMPLETION, "The answer; with `stream`, server-sent events of chunks.")
    whole["content"]["text/event-stream"] = {"schema": _TEXT}
    asks = {"required": True, "content": {"application/json": {"schema": body}}}
    api: dict[str, Any] = {
        "openapi": "3.1.0",
        "info": {"title": "Text Diffusion Playground, as OpenAI's clients see it", "version": "1"},
        "paths": {
            "/v1/chat/completions": {
                "post": {"operationId": "complete", "requestBody": asks, "responses": {"200": whole, **errors}}
            },
            "/v1/models": {
                "get": {
                    "operationId": "models",
                    "responses": {
                        "200": _json(
                            _object(object={"const": "list"}, data={"type": "array", "items": _MODEL}), "The one model."
                        ),
                        **errors,
                    },
                }
            },
        },
        "components": {"schemas": body.pop("$defs", {})},
    }
    if key:
        api["components"]["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer"}}
        api["security"] = [{"key": []}]
    return api
