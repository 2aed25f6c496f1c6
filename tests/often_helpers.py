"""Many runs of a prompt, as tests of the page follow them."""

DONE = "() => studies.request && !studies.busy"


def follow(page):
    """Gives the scripts of tests the name `studies`."""
    script = "new URL('dist/plugins-often.js', playground.assets)"
    page.evaluate(f"async () => {{ window.studies = (await import({script})).studiesOf(playground); }}")


def measured(page, *settings):
    """As if settings had been measured on 48 Sudokus each: their bounds, passes, and how many were right."""
    page.evaluate(
        """settings => {
          const row = ([bound, passes, right]) =>
            ({ entropy_bound: bound, t_max: 0.8, t_min: 0.4, share: right / 48, cases: 48, passes });
          const sweeps = [{ kind: "Sudoku 4x4, 6 clues", rows: settings.map(row) }];
          const card = { tasks: [{ task: "Sudoku 4x4, 6 clues", like: "", rows: [] }], shares: {}, settings: "" };
          const { call } = playground.engine;
          playground.engine.call = (name, ...inputs) =>
            name === "card" ? Promise.resolve(card) : call.call(playground.engine, name, ...inputs);
          const { fetch } = window;
          window.fetch = async (file, ...more) =>
            String(file).endsWith("figures/sweeps.json") ? Response.json(sweeps) : fetch(file, ...more);
        }""",
        settings,
    )
