"""Why does filling a tensor that requires grad end in "leaf variable has been moved into the graph interior"?

The program of the question leafjax was born from: two means are written into a tensor made with requires_grad=True, and
then into a plain one.
"""

import torch

x = torch.ones(3, 5, requires_grad=True)
y = x + 2
z = y * y * 3
out1 = z.mean()
out2 = 2 * z.mean()

# A plain tensor: the first write makes it part of the graph, and backward reaches x through it.
outi = torch.empty(2, requires_grad=False)
print("plain tensor, before:", outi.is_leaf, outi.grad_fn, outi.requires_grad)
outi[0] = out1
outi[1] = out2
print("plain tensor, after: ", outi.is_leaf, outi.grad_fn, outi.requires_grad)
outi.backward(torch.tensor([0.0, 1.0]), retain_graph=True)
print("x.grad:", x.grad)

# A leaf: it promised to collect a gradient of its own, and as the result of a write it no longer can.
leaf = torch.empty(2, requires_grad=True)
print("leaf, before:", leaf.is_leaf, leaf.grad_fn, leaf.requires_grad)
leaf[0] = out1
leaf[1] = out2
print("leaf, after: ", leaf.is_leaf, leaf.grad_fn, leaf.requires_grad)
leaf.backward(torch.tensor([0.0, 1.0]))
