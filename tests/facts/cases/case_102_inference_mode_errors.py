"""What inference tensors refuse

A test loss divided in place after leaving inference_mode is the common trip; saving an
inference tensor for backward the other.

Correct outcome: In-place outside: 'Inplace update to inference tensor outside InferenceMode is not allowed...'.
Saved for backward: 'Inference tensors cannot be saved for backward...'. _version cannot be
read. clone() gives a normal tensor.
"""

from facts.cases.reading import err, fn, val

SOURCE = [
    "https://github.com/pytorch/pytorch/issues/57369",
    "https://github.com/pytorch/pytorch/issues/70177",
    "https://github.com/pytorch/pytorch/issues/77967",
    "https://github.com/pytorch/pytorch/pull/161164",
    "https://github.com/pytorch/pytorch/pull/53343",
    "https://github.com/vllm-project/vllm/issues/1968",
    "https://github.com/mrdbourke/pytorch-deep-learning/issues/397",
]
SINCE = "1.9"


def run(torch):
    with torch.inference_mode():
        t = torch.ones(2, dtype=torch.float64)
        inside = err(lambda: t.add_(1))
        v = t[:1]
    d = {
        "inside": inside,
        "is_inference": [t.is_inference(), v.is_inference()],
        "value": val(t),
        "leaf": t.is_leaf,
        "requires_grad": t.requires_grad,
    }
    d["inplace"] = err(lambda: t.div_(2))
    d["requires_grad_"] = err(lambda: t.requires_grad_())
    w = torch.ones(2, dtype=torch.float64, requires_grad=True)
    d["save"] = err(lambda: w * t)
    d["add_is_fine"] = err(lambda: w + t)
    d["version"] = err(lambda: t._version)
    d["view_outside"] = err(lambda: t[:1].add_(1))
    c = t.clone()
    d["clone"] = [c.is_inference(), err(lambda: c.add_(1))]
    with torch.inference_mode():
        n = w * 2
        d["normal_input_inside"] = [n.requires_grad, n.is_inference(), fn(n)]
        d["write_normal_inside"] = err(lambda: w.add_(1))
    d["w_version"] = w._version
    d["copy_into_normal"] = err(lambda: torch.zeros(2, dtype=torch.float64).copy_(t))
    return d
