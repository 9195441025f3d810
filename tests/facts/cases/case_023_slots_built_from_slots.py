"""Filling later slots of a buffer from earlier ones

A tree reduction keeps all results in one buffer and reads earlier slots while writing later
ones. It works with add and fails with mul, because only mul saves its operands.

Correct outcome: add: works, grad ones. mul: 'modified by an inplace operation', naming output 0 of
AsStridedBackward and versions.
"""

from facts.cases.reading import err, fn, val

SOURCE = ["https://github.com/pytorch/pytorch/issues/74874"]
SINCE = None


def run(torch):
    def build(op):
        ins = [torch.tensor([k + 2.0], dtype=torch.float64, requires_grad=True) for k in range(3)]
        t = torch.zeros(5, dtype=torch.float64)
        t[0:1] = ins[0]
        t[1:2] = ins[1]
        t[3:4] = ins[2]
        t[2] = op(t[0], t[1])
        t[4] = op(t[2], t[3])
        return ins, t

    d = {}
    for name, op in (("add", torch.add), ("mul", torch.mul)):
        ins, t = build(op)
        d[name] = err(lambda: t[4].backward())
        d[name + "_grads"] = [val(i.grad) for i in ins]
        d[name + "_version"], d[name + "_value"], d[name + "_fn"] = t._version, val(t), fn(t)
    return d
