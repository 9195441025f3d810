"""Every message a user can see, once: functions that build the exception, to be raised by the caller.

The first line is PyTorch's, word for word; `note` adds what PyTorch does not say (PEP 678).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from leafjax.config import config


def note(error: BaseException, *lines: str) -> BaseException:
    """Add lines that tell what happened and what to write instead; returns the error."""
    for line in lines:
        error.add_note(line)
    return error


# ---- geometry: shapes, strides, overlap ----------------------------------------------------------------------------


def view_incompatible() -> RuntimeError:
    return RuntimeError(
        "view size is not compatible with input tensor's size and stride (at least one dimension spans across two "
        "contiguous subspaces). Use .reshape(...) instead."
    )


def dim_out_of_range(dim: int, ndim: int) -> IndexError:
    return IndexError(
        f"Dimension out of range (expected to be in range of [{-max(ndim, 1)}, {max(ndim, 1) - 1}], but got {dim})"
    )


def dim_of_scalar(dim: int) -> IndexError:
    return IndexError(f"Dimension specified as {dim} but tensor has no dimensions")


def dim_repeated(dim: int) -> RuntimeError:
    return RuntimeError(f"dim {dim} appears multiple times in the list of dims")


def negative_size() -> RuntimeError:
    return RuntimeError("numel: integer multiplication overflow")


def shape_invalid(shape: Sequence[int], numel: int) -> RuntimeError:
    return RuntimeError(f"shape '{list(shape)}' is invalid for input of size {numel}")


def shape_inferred_twice() -> RuntimeError:
    return RuntimeError("only one dimension can be inferred")


def shape_negative(size: int, dim: int, shape: Sequence[int]) -> RuntimeError:
    return RuntimeError(f"invalid shape dimension {size} at index {dim} of shape {list(shape)}")


def shape_ambiguous(shape: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"cannot reshape tensor of 0 elements into shape {list(shape)} because the unspecified dimension size -1 "
        "can be any value and is ambiguous"
    )


def not_broadcastable(a: int, b: int, dim: int) -> RuntimeError:
    return RuntimeError(
        f"The size of tensor a ({a}) must match the size of tensor b ({b}) at non-singleton dimension {dim}"
    )


def select_of_scalar() -> IndexError:
    return IndexError("select() cannot be applied to a 0-dim tensor.")


def select_out_of_range(index: int, size: Sequence[int], dim: int) -> IndexError:
    return IndexError(f"select(): index {index} out of range for tensor of size {list(size)} at dimension {dim}")


def slice_of_scalar() -> IndexError:
    return IndexError("slice() cannot be applied to a 0-dim tensor.")


def slice_step() -> RuntimeError:
    return RuntimeError("slice step must be positive")


def narrow_of_scalar() -> RuntimeError:
    return RuntimeError("narrow() cannot be applied to a 0-dim tensor.")


def narrow_length() -> RuntimeError:
    return RuntimeError("narrow(): length must be non-negative.")


def narrow_start(start: int, size: int) -> IndexError:
    return IndexError(f"start out of range (expected to be in range of [{-size}, {size}], but got {start})")


def narrow_too_long(start: int, length: int, size: int) -> RuntimeError:
    return RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({size}).")


def permute_length(ndim: int, count: int) -> RuntimeError:
    return RuntimeError(
        "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired "
        f"ordering of dimensions i.e. input.dim() = {ndim} is not equal to len(dims) = {count}"
    )


def permute_repeated() -> RuntimeError:
    return RuntimeError("permute(): duplicate dims are not allowed.")


def movedim_lengths(source: Sequence[int], destination: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"movedim: Invalid source or destination dims: source ({list(source)} dims) should contain the same number "
        f"of dims as destination ({list(destination)} dims)"
    )


def movedim_repeated(which: str, dims: Sequence[int]) -> RuntimeError:
    return RuntimeError(f"movedim: repeated dim in `{which}` ({list(dims)})")


def expand_fewer_dims(tensor_type: str, size: Sequence[int], target: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"expand({tensor_type}{{{list(size)}}}, size={list(target)}): the number of sizes provided ({len(target)}) "
        f"must be greater or equal to the number of dimensions in the tensor ({len(size)})"
    )


def expand_leading(size: int, dim: int) -> RuntimeError:
    return RuntimeError(
        f"The expanded size of the tensor ({size}) isn't allowed in a leading, non-existing dimension {dim}"
    )


def expand_mismatch(expanded: int, existing: int, dim: int, target: Sequence[int], size: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"The expanded size of the tensor ({expanded}) must match the existing size ({existing}) at non-singleton "
        f"dimension {dim}.  Target sizes: {list(target)}.  Tensor sizes: {list(size)}"
    )


def diagonal_same_dims(dim1: int, dim2: int) -> RuntimeError:
    return RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")


def unfold_size(size: int) -> RuntimeError:
    return RuntimeError(f"size is {size} but must be >= 0")


def unfold_too_long(dim: int, length: int, size: int) -> RuntimeError:
    return RuntimeError(f"maximum size for tensor at dimension {dim} is {length} but size is {size}")


def unfold_step(step: int) -> RuntimeError:
    return RuntimeError(f"step is {step} but must be > 0")


def flatten_order() -> RuntimeError:
    return RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")


def unflatten_empty() -> RuntimeError:
    return RuntimeError("unflatten: sizes must be non-empty")


def unflatten_mismatch(sizes: Sequence[int], dim: int, length: int) -> RuntimeError:
    return RuntimeError(
        f"unflatten: Provided sizes {list(sizes)} don't multiply up to the size of dim {dim} ({length}) in the input "
        "tensor"
    )


def unflatten_unexpected(cause: Exception) -> RuntimeError:
    return RuntimeError(f"unflatten got an unexpected error:\n{cause}")


def as_strided_lengths() -> RuntimeError:
    return RuntimeError("mismatch in length of strides and shape")


def as_strided_negative(stride: Sequence[int]) -> RuntimeError:
    return RuntimeError(f"as_strided: Negative strides are not supported at the moment, got strides: {list(stride)}")


def as_strided_offset(offset: int) -> RuntimeError:
    return RuntimeError(f"Tensor: invalid storage offset {offset}")


def as_strided_negative_size(size: Sequence[int], stride: Sequence[int]) -> RuntimeError:
    return RuntimeError(f"Storage size calculation overflowed with sizes={list(size)} and strides={list(stride)}")


def as_strided_out_of_bounds(
    size: Sequence[int], stride: Sequence[int], offset: int, itemsize: int, needed: int, available: int
) -> RuntimeError:
    return RuntimeError(
        f"setStorage: sizes {list(size)}, strides {list(stride)}, storage offset {offset}, and itemsize {itemsize} "
        f"requiring a storage size of {needed} are out of bounds for storage of size {available}"
    )


def view_as_complex_layout(requirement: str) -> RuntimeError:
    return RuntimeError(f"Tensor must have a {requirement}")


def view_as_complex_of_scalar() -> RuntimeError:
    return RuntimeError("Input tensor must have one or more dimensions")


def split_of_scalar(function: str) -> RuntimeError:
    if function == "tensor_split":
        return RuntimeError("tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims")
    return RuntimeError(f"{function} expects at least a 1-dimensional tensor")


def split_negative(split_size: int) -> RuntimeError:
    return RuntimeError(f"split expects split_size be non-negative, but got split_size={split_size}")


def split_zero(length: int) -> RuntimeError:
    return RuntimeError(f"split_size can only be 0 if dimension size is 0, but got dimension size of {length}")


def split_sizes_negative(sizes: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"split_with_sizes expects split_sizes have only non-negative entries, but got split_sizes={list(sizes)}"
    )


def split_sizes_sum(sizes: Sequence[int], length: int, dim: int) -> RuntimeError:
    return RuntimeError(
        f"split_with_sizes expects split_sizes to sum exactly to {length} (input tensor's size at dimension {dim}), "
        f"but got split_sizes={list(sizes)}"
    )


def chunk_count(chunks: int) -> RuntimeError:
    return RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")


def tensor_split_sections(sections: int) -> RuntimeError:
    return RuntimeError(f"number of sections must be larger than 0, got {sections}")


def internal_overlap() -> RuntimeError:
    return RuntimeError(
        "unsupported operation: more than one element of the written-to tensor refers to a single memory location. "
        "Please clone() the tensor before performing the operation."
    )


def partial_overlap() -> RuntimeError:
    return RuntimeError(
        "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single memory "
        "location. Please clone() the tensor before performing the operation."
    )


# ---- dtypes and numbers --------------------------------------------------------------------------------------------


def dtype_not_callable() -> TypeError:
    return TypeError("cannot create 'torch.dtype' instances")


def dtype_not_a_base() -> TypeError:
    return TypeError("type 'torch.dtype' is not an acceptable base type")


def not_a_dtype(function: str, argument: str, position: int, got: object) -> TypeError:
    return TypeError(
        f"{function}(): argument '{argument}' (position {position}) must be torch.dtype, not {type(got).__name__}"
    )


def no_complex_type(scalar_name: str) -> RuntimeError:
    return RuntimeError(f"Unknown Complex ScalarType for {scalar_name}")


def no_complex32() -> NotImplementedError:
    return NotImplementedError("the result would be torch.complex32, which JAX cannot hold; use float32 or complex64")


def numpy_type_unsupported(array_type: type) -> TypeError:
    return TypeError(
        f"can't convert np.ndarray of type {array_type.__module__}.{array_type.__name__}. The only supported types "
        "are: float64, float32, float16, complex64, complex128, int64, int32, int16, int8, uint64, uint32, uint16, "
        "uint8, and bool."
    )


def numpy_byte_order() -> ValueError:
    return ValueError(
        "given numpy array has byte order different from the native byte order. Conversion between byte orders is "
        "currently not supported."
    )


def default_dtype_invalid() -> TypeError:
    return TypeError("invalid dtype object: only floating-point types are supported as the default type")


def default_dtype_not_float() -> TypeError:
    return TypeError("only floating-point types are supported as the default type")


def barebones_promotion(a: str, b: str) -> RuntimeError:
    return RuntimeError(
        f"Promotion for uint16, uint32, uint64 types is not supported, attempted to promote {a} and {b}"
    )


def result_type_cast(result: str, to: str) -> RuntimeError:
    return RuntimeError(f"result type {result} can't be cast to the desired output type {to}")


def finfo_of_integer() -> TypeError:
    return TypeError("torch.finfo() requires a floating point input type. Use torch.iinfo to handle 'torch.finfo'")


def iinfo_of_float() -> TypeError:
    return TypeError("torch.iinfo() requires an integer input type. Use torch.finfo to handle 'torch.iinfo'")


def iinfo_of_bool() -> TypeError:
    return TypeError("torch.bool is not supported by torch.iinfo")


def seed_not_an_integer(got: str) -> RuntimeError:
    return RuntimeError(f"manual_seed expected a long, but got {got}")


def seed_out_of_range() -> ValueError:
    return ValueError("Overflow when unpacking long long")


def state_not_bytes() -> TypeError:
    return TypeError("RNG state must be a torch.ByteTensor")


def state_size(expected: int, got: int) -> RuntimeError:
    return RuntimeError(
        f"Expected a CPUGeneratorImplState of size {expected} but found the input RNG state size to be {got}"
    )


def state_invalid() -> RuntimeError:
    return RuntimeError("Invalid mt19937 state")


def not_writable(attribute: str, owner: str) -> AttributeError:
    return AttributeError(f"attribute '{attribute}' of '{owner}' objects is not writable")


def iinfo_without_type() -> TypeError:
    return TypeError('iinfo() missing 1 required positional arguments: "type"')


# ---- leaves, views and in-place writes -----------------------------------------------------------------------------


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


# ---- backward ------------------------------------------------------------------------------------------------------


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


# ---- indexing ------------------------------------------------------------------------------------------------------


def index_out_of_bounds(index: int, dim: int, length: int) -> IndexError:
    return IndexError(f"index {index} is out of bounds for dimension {dim} with size {length}")


def index_into_nothing() -> IndexError:
    return IndexError("index is out of bounds for dimension with size 0")


def too_many_indices(ndim: int, many: bool) -> IndexError:
    if ndim == 0 and not many:
        return IndexError(
            "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert a 0-dim "
            "tensor to a number"
        )
    return IndexError(f"too many indices for tensor of dimension {ndim}")


def index_type(given: Any) -> Exception:
    if isinstance(given, str):
        return TypeError("new(): invalid data type 'str'")
    return IndexError(
        "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices (got "
        f"{type(given).__name__})"
    )


def index_dtype() -> IndexError:
    return IndexError("tensors used as indices must be long, int, byte or bool tensors")


def index_broadcast(sizes: list[tuple[int, ...]]) -> IndexError:
    shapes = ", ".join(str(list(s)) for s in sizes)
    return IndexError(f"shape mismatch: indexing tensors could not be broadcast together with shapes {shapes}")


def mask_shape(mask: tuple[int, ...], at: int, size: tuple[int, ...], dim: int) -> IndexError:
    return IndexError(
        f"The shape of the mask {list(mask)} at index {at} does not match the shape of the indexed tensor {list(size)} at "
        f"index {dim}"
    )


BYTE_INDEX = "indexing with dtype torch.uint8 is now deprecated, please use a dtype torch.bool instead."


def slice_bound() -> TypeError:
    return TypeError("slice indices must be integers or None or have an __index__ method")


def index_put_dtype(target: str, source: str) -> RuntimeError:
    return RuntimeError(
        f"Index put requires the source and destination dtypes match, got {target} for the destination and {source} for "
        "the source."
    )


def no_deleting() -> TypeError:
    return TypeError("Tensor does not support deleting items")


def index_step(step: int) -> ValueError:
    return ValueError("slice step cannot be zero" if step == 0 else "step must be greater than zero")


def setitem_type(given: Any, tensor_type: str) -> TypeError:
    name = f"{type(given).__module__}.{type(given).__name__}".removeprefix("builtins.")
    return TypeError(f"can't assign a {name} to a {tensor_type}")


def index_put_shape(values: tuple[int, ...], result: tuple[int, ...]) -> RuntimeError:
    return RuntimeError(
        f"shape mismatch: value tensor of shape {list(values)} cannot be broadcast to indexing result of shape {list(result)}"
    )


# ---- making and copying tensors ------------------------------------------------------------------------------------


def fill_size(name: str, size: tuple[int, ...]) -> RuntimeError:
    if name == "zeros" and config.profile.version != "1.6":
        return RuntimeError("zeros: Dimension size must be non-negative.")
    negative = next(n for n in size if n < 0)
    return RuntimeError(f"Trying to create tensor with negative dimension {negative}: {list(size)}")


def eye_size(name: str, size: int) -> RuntimeError:
    return RuntimeError(f"{name} must be greater or equal to 0, got {size}")


def number_overflow(kind: str) -> RuntimeError:
    """`kind`: the type as PyTorch's C++ spells it."""
    return RuntimeError(f"value cannot be converted to type {kind} without overflow")


