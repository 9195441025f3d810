"""Leaves, views and in-place writes."""

from __future__ import annotations

from leafjax.config import config


def leaf_written() -> RuntimeError:
    return RuntimeError("a leaf Variable that requires grad is being used in an in-place operation.")


def leaf_view_written() -> RuntimeError:
    return RuntimeError("a view of a leaf Variable that requires grad is being used in an in-place operation.")


_NO_GRAD_ADVICE = {
    "2.13": (
        " Given that this use case is ambiguous and error-prone, it is forbidden. You can clarify your code by moving "
        "both the view and the inplace either both inside the no_grad block (if you don't want the inplace to be "
        "tracked) or both outside (if you want the inplace to be tracked)."
    ),
    "1.6": (
        " Given that this use case is ambiguous and error-prone, it is deprecated and will be forbidden  starting 1.6 "
        "(see https://github.com/pytorch/pytorch/pull/32839 for more details about this). You can clarify your code and "
        "remove this warning by moving both the view and the inplace either both inside the no_grad block (if you don't "
        "want the inplace to be tracked) or both outside (if you want the inplace to be tracked)."
    ),
}
_MULTI_OUTPUT_ADVICE = (
    " This view is the output of a function that returns multiple views. Such functions do not allow the output views "
    "to be modified inplace. You should replace the inplace operation by an out-of-place one."
)
_CUSTOM_FUNCTION_ADVICE = (
    " This view was created inside a custom Function (or because an input was returned as-is) and the autograd logic to "
    "handle view+inplace would override the custom backward associated with the custom Function, leading to incorrect "
    "gradients. This behavior is forbidden. You can fix this by cloning the output of the custom Function."
)


def restricted_view_written(creation: str, indirect: bool, label: str | None, output_nr: int) -> RuntimeError:
    """Writing a view that was made under `no_grad`, by a function with several views as outputs, or by a custom function.

    `creation` is the name of the `Creation`; `label` names the view's node, if it has one.
    """
    modified = "its base or another view of its base has been" if indirect else "is being"
    origin = f"Output {output_nr} of {label} is a view" if label else ""
    if creation == "NO_GRAD" or not label:
        made = f"{origin} of a view which was created in" if label else "A view was created in"
        text = f"{made} no_grad mode and {modified} modified inplace with grad mode enabled."
    else:
        text = f"{origin} and {modified} modified inplace."
    advice = {"NO_GRAD": _NO_GRAD_ADVICE[config.profile.version], "MULTI_OUTPUT": _MULTI_OUTPUT_ADVICE}
    return RuntimeError(text + advice.get(creation, _CUSTOM_FUNCTION_ADVICE))


def inplace_broadcast(own: tuple[int, ...], wanted: tuple[int, ...]) -> RuntimeError:
    return RuntimeError(f"output with shape {list(own)} doesn't match the broadcast shape {list(wanted)}")


def out_needs_grad(name: str) -> RuntimeError:
    return RuntimeError(
        f"{name}(): functions with out=... arguments don't support automatic differentiation, but one of the arguments "
        "requires grad."
    )


def out_resized(before: tuple[int, ...], after: tuple[int, ...]) -> str:
    return (
        f"An output with one or more elements was resized since it had shape {list(before)}, which does not match the "
        f"required output shape {list(after)}. This behavior is deprecated, and in a future PyTorch release outputs will "
        "not be resized unless they have zero elements. You can explicitly reuse an out tensor t by resizing it, "
        "inplace, to zero elements with t.resize_(0)."
    )


def expanded_target(name: str) -> str:
    what = {"masked_fill": "scalar", "index_fill": "scalar"}.get(name, "tensor")
    index = {"masked_fill": "mask", "index_fill": "mask"}.get(name, "indices")
    return (
        f"Use of {name}_ on expanded tensors is deprecated. Please clone() the tensor before performing this operation. "
        f"This also applies to advanced indexing e.g. tensor[{index}] = {what}"
    )
