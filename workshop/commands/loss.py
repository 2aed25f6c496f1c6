"""`loss`: measures what training lowers, at each share of noise."""

from __future__ import annotations

import json
from pathlib import Path

import click

SHARES = tuple(tenth / 10 for tenth in range(1, 10))


@click.command()
@click.option("--kind", default="story, facts named", show_default=True, help="Whose right answers are made noisy.")
@click.option("--cases", type=click.IntRange(min=4), default=128, show_default=True, help="How many texts.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="The seed of texts and noise.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), default=Path("loss.json"), show_default=True,
              help="The file to write.")  # fmt: skip
@click.option("--work-dir", type=click.Path(file_okay=False, path_type=Path), default=Path(".training/evaluate"),
              show_default=True, help="Folder for the puzzles.")  # fmt: skip
def loss(kind: str, cases: int, seed: int, out: Path, work_dir: Path) -> None:
    """Make held-out texts noisy, and print the cross-entropy of their own tokens after one pass, in nats.

    The same positions are also replaced by masks: the difference is what detecting the noise costs.
    """
    from playground.engine.models import load_model
    from playground.plugins.sweep.bars import Bars
    from workshop.evaluation.held_out import held_out_kinds
    from workshop.evaluation.loss import loss_rows

    model = load_model(device="cpu", dtype="float32")
    kinds = held_out_kinds(model.tokenizer, seed, work_dir)
    if kind not in kinds:
        raise click.UsageError(f"--kind: there is no kind {kind!r}; the kinds are {', '.join(kinds)}.")
    texts, rows = kinds[kind].cases(cases, seed), []
    click.echo(
        f"{kind}, {cases} texts; nats\nnoise  all tokens  replaced  by masks  difference (95%)          found trusted"
    )
    with Bars() as bars:
        for row in loss_rows(model, texts, SHARES, seed=seed, track=bars.track):
            rows.append(row)
            interval = f"{row['detecting']:.4f} ({row['detecting_low']:.4f} to {row['detecting_high']:.4f})"
            click.echo(
                f"{row['noise']:>5.0%} {row['loss']:>11.4f} {row['at_noise']:>9.4f} {row['at_masks']:>9.4f}  "
                f"{interval:<25} {row['found']:>6.1%} {row['trusted']:>7.1%}"
            )
    if rows:
        out.write_text(json.dumps({"kind": kind, "rows": rows}, indent=1) + "\n", encoding="utf-8")
        click.echo(f"Wrote {out}.")
    bars.exit_if_stopped()
