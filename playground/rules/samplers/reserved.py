"""The names that no sampler's own setting can have: something else has them wherever settings go by name."""

_SETTINGS = """confidence_threshold draw favour_margin max_denoising_steps max_new_tokens replace sampler schedule
self_conditioning self_conditioning_scale stability_threshold t_max t_min to_dict way"""
_RUN = """branch edits image keep model noise noise_seed pins processors prompt revision seed settings start system text
thinking"""
_PYTHON = "bar block check fresh keep_traces prompts recorded rows run seeds step title vary wish"
_DOORS = """diffusing max_completion_tokens max_tokens messages position spec stop stream stream_options temperature
template"""
_TABLES = """accepted accepted_count argmax argmax_id argmax_ids argmax_prob case changed_tokens changed_tokens_diff
divergence diverges_block diverges_position diverges_step edited encoder_passes encoder_passes_diff encoder_tokens
entropy finish_reason input input_id input_ids key label lead mean_entropy mean_entropy_diff moved newly_accepted passes
passes_diff pinned relapses relapses_diff reopened right sampled sampled_id sampled_ids seconds seconds_diff
seconds_note setting shared_rows stable_for status stop_reason tokens tokens_diff tokens_per_pass tokens_per_pass_diff
top top_ids top_probs verdict"""
_LIBRARIES = "context model_config path request"

RESERVED = frozenset(" ".join([_SETTINGS, _RUN, _PYTHON, _DOORS, _TABLES, _LIBRARIES]).split())
"""Settings of every run and methods of settings, fields of a run, what functions of the Python API take, what doors
name, columns of tables, and what pydantic, Gradio and doors keep for themselves. A test compares
it with these places."""
