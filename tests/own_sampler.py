"""The beginning of a sampler in a file of its own, for tests that add a rule or a fault."""

HEAD = "import playground as pg\nimport torch\nclass Mine(pg.Sampler):\n    label, rule = 'Mine', 'Keeps.'\n"
EXPLANATION = "    explanation = pg.Explanation(order='none', cut='draw')\n"