def long_overflow() -> ValueError:
    return ValueError("Overflow when unpacking long long")


COPY_CONSTRUCT = (
    "To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
    "sourceTensor.detach().clone().requires_grad_(True), rather than torch.tensor(sourceTensor)."
)


def fill_ndim(ndim: int) -> RuntimeError:
    return RuntimeError(f"fill_ only supports 0-dimension value tensor but got tensor with {ndim} dimensions.")


def zero_step() -> RuntimeError:
    return RuntimeError("step must be nonzero")


def wrong_step_sign() -> RuntimeError:
    return RuntimeError("upper bound and lower bound inconsistent with step sign")


def negative_steps() -> RuntimeError:
    return RuntimeError("number of steps must be non-negative")


def ragged(expected: int | None, dim: int, got: int | None) -> Exception:
    """Nested sequences of different lengths; None stands for a number."""
    if got is None:
        return TypeError("not a sequence")
    if expected is None:
        return TypeError("'list' object cannot be interpreted as an integer")
    return ValueError(f"expected sequence of length {expected} at dim {dim} (got {got})")


def not_data(given: Any) -> Exception:
    if isinstance(given, str):
        return TypeError("new(): invalid data type 'str'")
    return RuntimeError(f"Could not infer dtype of {type(given).__name__}")


