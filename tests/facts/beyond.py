"""Programs whose recorded facts leafjax does not follow, with the reason; a test checks that they do differ."""

_FILLED = "1.6 makes this result by filling an empty tensor in place, so that it starts at version 1"
_LAYOUT = "1.6's kernel for this function does not keep the layout of its input"

_PLACE = "PyTorch leaves a gradient that is a part of a bigger one where it lies; here `.grad` has memory of its own"

BEYOND = {
    "2.13": {
        "complex_views.complex_from_parts": _PLACE,
        "gather_scatter.cat_of_leaves": _PLACE,
    },
    "1.6": {
        "gather_scatter.cat_of_leaves": _PLACE,
        "creation.as_tensor_shares_when_it_can": _FILLED,
        "creation.constants": _FILLED,
        "creation.created_with_requires_grad": _FILLED,
        "creation.new_family": _FILLED,
        "dtypes_promotion.casts": _FILLED,
        "dtypes_promotion.logical_operators": _FILLED,
        "dtypes_promotion.type_as_and_to_copy": _FILLED,
        "gather_scatter.index_add_rows": _FILLED,
        "gather_scatter.index_copy_and_index_fill": _FILLED,
        "gather_scatter.masked_fill_with_a_number_and_a_tensor": _FILLED,
        "gather_scatter.masked_scatter_values": _FILLED,
        "gather_scatter.scatter_add_with_repeats": _FILLED,
        "gather_scatter.scatter_of_a_number": _FILLED,
        "gather_scatter.scatter_of_values": _FILLED,
        "indexing_write.index_put_with_and_without_accumulation": _FILLED,
        "leaves.tensor_from_a_tensor_copies": _FILLED,
        "leaves.to_int_drops_the_gradient": _FILLED,
        "leaves.to_other_dtype_is_no_leaf": _FILLED,
        "pointwise.comparisons_have_no_graph": _FILLED,
        "strides.contiguous_of_a_transpose_copies": _FILLED,
        "strides.elementwise_of_a_transpose_keeps_its_layout": _LAYOUT,
        "strides.likes_keep_dense_strides": _LAYOUT,
        "strides.stack_and_cat_of_transposes": _LAYOUT,
    },
}
