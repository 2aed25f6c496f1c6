"""The statistics as a Triton kernel: what it computes, in Triton's interpreter, and that a GPU's compiler takes it.

The interpreter must be chosen before anything is imported, so `kernel_cases.py` runs in a process of its own.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("triton")
pytestmark = pytest.mark.slow


def test_in_tritons_interpreter_it_says_what_the_plain_form_says():
    _run_cases("not thorough")


@pytest.mark.thorough
def test_in_tritons_interpreter_it_is_right_and_moves_few_bytes_at_the_26b_checkpoints_vocabulary():
    _run_cases("thorough")


def _run_cases(marks):
    cases = Path(__file__).with_name("kernel_cases.py")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", "--tb=short", "-m", marks, str(cases)]
    done = subprocess.run(command, env=os.environ | {"TRITON_INTERPRET": "1"}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    print(done.stdout)


@pytest.mark.parametrize("draw", ["exact", "fast", "greedy"])
def test_it_compiles_for_an_h100_and_keeps_everything_in_registers(draw, monkeypatch, tmp_path):
    """Needs no GPU: the machine code is made for one. LOCAL is what did not fit its registers."""
    import triton
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource

    from playground.engine import kernel

    monkeypatch.setenv("TRITON_CACHE_DIR", str(tmp_path))
    bits = {"exact": "*fp32", "fast": "*fp64", "greedy": "*fp32"}
    types = {
        **dict.fromkeys(["logits", "temperature", "figures", "entropy", "top_probs"], "*fp32"),
        **dict.fromkeys(["sampled", "argmax", "top_ids"], "*i64"),
        **dict.fromkeys(["positions", "length", "vocab_size", "groups"], "i32"),
        "numbers": bits[draw], "processed": "*bf16", "places": "*i32",
    }  # fmt: skip
    sizes = {"SIZE": kernel.GROUP, "SLOTS": kernel.SLOTS, "LANES": 256, "K": 8}
    constants = {"EXACT": draw == "exact", "DIVIDED": False, "DRAW": draw, **sizes}
    for function, warps in (kernel._read_groups, 4), (kernel._join_groups, 8):
        fixed = {name: value for name, value in constants.items() if name in function.arg_names}
        signature = {name: types.get(name, "constexpr") for name in function.arg_names}
        source = ASTSource(fn=function, signature=signature, constexprs=fixed)
        built = triton.compile(source, target=GPUTarget("cuda", 90, 32), options={"num_warps": warps})
        binary = tmp_path / f"{function.__name__}.cubin"
        binary.write_bytes(built.asm["cubin"])
        tool = Path(triton.__file__).parent / "backends/nvidia/bin/cuobjdump"
        usage = subprocess.run([tool, "-res-usage", binary], capture_output=True, text=True, check=True).stdout
        assert "LOCAL:0 " in usage and "STACK:0 " in usage, usage