def expected_ndarray(given: Any) -> TypeError:
    return TypeError(f"expected np.ndarray (got {type(given).__name__})")


def data_type(given: Any) -> TypeError:
    return TypeError(f"Variable data has to be a tensor, but got {type(given).__name__}")


def data_dtype() -> RuntimeError:
    return RuntimeError("data set to a tensor that requires gradients must be floating point or complex dtype")


def unknown_type(name: str) -> ValueError:
    return ValueError(f"invalid type: {name!r}")


# ---- views that the dtype or the rank forbids ----------------------------------------------------------------------


def t_of_more_than_2d(ndim: int) -> RuntimeError:
    return RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {ndim}D")


def imag_of_real() -> RuntimeError:
    return RuntimeError("imag is not implemented for tensors with non-complex dtypes.")


def view_as_real_of_real() -> RuntimeError:
    return RuntimeError("view_as_real is only supported for complex tensors")


def view_as_complex_dtype(scalar_name: str) -> RuntimeError:
    return RuntimeError(
        "view_as_complex is only supported for half, float and double tensors, but got a tensor of scalar type: "
        f"{scalar_name}"
    )


# ---- joining, repeating, rearranging -------------------------------------------------------------------------------


def not_expandable(wanted: Sequence[int], own: Sequence[int]) -> RuntimeError:
    return RuntimeError(f"size {{{list(wanted)}}} is not expandable to size {{{list(own)}}}.")


def empty_cat() -> ValueError:
    return ValueError("torch.cat(): expected a non-empty list of Tensors")


def cat_of_scalar(position: int) -> RuntimeError:
    return RuntimeError(f"zero-dimensional tensor (at position {position}) cannot be concatenated")


def cat_ndim(first: int, other: int) -> RuntimeError:
    return RuntimeError(f"Tensors must have same number of dimensions: got {first} and {other}")


def cat_size(dim: int, expected: int, got: int, position: int) -> RuntimeError:
    return RuntimeError(
        f"Sizes of tensors must match except in dimension {dim}. Expected size {expected} but got size {got} for tensor "
        f"number {position} in the list."
    )


def empty_list(name: str) -> RuntimeError:
    return RuntimeError(f"{name} expects a non-empty TensorList")


def stack_size(first: Sequence[int], other: Sequence[int], position: int) -> RuntimeError:
    return RuntimeError(
        f"stack expects each tensor to be equal size, but got {list(first)} at entry 0 and {list(other)} at entry "
        f"{position}"
    )


def block_ndim(position: int, ndim: int) -> RuntimeError:
    return RuntimeError(
        f"torch.block_diag: Input tensors must have 2 or fewer dimensions. Input {position} has {ndim} dimensions"
    )


MESHGRID_INDEXING = "torch.meshgrid: in an upcoming release, it will be required to pass the indexing argument."


def meshgrid_indexing(given: str) -> RuntimeError:
    return RuntimeError(f'torch.meshgrid: indexing must be one of "xy" or "ij", but received: {given}')


def meshgrid_dtypes() -> RuntimeError:
    return RuntimeError("meshgrid expects all tensors to have the same dtype")


def meshgrid_ndim(spec: Any) -> RuntimeError:
    return RuntimeError(
        f"torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: {spec.dtype.tensor_type}{{{list(spec.size)}}}"
    )


