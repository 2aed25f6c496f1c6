"""What many runs are asked for and what they show: studies, comparisons, intervals."""
