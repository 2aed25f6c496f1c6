"""`app.py` on a ZeroGPU Space without its GPU: a process of its own, in the emulation that the `spaces` package has.

What torch's build for CPUs lacks of CUDA is put in its place here, before `spaces` is imported. In the process that is
forked for a call, weights are read from the disk as on a Space, but what would then go to the GPU stays in memory, and
the CPU computes.
"""

import sys

import torch

import app

PAGE = 4096


def no() -> bool:
    """Has a name, unlike this build's own, because it is sent to another process by it."""
    return False


def pinned(tensor):
    """A copy that begins with a page, as pinned memory does: `spaces` reads from the disk straight into it."""
    room = torch.empty(tensor.nbytes + PAGE, dtype=torch.uint8)
    begin = -room.data_ptr() % PAGE
    return room[begin : begin + tensor.nbytes].view(tensor.dtype).view(tensor.shape).copy_(tensor)


def without_gpu(_) -> None:
    """In place of `spaces.zero.torch.init`, which begins CUDA in the process forked for a call."""
    make = torch.tensor
    torch.tensor = lambda *values, device=None, **options: make(*values, **options)
    torch.Tensor.cuda = lambda tensor, **_: tensor.clone()
    torch.Tensor.pin_memory = pinned
    torch.cuda.synchronize = lambda: None


torch.version.cuda = "13.0"
torch._C._cuda_init = torch.cuda._is_in_bad_fork = no

if __name__ == "__main__":
    import spaces.zero

    spaces.zero.torch.init = without_gpu
    app.serve(sys.argv[1:])