def triangle_ndim(name: str) -> RuntimeError:
    return RuntimeError(f"{name}: input tensor must have at least 2 dimensions")


def triangle_size(what: str, n: int) -> RuntimeError:
    return RuntimeError(f"{what} must be non-negative, got{n}")


def diag_ndim(ndim: int) -> RuntimeError:
    return RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {ndim}D")


def trace_ndim(ndim: int) -> RuntimeError:
    return RuntimeError(f"trace: expected a matrix, but got tensor with dim {ndim}")


def flip_ndim(least: int) -> RuntimeError:
    return RuntimeError(f"Input must be >= {least}-d.")


def roll_without_shifts() -> RuntimeError:
    return RuntimeError("`shifts` required")


def roll_lengths(shifts: int, dims: int) -> RuntimeError:
    return RuntimeError(f"shifts and dimensions must align. shifts: {shifts}, dims:{dims}")


def rotation_count(count: int) -> RuntimeError:
    return RuntimeError(f"expected total rotation dims == 2, but got dims = {count}")


def rotation_ndim(ndim: int) -> RuntimeError:
    return RuntimeError(f"expected total dims >= 2, but got total dims = {ndim}")


def rotation_same(a: int, b: int) -> RuntimeError:
    return RuntimeError(f"expected rotation dims to be different, but got dim0 = {a} and dim1 = {b}")


def repeat_ndim() -> RuntimeError:
    return RuntimeError("Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor")


def negative_dimension(size: Sequence[int]) -> RuntimeError:
    first = next(n for n in size if n < 0)
    return RuntimeError(f"Trying to create tensor with negative dimension {first}: {list(size)}")


def negative_repeats() -> RuntimeError:
    return RuntimeError("Repeats must be non-negative")


def repeats_ndim() -> RuntimeError:
    return RuntimeError("repeats must be 0-dim or 1-dim tensor")


def repeats_size(repeats: int, n: int) -> RuntimeError:
    return RuntimeError(
        f"repeats must have the same size as input along dim, but got repeats.size(0) = {repeats} and input.size(0) = {n}"
    )


def repeats_negative() -> RuntimeError:
    return RuntimeError("repeats can not be negative")


def output_size(count: int, asked: int) -> RuntimeError:
    return RuntimeError(f"repeat_interleave: Invalid output_size, expected {count} but got {asked}")


def cuts_ndim(ndim: int) -> RuntimeError:
    return RuntimeError(
        "tensor_split expected tensor_indices_or_sections to be a zero-dimensional or one-dimensional tensor, but got a "
        f"tensor with {ndim} dims"
    )


def cuts_dtype(dtype: Any) -> RuntimeError:
    return RuntimeError(
        f"tensor_split expected tensor_indices_or_sections to have dtype of long, but got {dtype.scalar_name}"
    )


def split_ndim(name: str, least: int, ndim: int) -> RuntimeError:
    return RuntimeError(
        f"torch.{name} requires a tensor with at least {least} dimension, but got a tensor with {ndim} dimensions!"
    )


def split_uneven(name: str, dim: int, n: int, sections: int) -> RuntimeError:
    return RuntimeError(
        f"torch.{name} attempted to split along dimension {dim}, but the size of the dimension {n} is not divisible by the "
        f"split_size {sections}!"
    )


# ---- products of matrices ------------------------------------------------------------------------------------------


def _by(size: Sequence[int]) -> str:
    return "x".join(map(str, size))


def scalar_type(expected: Any, found: Any) -> RuntimeError:
    return RuntimeError(f"expected scalar type {expected.scalar_name} but found {found.scalar_name}")


def not_a_matrix(name: str, ndim: int | None = None) -> RuntimeError:
    return RuntimeError(f"{name} must be a matrix" + ("" if ndim is None else f", got {ndim}-D tensor"))


def not_a_vector(function: str, name: str, ndim: int) -> RuntimeError:
    return RuntimeError(f"{function}: Expected 1-D argument {name}, but got {ndim}-D")


def not_a_batch(name: str) -> RuntimeError:
    return RuntimeError(f"{name} must be a 3D tensor")


def at_least_1d(function: str, a: int, b: int) -> RuntimeError:
    return RuntimeError(f"both arguments to {function} need to be at least 1D, but they are {a}D and {b}D")


def matrix_shapes(a: Sequence[int], b: Sequence[int]) -> RuntimeError:
    return RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({_by(a)} and {_by(b)})")


def matrix_dtypes(a: Any, b: Any) -> RuntimeError:
    return RuntimeError(f"expected m1 and m2 to have the same dtype, but got: {a.cpp_name} != {b.cpp_name}")


def addmm_dtypes(name: str, own: Any, mat2: Any) -> RuntimeError:
    return RuntimeError(f"{name} and mat2 must have the same dtype, but got {own.scalar_name} and {mat2.scalar_name}")


def mv_ndim(own: int, mat: int, vec: int) -> RuntimeError:
    return RuntimeError(f"vector + matrix @ vector expected, got {own}, {mat}, {vec}")


def mv_size(own: int, mat: Sequence[int], vec: int) -> RuntimeError:
    return RuntimeError(f"size mismatch, got input ({own}), mat ({_by(mat)}), vec ({vec})")


def addmv_dtypes(own: Any, mat: Any, vec: Any) -> RuntimeError:
    return RuntimeError(
        f"addmv input tensors must have the same dtype, but got {own.scalar_name}, {mat.scalar_name}, and {vec.scalar_name}"
    )


def dot_ndim(a: int, b: int) -> RuntimeError:
    return RuntimeError(f"1D tensors expected, but got {a}D and {b}D tensors")


def dot_size(a: int, b: int) -> RuntimeError:
    return RuntimeError(
        f"inconsistent tensor size, expected tensor [{a}] and src [{b}] to have the same number of elements, but got {a} "
        f"and {b} elements respectively"
    )


def dot_dtypes(a: Any, b: Any) -> RuntimeError:
    return RuntimeError(
        f"dot : expected both vectors to have same dtype, but found {a.scalar_name} and {b.scalar_name}"
    )


def batch_shapes(wanted: Sequence[int], got: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"Expected size for first two dimensions of batch2 tensor to be: {list(wanted)} but got: {list(got[:2])}."
    )


def batch_counts(a: int, b: int) -> RuntimeError:
    return RuntimeError(f"batch1 and batch2 must have same number of batches, got {a} and {b}")


def addbmm_shapes(a: Sequence[int], b: Sequence[int]) -> RuntimeError:
    return RuntimeError(f"Incompatible matrix sizes for bmm ({_by(a[1:])} and {_by(b[1:])})")


