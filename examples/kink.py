"""Where a function has no derivative, every library picks a number, and they do not all pick the same.

`leafjax check examples/kink.py` calls such a difference a kink, not a mismatch: nearby, both agree.
"""

import torch

x = torch.tensor([-1.0, 0.0, 2.0], requires_grad=True)
loss = x.abs().sum()
loss.backward()
print("abs: ", x.grad)  # 0 at 0, the middle of all slopes; JAX says 1

x.grad = None
loss = torch.relu(x).sum()
loss.backward()
print("relu:", x.grad)

x.grad = None
loss = (x * x * x).sum()
loss.backward()
print("cube:", x.grad)  # smooth everywhere: nothing to disagree about
