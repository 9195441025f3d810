"""A write through .data that no error tells of: the gradient is wrong, in PyTorch too.

Multiplication saves its inputs for backward. A write that autograd sees moves their version count, and backward raises;
one through .data does not, and backward computes with the new numbers. `leafjax check examples/silently_wrong.py` finds it.
"""

import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
scale = torch.tensor([3.0, 4.0])
loss = (x * scale).sum()  # d loss / dx is scale, as it is here
scale.data.zero_()
loss.backward()
print("x.grad:", x.grad, "though the slope of the loss was", [3.0, 4.0])

x.grad = None
scale = torch.tensor([3.0, 4.0])
loss = (x * scale).sum()
scale.zero_()
try:
    loss.backward()
except RuntimeError as error:
    print("a write that autograd sees:", error)