def baddbmm_dtypes(own: Any, a: Any, b: Any) -> RuntimeError:
    return RuntimeError(
        f"Input dtypes must be the same, got: input {own.cpp_name}, batch1: {a.cpp_name}, batch2: {b.cpp_name}"
    )


def factor_is_float(name: str) -> RuntimeError:
    return RuntimeError(f"For integral input tensors, argument {name} must not be a floating point number.")


# ---- reading and writing by index and by mask ----------------------------------------------------------------------


def dim_index_out_of_bounds(index: int, dim: int, n: int) -> RuntimeError:
    return RuntimeError(f"index {index} is out of bounds for dimension {dim} with size {n}")


def index_not_integer(name: str) -> RuntimeError:
    return RuntimeError(f"{name}(): Expected dtype int32/int64 for index")


def index_ndim(own: str) -> RuntimeError:
    return RuntimeError(f"Index tensor must have the same number of dimensions as {own} tensor")


def gather_size(d: int, index: Sequence[int], own: Sequence[int], dim: int) -> RuntimeError:
    return RuntimeError(
        f"Size does not match at dimension {d} expected index {list(index)} to be no larger than self {list(own)} apart "
        f"from dimension {dim}"
    )


def scatter_dtype() -> RuntimeError:
    return RuntimeError("scatter(): Expected self.dtype to be equal to src.dtype")


def scatter_size(index: Sequence[int], own: Sequence[int], dim: int, src: Sequence[int] | None) -> RuntimeError:
    tail = "" if src is None else f" and to be no larger size than src {list(src)}"
    return RuntimeError(
        f"Expected index {list(index)} to be no larger than self {list(own)} apart from dimension {dim}{tail}"
    )


def scatter_reduction(allowed: str) -> RuntimeError:
    return RuntimeError(f"reduce argument must be {allowed}")


def index_select_vector() -> IndexError:
    return IndexError("index_select(): Index is supposed to be a vector")


def index_select_dtype() -> RuntimeError:
    return RuntimeError("index_select(): Expected dtype int32 or int64 for index")


def index_select_scalar(count: int) -> RuntimeError:
    return RuntimeError(f"index_select(): Index to scalar can have only 1 value, got {count} value(s)")


def index_select_range(index: int, n: int, dim: int, ndim: int) -> Exception:
    if dim or ndim > 2:
        return RuntimeError(f"INDICES element is out of DATA bounds, id={index} axis_dim={n}")
    return IndexError("index out of range in self")


def index_add_vector(index: Any) -> IndexError:
    return IndexError(
        f"index_add_(): Index is supposed to be a vector, but got dim: {index.ndim} with type: {index.dtype.scalar_name} "
        f"and size: {list(index.size)}"
    )


def index_add_dtype(dtype: Any) -> RuntimeError:
    return RuntimeError(f"index_add_(): Expected dtype int32/int64 for index but got: {dtype.scalar_name}")


def index_add_dtypes(own: Any, source: Any) -> RuntimeError:
    return RuntimeError(
        f"index_add_(): self ({own.scalar_name}) and source ({source.scalar_name}) must have the same scalar type"
    )


def index_add_count(indices: int, count: int, dim: int) -> RuntimeError:
    return RuntimeError(
        f"index_add_(): Number of indices ({indices}) should be equal to source.size(dim): ({count}), for dim: {dim}"
    )


def index_add_shape(own: Sequence[int], source: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        "source tensor shape must match self tensor shape, excluding the specified dimension. Got self.shape = "
        f"{list(own)} source.shape = {list(source)}"
    )


def index_add_range(index: int, n: int, dim: int, ndim: int) -> Exception:
    return dim_index_out_of_bounds(index, dim, n) if ndim > 1 else IndexError("index out of range in self")


def index_copy_vector(ndim: int) -> IndexError:
    return IndexError(f"index_copy_(): Index should have dimension 1 or 0 (got {ndim})")


def index_copy_scalar(count: int) -> IndexError:
    return IndexError(f"index_copy_(): When source is scalar, index should have one element (got {count})")


def index_copy_ndim(source: int, own: int) -> IndexError:
    return IndexError(
        "index_copy_(): When source and destination are not scalars, their dimensionality must match. Source "
        f"dimensionality ({source}), destination dimensionality ({own})"
    )


def long_index(name: str, dtype: Any) -> RuntimeError:
    return RuntimeError(f"{name}(): Expected a long tensor for index, but got {dtype.scalar_name}")


def index_copy_dtypes(own: Any, source: Any) -> RuntimeError:
    return RuntimeError(
        f"index_copy_(): self and source expected to have the same dtype, but got (self) {own.scalar_name} and (source) "
        f"{source.scalar_name}"
    )


def index_copy_slices(dim: int, own: Sequence[int], source: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        "index_copy_(): Source/destination tensor must have same slice shapes. Destination slice shape: "
        f"{' '.join(map(str, own))} at dimension {dim} and source slice shape: {' '.join(map(str, source))} at dimension 0."
    )


def index_copy_count(indices: int, count: int) -> IndexError:
    return IndexError(f"index_copy_(): Number of indices ({indices}) should be equal to source.size(dim) ({count})")


def index_copy_range(index: int, dim: int, n: int) -> IndexError:
    return IndexError(f"index_copy_(): index {index} is out of bounds for dimension {dim} with size {n}")


def index_fill_dtype() -> IndexError:
    return IndexError("index_fill_(): Expected dtype int64 for index.")


def index_fill_vector() -> RuntimeError:
    return RuntimeError("Index has to be a vector/scalar")


def value_ndim(name: str, ndim: int) -> RuntimeError:
    return RuntimeError(f"{name} only supports a 0-dimensional value tensor, but got tensor with {ndim} dimension(s).")


def complex_value(name: str, own: Any) -> RuntimeError:
    if name == "index_fill_":
        return RuntimeError("index_fill_(): Converting complex Scalar to non-complex type is not supported")
    kind = "int64_t" if own.scalar_name == "Long" else own.cpp_name
    return RuntimeError(f"value cannot be converted to type {kind} without overflow")


def mask_dtype(name: str, given: str) -> RuntimeError:
    return RuntimeError(f"{name} only supports boolean masks, but got mask with dtype {given}")


def masked_select_dtype() -> RuntimeError:
    return RuntimeError("masked_select: expected BoolTensor for mask")


def masked_scatter_dtypes(own: Any, source: Any) -> RuntimeError:
    return RuntimeError(
        f"masked_scatter: expected self and source to have same dtypes but got{own.scalar_name} and {source.scalar_name}"
    )


