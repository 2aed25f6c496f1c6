"""What `bench` is held to: for each figure what is wanted of it, and what it is compared with."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Target:
    wanted: str = ""
    """A bound, `<= 0.8` or `>= 55`; empty where a figure has an anchor alone."""
    anchor: str = ""
    """What the figure is over, or the value that it had at a commit."""

    def missed(self, value: float) -> bool:
        if not self.wanted:
            return False
        sign, bound = self.wanted.split()
        return value > float(bound) if sign == "<=" else value < float(bound)


CONTROL = "a bare page of Gradio"
SERVER = "the page of a server here"
SCREEN = "the screen's 60"
BEFORE = "before the page was one script"

TARGETS = {
    "instrumented_over_generate": Target("<= 0.8", "`generate()`, which records nothing"),
    "embedded_ms_per_step": Target("<= 15", "15.4 on a day when this machine was fast"),
    "embedded_load_s": Target("<= 2"),
    "rows4_speedup": Target(">= 1.5", "4 runs one by one"),
    "seeds64_speedup": Target(">= 1.5", "64 runs one by one"),
    "replicas2_speedup": Target(">= 1.8", "one replica"),
    "two_lanes_cost_ratio": Target("<= 1.6", "one run"),
    "block_growth": Target("<= 1.1", "the first block"),
    "step_over_other": Target("<= 1.25", "the checkpoint of 7fcf028"),
    "sampling_tail_ratio": Target("<= 0.2", "transformers' own step"),
    "sampling_tail_exact_ratio": Target("<= 1", "transformers' own step"),
    "pinned_over_free": Target("<= 1.03", "a step without pins"),
    "sampler_over_entropy_bound": Target("<= 1.03", "a step with the entropy bound"),
    "branch_start_ms_beyond_a_step": Target("<= 100"),
    "look_inside_over_step": Target("<= 3", "a step"),
    "wire_bytes_per_step": Target("<= 2048", f"2,060 {BEFORE}"),
    "yield_to_painted_ms_p50": Target("<= 25"),
    "page_ready_s": Target("<= 5"),
    "first_paint_s": Target("<= 1", CONTROL + ": `control_first_paint_s`"),
    "longest_task_ms": Target("<= 200", CONTROL + ": `control_longest_task_ms`"),
    "slow_link_first_paint_s": Target("<= 2.5", f"2.6 {BEFORE}"),
    "slow_link_second_visit_s": Target("<= 1.2", f"0.84 {BEFORE}"),
    "slow_link_requests_before_paint": Target("<= 8", f"157 {BEFORE}"),
    "slow_link_kilobytes_before_paint": Target("<= 200", f"717 {BEFORE}"),
    "replay_fps": Target(">= 59.5", SCREEN),
    "replay_fps_256": Target(">= 59.5", SCREEN),
    "replay_fps_1024": Target(">= 55", SCREEN),
    "replay_fps_all_details": Target(">= 55", SCREEN),
    "replay_fps_1024_all_details": Target(">= 55", SCREEN),
    "replay_fps_two_lanes_all_details": Target(">= 55", SCREEN),
    "replay_fps_four_lanes": Target(">= 59.5", SCREEN),
    "step_to_painted_ms_p95": Target("<= 16", "a picture of the screen"),
    "step_to_painted_two_lanes_ms_p95": Target("<= 16", "a picture of the screen"),
    "trace_open_s": Target("<= 1"),
    "trace_open_page_s": Target("<= 1"),
    "film_webm_s": Target("<= 10"),
    "film_mp4_s": Target("<= 10"),
    "film_gif_s": Target("<= 10"),
    "readers100_processor_ratio": Target("<= 1.2", "one reader"),
    "browser_pass_over_torch_1": Target("<= 2.5", "torch, one thread"),
    "browser_pass_over_torch_2": Target("<= 1.8", "torch, two threads"),
    "browser_first_step_over_server": Target("<= 1.5", SERVER),
    "browser_run_fps": Target(">= 59.5", SCREEN),
    "static_first_paint_over_server": Target("<= 1", SERVER),
    "static_engine_ready_s": Target("<= 2"),
    "engine_megabytes": Target("<= 12"),
    "tab_megabytes": Target("<= 400"),
    "whole_runs_that_part": Target("<= 0", "Python's runs"),
    "runs_otherwise_unequal": Target("<= 0", "Python's runs"),
    "masked_float32_step_over_pass": Target("<= 1.15", "transformers' own pass"),
    "masked_bfloat16_step_over_pass": Target("<= 1.15", "transformers' own pass"),
    "load_lost": Target("<= 0"),
    "load_errors": Target("<= 0"),
    "load_memory_growth": Target("<= 5"),
    "own_text_ping_p95": Target(anchor="38.4 at e71e244"),
    "look_inside_ping_p95": Target(anchor="19.5 at e71e244"),
    "check_ping_p95": Target(anchor="132 at e71e244"),
    "publish_ping_p95": Target(anchor="15 at e71e244"),
    "published_ping_p95": Target(anchor="176 at e71e244"),
    "root_ping_p95": Target(anchor="3.76 at e71e244"),
    "info_ping_p95": Target(anchor="4.61 at e71e244"),
    "queue_ping_p95": Target(anchor="0.911 at e71e244"),
    "unheard_ping_p95": Target(anchor="113 at 0c7c3232"),
    "gaps_ping_p95": Target(anchor="20.7 at 0c7c3232"),
    "cookies_ping_p95": Target(anchor="21.4 at 0c7c3232"),
}
"""Figure -> target."""
