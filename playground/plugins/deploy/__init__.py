"""Puts the app on a Hugging Face Space, as the Spacefile says."""

from __future__ import annotations

from collections.abc import Mapping

from playground.hooks import Command, hook


@hook
def commands() -> Mapping[str, Command]:
    return {
        "deploy": Command(help="Put the app on a Hugging Face Space.", at="playground.plugins.deploy.command:deploy")
    }