def masked_scatter_count() -> RuntimeError:
    return RuntimeError("Number of elements of source < number of ones in mask")


def index_put_too_many(ndim: int, count: int) -> IndexError:
    return IndexError(f"too many indices for tensor of dimension {ndim} (got {count})")


def index_put_dtypes(own: Any, values: Any) -> RuntimeError:
    return RuntimeError(
        f"Index put requires the source and destination dtypes match, got {own.scalar_name} for the destination and "
        f"{values.scalar_name} for the source."
    )


def take_from_empty() -> IndexError:
    return IndexError("take(): tried to take from an empty tensor")


def take_along_dtype(dtype: Any) -> RuntimeError:
    return RuntimeError(f"torch.take_along_dim(): dtype of indices should be Long but got {dtype.scalar_name}")


def take_along_ndim(own: int, indices: int) -> RuntimeError:
    return RuntimeError(
        f"torch.take_along_dim(): input and indices should have the same number of dimensions, but got {own} dimensions "
        f"for input, and {indices} dimensions for indices"
    )


def position_out_of_range(index: int, count: int) -> IndexError:
    return IndexError(f"out of range: tried to access index {index} on a tensor of {count} elements.")


def put_dtypes(own: Any, source: Any) -> RuntimeError:
    return RuntimeError(
        f"put_(): self and source expected to have the same dtype, but got self.dtype = {own.scalar_name} and "
        f"source.dtype = {source.scalar_name}"
    )


def put_count(source: int, index: int) -> IndexError:
    return IndexError(
        "put_(): Expected source and index to have the same number of elements, but got source.numel() = "
        f"{source}, index.numel() = {index}"
    )


def put_into_empty() -> IndexError:
    return IndexError("put_(): Tried to put elements into an empty tensor")


def part_size(source: Sequence[int], part: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"expected src to have a size equal to the slice of self. src size = {list(source)}, slice size = {list(part)}"
    )


# ---- losses --------------------------------------------------------------------------------------------------------


def invalid_reduction(reduction: str) -> ValueError:
    return ValueError(f"{reduction} is not a valid value for reduction")


def old_reduction(reduction: str) -> str:
    return f"size_average and reduce args will be deprecated, please use reduction='{reduction}' instead."


def different_target_size(target: Any, input: Any) -> str:
    return (
        f"Using a target size ({target}) that is different to the input size ({input}). This will likely lead to incorrect "
        "results due to broadcasting. Please ensure they have the same size."
    )


def weight_size() -> ValueError:
    return ValueError("Weights and input must have the same size.")


def negative_beta() -> RuntimeError:
    return RuntimeError("smooth_l1_loss does not support negative values for beta.")


def positive_delta() -> RuntimeError:
    return RuntimeError("huber_loss does not support non-positive values for delta.")


def nll_of_scalar() -> ValueError:
    return ValueError("Expected 1 or more dimensions (got 0)")


def target_batch(input: int, target: int) -> ValueError:
    return ValueError(f"Expected input batch_size ({input}) to match target batch_size ({target}).")


def multi_target() -> RuntimeError:
    return RuntimeError("0D or 1D target tensor expected, multi-target not supported")


def target_size(input: Sequence[int], target: Sequence[int]) -> RuntimeError:
    if len(input) == 4:
        return RuntimeError(f"size mismatch (got input: {list(input)} , target: {list(target)}")
    return RuntimeError(f"Expected target size {[input[0], *input[2:]]}, got {list(target)}")


def target_dtype(dtype: Any) -> RuntimeError:
    return RuntimeError(f"expected target dtype to be Long or Byte, but got {dtype.scalar_name}")


def target_out_of_bounds(target: int) -> IndexError:
    return IndexError(f"Target {target} is out of bounds.")


def class_weights(classes: int, size: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"weight tensor should be defined either for all {classes} classes or no classes but got weight tensor of shape: "
        f"{list(size)}"
    )


def label_smoothing(given: float) -> RuntimeError:
    return RuntimeError(f"label_smoothing must be between 0.0 and 1.0. Got: {given:g}")


def probabilities_dtype(dtype: Any) -> RuntimeError:
    return RuntimeError(f"Expected floating point type for target with class probabilities, got {dtype.scalar_name}")


def ignore_index_of_probabilities() -> RuntimeError:
    return RuntimeError("ignore_index is not supported for floating point target")


def bce_target_size(target: Any, input: Any) -> ValueError:
    return ValueError(
        f"Using a target size ({target}) that is different to the input size ({input}) is deprecated. Please ensure they "
        "have the same size."
    )


def logits_target_size(target: Any, input: Any) -> ValueError:
    return ValueError(f"Target size ({target}) must be the same as input size ({input})")


def found_dtype(found: Any, expected: Any) -> RuntimeError:
    return RuntimeError(f"Found dtype {found.scalar_name} but expected {expected.scalar_name}")


def not_a_probability(name: str) -> RuntimeError:
    return RuntimeError(f"all elements of {name} should be between 0 and 1")


# ---- data that a Python program asks for ---------------------------------------------------------------------------


def numpy_requires_grad() -> RuntimeError:
    return RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")


def ambiguous_bool(numel: int) -> RuntimeError:
    if numel == 0:
        return RuntimeError("Boolean value of Tensor with no values is ambiguous")
    return RuntimeError("Boolean value of Tensor with more than one value is ambiguous")


def len_of_0d() -> TypeError:
    return TypeError("len() of a 0-d tensor")


def iteration_over_0d() -> TypeError:
    return TypeError("iteration over a 0-d tensor")


def not_an_index() -> TypeError:
    return TypeError("only integer tensors of a single element can be converted to an index")


def format_of_tensor() -> TypeError:
    return TypeError("unsupported format string passed to Tensor.__format__")


def python_number() -> ValueError:
    return ValueError("only one element tensors can be converted to Python scalars")


def not_a_scalar(numel: int) -> Exception:
    if config.profile.version == "1.6":
        return ValueError("only one element tensors can be converted to Python scalars")
    return RuntimeError(f"a Tensor with {numel} elements cannot be converted to Scalar")


# ---- arguments -----------------------------------------------------------------------------------------------------


def unexpected_keyword(name: str, keyword: str) -> TypeError:
    return TypeError(f"{name}() got an unexpected keyword argument '{keyword}'")


def repeated_argument(name: str, keyword: str) -> TypeError:
    return TypeError(f"{name}() got multiple values for argument '{keyword}'")


def too_many_arguments(name: str, takes: int, given: int) -> TypeError:
    return TypeError(f"{name}() takes {takes} positional argument{'s' if takes != 1 else ''} but {given} were given")


