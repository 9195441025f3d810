"""Gradients, roots and the backward pass."""

from __future__ import annotations

from typing import Any

from leafjax.config import config


def saved_was_written(
    kind: str, size: tuple[int, ...], origin: str | None, nr: int, now: int, then: int
) -> RuntimeError:
    """`kind` is the tensor type ("torch.DoubleTensor"), `origin` the label of the node whose output `nr` it is."""
    source = f", which is output {nr} of {origin}," if origin else ""
    hint = "True" if config.profile.version == "1.6" else "True, check_nan=False"
    return RuntimeError(
        "one of the variables needed for gradient computation has been modified by an inplace operation: "
        f"[{kind} {list(size)}]{source} is at version {now}; expected version {then} instead. Hint: enable anomaly "
        f"detection to find the operation that failed to compute its gradient, with "
        f"torch.autograd.set_detect_anomaly({hint})."
    )


def freed() -> RuntimeError:
    if config.profile.version == "1.6":
        return RuntimeError(
            "Trying to backward through the graph a second time, but the saved intermediate results have already been "
            "freed. Specify retain_graph=True when calling backward the first time."
        )
    return RuntimeError(
        "Trying to backward through the graph a second time (or directly access saved tensors after they have already "
        "been freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). "
        "Specify retain_graph=True if you need to backward through the graph a second time or if you need to access "
        "saved tensors after calling backward."
    )


def leaf_moved() -> RuntimeError:
    return RuntimeError("leaf variable has been moved into the graph interior")


def invalid_gradient(origin: str, index: int, got: tuple[int, ...], wanted: tuple[int, ...]) -> RuntimeError:
    return RuntimeError(
        f"Function {origin} returned an invalid gradient at index {index} - got {list(got)} but expected shape "
        f"compatible with {list(wanted)}"
    )


def hook_returned(result: Any) -> Exception:
    kind = RuntimeError if config.profile.version == "1.6" else TypeError
    return kind(f"expected Variable, but hook returned '{type(result).__name__}'")


def hook_changed_type(name: str, was: str, got: str) -> RuntimeError:
    return RuntimeError(f"hook '{name}' has changed the type of value (was {was} got {got})")


def hook_changed_size(name: str) -> RuntimeError:
    return RuntimeError(f"hook '{name}' has changed the size of value")


def hook_count(name: str, got: int, expected: int) -> RuntimeError:
    return RuntimeError(
        f"hook '{name}' has returned an incorrect number of values (got {got}, but expected {expected})"
    )


def post_accumulate_hook_of_interior() -> RuntimeError:
    return RuntimeError("post accumulate grad hooks cannot be registered on non-leaf tensors")


def hook_without_grad() -> RuntimeError:
    return RuntimeError("cannot register a hook on a tensor that doesn't require gradient")


def retain_without_grad() -> RuntimeError:
    return RuntimeError("can't retain_grad on Tensor that has requires_grad=False")


def nonleaf_grad() -> str:
    """The warning on reading `.grad` of a tensor that never gets one."""
    if config.profile.version == "1.6":
        return (
            "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad attribute won't be "
            "populated during autograd.backward(). If you indeed want the gradient for a non-leaf Tensor, use "
            ".retain_grad() on the non-leaf Tensor. If you access the non-leaf Tensor by mistake, make sure you access "
            "the leaf Tensor instead. See github.com/pytorch/pytorch/pull/30531 for more informations."
        )
    return (
        "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad attribute won't be "
        "populated during autograd.backward(). If you indeed want the .grad field to be populated for a non-leaf Tensor, "
        "use .retain_grad() on the non-leaf Tensor. If you access the non-leaf Tensor by mistake, make sure you access "
        "the leaf Tensor instead. See github.com/pytorch/pytorch/pull/30531 for more information."
    )


def root_without_grad(index: int) -> RuntimeError:
    return RuntimeError(f"element {index} of tensors does not require grad and does not have a grad_fn")


def gradient_needed() -> RuntimeError:
    return RuntimeError("grad can be implicitly created only for scalar outputs")


def complex_gradient_needed(dtype: Any) -> RuntimeError:
    return RuntimeError(f"grad can be implicitly created only for real scalar outputs but got {dtype}")


def gradient_shape(index: int, given: tuple[int, ...], root: tuple[int, ...]) -> RuntimeError:
    return RuntimeError(
        f"Mismatch in shape: grad_output[{index}] has a shape of torch.Size({list(given)}) and output[{index}] has a "
        f"shape of torch.Size({list(root)})."
    )


def gradient_dtype(index: int, given: Any, root: Any) -> RuntimeError:
    return RuntimeError(
        f"For complex Tensors, both grad_output and output are required to have the same dtype. Mismatch in dtype: "
        f"grad_output[{index}] has a dtype of {given} and output[{index}] has a dtype of {root}."
    )


def gradient_type(given: Any) -> TypeError:
    return TypeError(f"gradients can be either Tensors or None, but got {type(given).__name__}")


