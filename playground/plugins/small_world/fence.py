"""Code in a Markdown fence, as chat models answer."""


def unfenced(text: str) -> str:
    """What stands in the one code block of `text`; without a block, or with several, `text` as it is."""
    parts = text.split("```")
    if len(parts) != 3:
        return text
    return parts[1].partition("\n")[2] or text  # the first line names the language