def missing_arguments(name: str, required: list[str]) -> TypeError:
    names = ", ".join(f'"{"input" if n == "self" else n}"' for n in required)
    return TypeError(f"{name}() missing {len(required)} required positional arguments: {names}")


def argument_type(name: str, param: str, given: Any, position: int = 0) -> TypeError:
    place = f"'{'input' if param == 'self' else param}'" + (f" (position {position})" if position else "")
    return TypeError(f"{name}(): argument {place} must be Tensor, not {type(given).__name__}")


def sequence_type(name: str, param: str, position: int, given: Any) -> TypeError:
    return TypeError(
        f"{name}(): argument '{param}' (position {position}) must be tuple of Tensors, not {type(given).__name__}"
    )


def sequence_member(i: int, position: int, given: Any) -> TypeError:
    return TypeError(f"expected Tensor as element {i} in argument {position}, but got {type(given).__name__}")


def return_type_length(name: str, wanted: int, given: int) -> TypeError:
    return TypeError(f"torch.return_types.{name}() takes a {wanted}-sequence ({given}-sequence given)")


# ---- reductions ----------------------------------------------------------------------------------------------------


def not_implemented_for(kernel: str, scalar_name: str) -> NotImplementedError:
    return NotImplementedError(f"\"{kernel}\" not implemented for '{scalar_name}'")


def mean_dtype(whose: str, scalar_name: str) -> RuntimeError:
    return RuntimeError(
        f"mean(): could not infer output dtype. {whose} dtype must be either a floating point or complex dtype. Got: "
        f"{scalar_name}"
    )


def nansum_complex() -> RuntimeError:
    return RuntimeError("nansum on CPU does not support complex inputs")


def spread_dtype(name: str) -> RuntimeError:
    names = name if "_" in name else "std and var"
    return RuntimeError(f"{names} only support floating point and complex dtypes")


def degrees_of_freedom(name: str) -> str:
    return (
        f"{name}(): degrees of freedom is <= 0. Correction should be strictly less than the reduction factor (input numel "
        "divided by output numel)."
    )


def empty_reduction(name: str) -> RuntimeError:
    return RuntimeError(
        f"{name}(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the "
        "'dim' argument."
    )


def empty_search(name: str) -> IndexError:
    return IndexError(f"{name}(): Expected reduction dim to be specified for input.numel() == 0.")


def empty_dimension(name: str, dim: int) -> IndexError:
    call = name if name == "aminmax" else f"{name}()"
    return IndexError(f"{call}: Expected reduction dim {dim} to have non-zero size.")


def empty_aminmax() -> RuntimeError:
    return RuntimeError("aminmax(): cannot compute aminmax over an empty dimension as the operation has no identity.")


def search_dtype(name: str, kind: str) -> RuntimeError:
    return RuntimeError(f"{name}(): does not support {kind} input")


def norm_dtype(scalar_name: str) -> RuntimeError:
    return RuntimeError(f"linalg.vector_norm: Expected a floating point or complex tensor as input. Got {scalar_name}")


def norm_dtype_asked(scalar_name: str) -> RuntimeError:
    return RuntimeError(f"linalg.vector_norm: dtype should be floating point or complex, but got {scalar_name}")


def norm_dtype_kind(is_complex: bool, scalar_name: str) -> RuntimeError:
    kind = "complex" if is_complex else "real"
    return RuntimeError(f"linalg.vector_norm: dtype should be {kind} for {kind} inputs, but got {scalar_name}")


def norm_dtype_narrow(own: str, asked: str) -> RuntimeError:
    return RuntimeError(
        f"linalg.vector_norm: the dtype of the input ({own}) should be convertible without narrowing to the specified "
        f"dtype ({asked})"
    )


def empty_norm(ord: float, dim: int | None) -> RuntimeError:
    where = (
        "on an empty tensor because" if dim is None else f"on the dimension {dim}because this dimension is empty and"
    )
    return RuntimeError(
        f"linalg.vector_norm cannot compute the {ord:g} norm {where} the operation does not have an identity"
    )


def dist_dtype(scalar_name: str) -> RuntimeError:
    return RuntimeError(f"norm(): input dtype should be either floating point or complex. Got {scalar_name} instead.")


def sort_complex(name: str) -> RuntimeError:
    return RuntimeError(f" {name} does not support complex dtypes on CPU")


def topk_range() -> RuntimeError:
    return RuntimeError("selected index k out of range")


def topk_bool() -> RuntimeError:
    return RuntimeError("topk does not support bool dtypes on CPU")


def rank_range(dim: int) -> RuntimeError:
    return RuntimeError(f"kthvalue(): selected number k out of range for dimension {dim}")


def quantile_empty() -> RuntimeError:
    return RuntimeError("quantile() input tensor must be non-empty")


def quantile_dtype() -> RuntimeError:
    return RuntimeError("quantile() input tensor must be either float or double dtype")


def quantile_interpolation(given: str) -> RuntimeError:
    return RuntimeError(
        f"quantile() interpolation must be one of linear, lower, higher, midpoint or nearest, but got {given}"
    )


def quantile_number(q: float) -> RuntimeError:
    return RuntimeError(f"quantile() q must be in the range [0, 1] but got {q:g}")


def quantile_ndim() -> RuntimeError:
    return RuntimeError("quantile() q must be a scalar or 1D tensor")


def quantile_q_dtype() -> RuntimeError:
    return RuntimeError("quantile() q tensor must be same dtype as the input tensor")


def quantile_range() -> RuntimeError:
    return RuntimeError("quantile() q values must be in the range [0, 1]")


def search_side(side: str) -> RuntimeError:
    return RuntimeError(f"torch.searchsorted(): side can only be 'left' or 'right' but got {side}")


def search_sides(side: str) -> RuntimeError:
    return RuntimeError(
        f"torch.searchsorted(): side and right can't be set to opposites, got side of {side} while right was True"
    )


def search_scalar(ndim: int) -> RuntimeError:
    return RuntimeError(
        "torch.searchsorted(): input value can be a scalar only when boundaries tensor dimension is 1, but we got "
        f"boundaries tensor dim({ndim}) and input value's dim(0) numel(1)"
    )


def search_shapes(sequence: tuple[int, ...], values: tuple[int, ...]) -> RuntimeError:
    return RuntimeError(
        "torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 dimensions of boundaries tensor "
        f"and input value tensor must match, but we got boundaries tensor {list(sequence)} and input value tensor "
        f"{list(values)}"
    )


def bucketize_ndim(ndim: int) -> RuntimeError:
    return RuntimeError(f"boundaries tensor must be 1 dimension, but got dim({ndim})")