def gradient_count(roots: int, gradients: int) -> RuntimeError:
    return RuntimeError(f"got {roots} tensors and {gradients} gradients")


def both_grad_arguments() -> RuntimeError:
    return RuntimeError(
        "`grad_tensors` and `grad_variables` (deprecated) arguments both passed to `backward()`. Please only use "
        "`grad_tensors`."
    )


def empty_inputs() -> RuntimeError:
    return RuntimeError("`inputs` argument to `backward()` cannot be empty.")


def input_without_grad() -> RuntimeError:
    return RuntimeError("One of the differentiated Tensors does not require grad")


def unused_input(index: int) -> RuntimeError:
    if config.profile.version == "1.6":
        return RuntimeError(
            "One of the differentiated Tensors appears to not have been used in the graph. Set allow_unused=True if this "
            "is the desired behavior."
        )
    return RuntimeError(
        f"The differentiated Tensor at index {index} appears to not have been used in the graph. Set allow_unused=True if "
        "this is the desired behavior."
    )


def materialize_needs_unused() -> ValueError:
    return ValueError(
        "Expected allow_unused to be True or not passed when materialize_grads=True, but got: allow_unused=False."
    )


ONLY_INPUTS = (
    "only_inputs argument is deprecated and is ignored now (defaults to True). To accumulate gradient for other parts of "
    "the graph, please use torch.autograd.backward."
)


def grad_type(value: Any) -> Exception:
    if config.profile.version == "1.6":
        return RuntimeError(f"expected Variable or None (got {type(value).__name__})")
    return TypeError(f"assigned grad expected to be a Tensor or None but got grad of type {type(value).__name__}")


def grad_is_self() -> RuntimeError:
    return RuntimeError("can't assign Variable as its own grad")


def grad_dtype(grad: str, own: str) -> RuntimeError:
    """`grad` is the scalar type as PyTorch's C++ spells it ("float"), `own` the scalar name ("Double")."""
    if config.profile.version == "1.6":
        return RuntimeError("assigned grad has data of a different type")
    return RuntimeError(
        f"attempting to assign a gradient with dtype '{grad}' to a tensor with grad_dtype '{own}'. The gradient must match "
        "the tensor's grad_dtype (defaults to the tensor's dtype). You can set the tensor's grad_dtype attribute with a "
        "specific dtype, or None to allow any dtype. Set grad_dtype with caution. Diverging the dtypes of a tensor and "
        "its gradient may break downstream systems that assume they match."
    )


def grad_size(grad: tuple[int, ...], own: tuple[int, ...]) -> RuntimeError:
    if config.profile.version == "1.6":
        return RuntimeError("assigned grad has data of a different size")
    return RuntimeError(
        f"attempting to assign a gradient of size '{list(grad)}' to a tensor of size '{list(own)}'. Please ensure that the "
        "gradient and the tensor are the same size"
    )


def requires_grad_of_interior(stopping: bool) -> RuntimeError:
    advice = (
        " If you want to use a computed variable in a subgraph that doesn't require differentiation use "
        "var_no_grad = var.detach()."
    )
    return RuntimeError("you can only change requires_grad flags of leaf variables." + (advice if stopping else ""))


def requires_grad_type() -> RuntimeError:
    return RuntimeError("requires_grad must be a bool")


def requires_grad_argument(given: Any) -> TypeError:
    return TypeError(
        f"requires_grad_(): argument 'requires_grad' (position 1) must be bool, not {type(given).__name__}"
    )


def requires_grad_dtype(method: bool) -> RuntimeError:
    kinds = "floating point" if method else "floating point and complex"
    return RuntimeError(f"only Tensors of {kinds} dtype can require gradients")


CREATE_GRAPH = (
    "Using backward() with create_graph=True will create a reference cycle between the parameter and its gradient which "
    "can cause a memory leak. We recommend using autograd.grad when creating the graph to avoid this. If you have to use "
    "this function, make sure to reset the .grad fields of your parameters to None after use to break the cycle and avoid "
    "the leak."
)


def created_requires_grad_dtype() -> RuntimeError:
    return RuntimeError("Only Tensors of floating point and complex dtype can require gradients")


def detach_view() -> RuntimeError:
    if config.profile.version == "1.6":
        return RuntimeError("Can't detach views in-place. Use detach() instead")
    return RuntimeError(
        "Can't detach views in-place. Use detach() instead. If you are using DistributedDataParallel (DDP) for training, "
        "and gradient_as_bucket_view is set as True, gradients are views of DDP buckets, and hence detach_() cannot be "
        "called on these gradients. To fix this error, please refer to the Optimizer.zero_grad() function in "
        "torch/optim/optimizer.py as the solution."
    )


def lowering_freed(name: str) -> RuntimeError:
    return RuntimeError(
        f"the graph can't be lowered: {name} was freed by a backward pass. Lower before backward, or pass "
        "retain_graph=True to it."
    )
