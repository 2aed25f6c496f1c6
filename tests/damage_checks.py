"""What is checked of files that are damaged at random, whatever kind they are."""

import inspect

from hypothesis import HealthCheck, Phase, given, settings

from workshop.bench.reading import read

FEW = settings(
    max_examples=150, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
MANY = settings(FEW, max_examples=50_000, derandomize=False)


def fault(file, page):
    """What is wrong with how a file is read; "" if nothing is."""
    return disagreement(read(file), page.read(file))


def disagreement(ours, theirs):
    if ours.fault or theirs.fault:
        return ours.fault or f"in the page: {theirs.fault}"
    if ours.opened != theirs.opened:
        return f"Python: {ours.sentence or 'opened'}; page: {theirs.sentence or 'opened'}"
    return "" if ours.content in (None, theirs.content) else f"Python: {ours.content}; page: {theirs.content}"


def look_at(files, how, page, folder):
    """Reads damaged files; keeps the smallest one that has a fault. Returns the share that opens."""
    opened = []

    @how
    @given(files)
    def look(file):
        ours = read(file)
        opened.append(ours.opened)
        problem = disagreement(ours, page.read(file))
        if problem:
            (folder / "damaged").write_bytes(file)
        assert problem == "", f"{folder / 'damaged'}: {problem}"

    look()
    return sum(opened) / len(opened)


def check_kinds(module, files, monkeypatch):
    """Checks that each function of a module that does a kind of damage is called for some of these files."""
    kinds = {name for name in vars(module) if name.startswith("_") and inspect.isfunction(getattr(module, name))}
    kinds |= {"doubled"}
    done = set()

    def counted(name, kind):
        def called(*arguments):
            done.add(name)
            return kind(*arguments)

        return called

    for name in kinds:
        monkeypatch.setattr(module, name, counted(name, getattr(module, name)))
    settings(FEW, max_examples=600, phases=[Phase.generate])(given(files)(lambda file: None))()
    assert done == kinds
