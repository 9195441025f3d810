"""Programs of real users: what went wrong for them, what PyTorch answers, and whether leafjax answers the same."""

import importlib
import json
import warnings
from pathlib import Path
from typing import Any, Dict, List

from facts.catalogue import numbers
from facts.compare import compare
from facts.recorder import RAISED, error_text

_FOLDER = Path(__file__).parent

# Cases that need what later work builds; a test checks that each of them still differs.
BEYOND = {
    "009_deepcopy_of_nonleaf": "copy.deepcopy",
    "028_resize_and_counter": "resize_",
    "029_set_on_saved_tensor": "set_",
    "073_custom_alias_then_base_written": "custom Function",
    "075_none_or_zeros_through_function": "custom Function",
    "076_wrong_backward_found_by_gradcheck": "custom Function and gradcheck",
    "078_dirty_not_returned": "custom Function",
    "086_clamp_boundary": "nn.functional",
    "089_second_derivatives_at_smooth_points": "nn.functional, sinc, logaddexp, exp2",
    "093_det_of_singular_matrix": "det and inverse",
    "102_inference_mode_errors": "inference_mode",
    "106_vmap_writes": "vmap",
    "117_jacobian_of_inplace_function": "autograd.functional.jacobian",
    "118_cholesky_like_inplace_algorithm": "inverse",
}

# Cases that end in an accident of PyTorch's implementation, which leafjax does not repeat.
ACCIDENTS = {
    "034_overlapping_copy": "a copy between overlapping parts of one tensor reads what it has just written",
    "065_gradient_changed_in_place_by_hook": "a gradient changed in place by a hook changes another's, as they share memory",
}

# Cases whose derivatives follow other conventions in 1.6: ties, zeros and corners are the defaults' alone.
CONVENTIONS_1_6 = {
    "080_prod_with_zeros": "prod at zeros",
    "083_norm_at_zero": "norms at zero",
    "085_ties_in_max_min": "ties in max, min, median",
    "088_sqrt_abs_pow_at_zero": "atan2 at zero",
}


def names() -> List[str]:
    """Return the names of all cases, in order."""
    return sorted(path.stem[len("case_") :] for path in _FOLDER.glob("case_*.py"))


def expected(profile: str) -> Dict[str, Dict[str, Any]]:
    """Read what real PyTorch of a version returned for each case."""
    file = _FOLDER / ("expected_%s.json" % profile.replace(".", "_"))
    return json.loads(file.read_text(encoding="utf-8"))


def known(profile: str) -> List[str]:
    """Return the cases that make sense in a PyTorch version."""
    return [name for name in names() if numbers(_module(name).SINCE or "1.6") <= numbers(profile)]


def followed(profile: str) -> List[str]:
    """Return the cases that leafjax must answer as a PyTorch version does."""
    return [name for name in known(profile) if name not in not_followed(profile)]


def not_followed(profile: str) -> Dict[str, str]:
    """Return the cases that leafjax answers otherwise, with the reason."""
    found = dict(BEYOND)
    found.update(ACCIDENTS)
    if profile == "1.6":
        found.update(CONVENTIONS_1_6)
    return found


def differences(name: str, torch: Any, profile: str, who: str = "leafjax") -> List[str]:
    """Run a case and return how its facts differ from those of a PyTorch version."""
    return compare(expected(profile)[name], _run(name, torch), who)


def _module(name: str) -> Any:
    return importlib.import_module("facts.cases.case_" + name)


def _run(name: str, torch: Any) -> Dict[str, Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return json.loads(json.dumps(_module(name).run(torch)))
        except Exception as error:
            return {RAISED: error_text(error)}
