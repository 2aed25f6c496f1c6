"""Texts without the spaces at their ends, as Python strips them."""


def cases(model):
    return [{"text": text, "strip": text.strip(), "end": text.rstrip()} for text in spaced()]


def spaced():
    """Each character that some language takes for a space, around a letter."""
    codes = [*range(8, 14), *range(28, 33), 0x7F, 0x85, 0xA0, 0x1680, 0x180E, *range(0x2000, 0x200C), 0x2028, 0x2029]
    codes += [0x202F, 0x205F, 0x3000, 0xFEFF]
    return [f"{chr(code)}a{chr(code)}" for code in codes]
