"""The denoising engine. It imports torch. It knows nothing of the page, and of the trace only columns and frames."""
