"""The names that no sampler's own setting can have: something else has them wherever settings go by name."""

_SETTINGS = """confidence_threshold draw favour_margin max_denoising_steps max_new_tokens replace sampler schedule
self_conditioning self_conditioning_scale stability_threshold t_max t_min to_dict way"""
_RUN = "branch edits image keep model noise noise_seed pins prompt revision seed settings start system text thinking"
_PYTHON = "bar block check fresh keep_traces prompts recorded rows run seeds step title vary wish"
_DOORS = """after by colour compared diffusing from lane layer lesson max_completion_tokens max_tokens measure messages
mode only part position rival sampler_source spec steering stop stopped stream stream_options study temperature template
unit values version view wanted"""
_LIBRARIES = "context model_config path request"

RESERVED = frozenset(" ".join([_SETTINGS, _RUN, _PYTHON, _DOORS, _LIBRARIES]).split())
"""Settings of every run and methods of settings, fields of a run, what functions of the Python API take, what addresses
and doors name, and what MCP, pydantic and Gradio keep for themselves. A test holds it against these places."""
