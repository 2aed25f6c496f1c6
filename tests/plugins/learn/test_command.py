"""`lesson check` and `serve --lessons` say what is wrong, by line."""

from click.testing import CliRunner

from playground.cli import main

RIGHT = "# A\n\n```name\nlily = run lily\n```\n\n```show\nat: lily\n```\n\nIt takes {lily.steps} steps.\n"


def test_a_lesson_is_right_or_its_lines_are_named(tmp_path):
    right, wrong = tmp_path / "right.md", tmp_path / "wrong.md"
    right.write_text(RIGHT)
    wrong.write_text(RIGHT + "\n{lily.moon}\n\n{nobody}\n")
    read = CliRunner().invoke(main, ["lesson", "check", str(right), str(wrong)])
    assert read.exit_code == 1
    assert "right.md: right. 1 part, 4 words, 0 predictions." in read.output
    assert "wrong.md, line 13: A run has no “moon”" in read.output and "wrong.md, line 15: " in read.output
    assert CliRunner().invoke(main, ["lesson", "check", str(right)]).exit_code == 0
    missing = CliRunner().invoke(main, ["lesson", "check", str(tmp_path / "no.md")])
    assert missing.exit_code == 1 and "no.md cannot be used" in missing.output


def test_serve_refuses_a_folder_that_holds_no_right_lessons(tmp_path):
    def refused(folder):
        read = CliRunner().invoke(main, ["serve", "--lessons", str(folder)])
        assert read.exit_code == 2
        return read.output

    empty, wrong = tmp_path / "empty", tmp_path / "wrong"
    for folder in (empty, wrong):
        folder.mkdir()
    assert "empty holds no lessons" in refused(empty)
    (wrong / "01-a.md").write_text(RIGHT + "\n{nobody}\n")
    assert "01-a.md, line 13" in refused(wrong)
