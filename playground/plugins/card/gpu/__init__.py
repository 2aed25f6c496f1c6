"""Examines a GPU host in a few minutes: what runs there, what it brings, and what `serve` should be given.

`examination` runs the parts in processes of their own, `parts` says what each one does, `report` draws conclusions.
"""
