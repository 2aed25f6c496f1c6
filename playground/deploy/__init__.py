"""Puts the app on a Hugging Face Space, as the Spacefile says."""
