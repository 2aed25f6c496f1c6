"""The small world that the embedded model knows: stories, Sudoku, functions, requests, and the rules that check them.

Plain Python: nothing here needs torch.
"""