def bincount_input() -> RuntimeError:
    return RuntimeError("bincount only supports 1-d non-negative integral inputs.")


def bincount_minlength() -> RuntimeError:
    return RuntimeError("minlength should be >= 0")


def bincount_weights() -> RuntimeError:
    return RuntimeError("weights should be 1-d and have the same length as input")


def histogram_bins(bins: int) -> RuntimeError:
    return RuntimeError(f"torch.histogram(): bins must be > 0, but got {bins} for dimension 0")


def histogram_order() -> RuntimeError:
    return RuntimeError("torch.histc: max must be larger than min")


def histogram_range(low: float, high: float) -> RuntimeError:
    return RuntimeError(f"torch.histc: range of [{low:g}, {high:g}] is not finite")


def diff_of_scalar() -> RuntimeError:
    return RuntimeError("diff expects input to be at least one-dimensional")


def diff_order(n: int) -> RuntimeError:
    return RuntimeError(f"order must be non-negative but got {n}")


def diff_ndim() -> RuntimeError:
    return RuntimeError("diff expects prepend or append to be the same dimension as input")


# ---- elementwise operations ----------------------------------------------------------------------------------------


def no_derivative(name: str) -> RuntimeError:
    return RuntimeError(f"derivative for aten::{name} is not implemented")


def zero_division() -> RuntimeError:
    return RuntimeError("ZeroDivisionError")


def negative_integer_power() -> RuntimeError:
    return RuntimeError("Integers to negative integer powers are not allowed.")


def float_power_dtype(own: str, needed: str) -> RuntimeError:
    return RuntimeError(
        f"the base given to float_power_ has dtype {own} but the operation's result requires dtype {needed}"
    )


def positive_bool() -> RuntimeError:
    return RuntimeError("The `+` operator, on a bool tensor is not supported.")


def neg_bool() -> RuntimeError:
    return RuntimeError(
        "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, use the `~` or "
        "`logical_not()` operator instead."
    )


def sub_bools() -> RuntimeError:
    return RuntimeError(
        "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` operator "
        "instead."
    )


def sub_bool() -> RuntimeError:
    return RuntimeError(
        "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a mask, use the "
        "`~` or `logical_not()` operator instead."
    )


def alpha_bool() -> RuntimeError:
    return RuntimeError("Boolean alpha only supported for Boolean results.")


def alpha_float() -> RuntimeError:
    return RuntimeError("For integral input tensors, argument alpha must not be a floating point number.")


def alpha_complex() -> RuntimeError:
    return RuntimeError("For non-complex input tensors, argument alpha must not be a complex number.")


def addcdiv_integers() -> RuntimeError:
    return RuntimeError(
        "Integer division with addcdiv is no longer supported, and in a future  release addcdiv will perform "
        "a true division of tensor1 and tensor2. The historic addcdiv behavior can be implemented as (input +"
        " value * torch.trunc(tensor1 / tensor2)).to(input.dtype) for integer inputs and as (input + value * "
        "tensor1 / tensor2) for float inputs. The future addcdiv behavior is just the latter implementation: "
        "(input + value * tensor1 / tensor2), for all dtypes."
    )


def lerp_dtype(own: str, argument: str, got: str) -> RuntimeError:
    return RuntimeError(f"expected dtype {own} for `{argument}` but got dtype {got}")


def rounding_mode(given: Any) -> RuntimeError:
    return RuntimeError(f"div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '{given}'")


def sign_complex() -> NotImplementedError:
    return NotImplementedError(
        "Unlike NumPy, torch.sign is not intended to support complex numbers. Please use torch.sgn instead."
    )


def signbit_complex() -> NotImplementedError:
    return NotImplementedError("signbit is not implemented for complex tensors.")


def complex_unsupported(name: str) -> RuntimeError:
    return RuntimeError(f"{name} is not supported for complex tensors.")


def complex_inputs(name: str) -> NotImplementedError:
    return NotImplementedError(f"{name} is not supported for complex inputs")


def complex_tested(name: str) -> RuntimeError:
    return RuntimeError(f"{name} does not support complex inputs.")


def complex_order(name: str) -> RuntimeError:
    return RuntimeError(f"{name} not implemented for complex tensors.")


def clamp_without_bounds() -> RuntimeError:
    return RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")


def clamp_complex() -> NotImplementedError:
    return NotImplementedError("clamp is not supported for complex types")


def relu_bool() -> RuntimeError:
    return RuntimeError("Boolean inputs not supported for relu")


def hardtanh_bool() -> RuntimeError:
    return RuntimeError("Bool inputs not supported for hardtanh")


def hardtanh_bounds() -> ValueError:
    return ValueError("min_val cannot be greater than max_val")


def where_condition(scalar_name: str) -> RuntimeError:
    return RuntimeError(f"where expected condition to be a boolean tensor, but got a tensor with dtype {scalar_name}")


def heaviside_complex() -> RuntimeError:
    return RuntimeError("heaviside is not yet implemented for complex tensors.")


def heaviside_dtypes() -> RuntimeError:
    return RuntimeError("heaviside is not yet implemented for tensors with different dtypes.")


def isclose_dtypes(a: str, b: str) -> RuntimeError:
    return RuntimeError(f"{a} did not match {b}")


def isclose_tolerance(name: str, given: Any) -> RuntimeError:
    return RuntimeError(f"{name} must be greater than or equal to zero, but got {given:g}")


def complex_autograd(name: str) -> RuntimeError:
    return RuntimeError(f"{name} does not support automatic differentiation for outputs with complex dtype.")


def hardtanh_unsigned() -> RuntimeError:
    return RuntimeError("cannot do hardtanh on an unsigned type with negative limits")


def gelu_approximation() -> RuntimeError:
    return RuntimeError("approximate argument must be either none or tanh.")


def invert_float() -> TypeError:
    return TypeError("~ (operator.invert) is only implemented on integer and Boolean-type tensors")


def in_place_leaky_relu() -> RuntimeError:
    return RuntimeError(
        "In-place leakyReLu backward calculation is triggered with a negative slope which is not supported. This is caused "
        "by calling in-place forward function with a negative slope, please call out-of-place version instead. File an "
        "issue at https://github.com/pytorch/pytorch if you do require supporting in-place leakRelu backward calculation "
        "with negative slope"
    )


def in_place_elu() -> RuntimeError:
    return RuntimeError(
        "In-place elu backward calculation is triggered with a negative slope which is not supported. This is caused by "
        "calling in-place forward function with a negative slope, please call out-of-place version instead."
    )
