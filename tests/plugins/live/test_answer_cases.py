"""What a page without a server answers, its studies and its limits: the cases on which both languages agree."""

from plugins.live.answer_cases import file


def test_the_cases_are_as_python_makes_them_now(embedded_model):
    path, text = file(embedded_model)
    assert path.read_text("utf-8") == text, "make them again with `python tests/plugins/live/answer_cases.py`"
