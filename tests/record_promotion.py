"""Record what PyTorch says about dtypes and promotion: `python tests/record_promotion.py` writes data/promotion.json.

Run with PyTorch 2.13 it writes the record, run with 1.6 it adds what differs there.
"""

import json
import operator
import pathlib
import sys
import warnings

FILE = pathlib.Path(__file__).parent / "data" / "promotion.json"
NAMES = "bool uint8 int8 int16 int32 int64 uint16 uint32 uint64 float16 bfloat16 float32 float64 complex64 complex128".split()
NUMBERS = {"bool": True, "int": 1, "float": 1.0, "complex": 1j}
OPERANDS = (
    [f"tensor {name}" for name in NAMES] + [f"scalar {name}" for name in NAMES] + [f"number {name}" for name in NUMBERS]
)
DEFAULTS = ("float32", "float64", "float16", "bfloat16")
BINARY = {"add": operator.add, "div": operator.truediv, "lt": operator.lt, "eq": operator.eq}
IN_PLACE = ("add_", "div_", "eq_", "atan2_")
UNARY = ("sin", "abs", "isnan", "sum", "sin_", "abs_")


def operand(torch, text):
    """The tensor, 0-dim tensor or number that a text such as "scalar int64" names; None if this PyTorch has no such."""
    kind, name = text.split()
    if kind == "number":
        return NUMBERS[name]
    dtype = getattr(torch, name, None)
    return None if dtype is None else torch.ones((1,) if kind == "tensor" else (), dtype=dtype)


def outcome(function, *args):
    """What a call gives, as text: a dtype or other value, or the first line of its error."""
    try:
        found = function(*args)
    except Exception as error:
        return f"{type(error).__name__}: {str(error).splitlines()[0]}"
    return str(getattr(found, "dtype", found)).replace("torch.", "")


def table(torch, function, lefts, rights):
    """One row per left operand: the outcome with each right operand."""
    return {
        left: [outcome(function, operand(torch, left), operand(torch, right)) for right in rights]
        for left in lefts
        if operand(torch, left) is not None
    }


def known(torch):
    """The operands that this PyTorch has."""
    return [text for text in OPERANDS if operand(torch, text) is not None]


def record_tables(torch):
    """Result dtype or error of every pair of operands."""
    every = known(torch)
    tensors = [text for text in every if not text.startswith("number")]
    tables = {}
    for default in DEFAULTS:
        torch.set_default_dtype(getattr(torch, default))
        tables[f"result_type {default}"] = table(torch, torch.result_type, every, every)
    torch.set_default_dtype(torch.float32)
    for name, function in BINARY.items():
        tables[name] = table(torch, function, tensors, every)
        tables[f"r{name}"] = table(torch, lambda a, b, f=function: f(b, a), tensors, every[-len(NUMBERS) :])
    for name in IN_PLACE:
        rights = [text for text in every if name != "atan2_" or not text.startswith("number")]
        tables[name] = table(torch, lambda a, b, n=name: getattr(a, n)(b), tensors, rights)
    return tables


def record_dtypes(torch):
    """What each dtype object says about itself, alone and in pairs."""
    dtypes = [getattr(torch, name) for name in NAMES if hasattr(torch, name)]
    facts = {}
    for d in dtypes:
        facts[str(d)[6:]] = {
            "repr": repr(d),
            "itemsize": getattr(d, "itemsize", None),
            "is_floating_point": d.is_floating_point,
            "is_complex": d.is_complex,
            "is_signed": d.is_signed,
            "to_real": outcome(lambda d=d: d.to_real()),
            "to_complex": outcome(lambda d=d: d.to_complex()),
            "type": torch.empty(0, dtype=d).type(),
            "finfo": outcome(lambda d=d: repr(torch.finfo(d))),
            "iinfo": outcome(lambda d=d: repr(torch.iinfo(d))),
            "limits": limits(torch.finfo if d.is_floating_point or d.is_complex else torch.iinfo, d),
            "names": [name for name in sorted(dir(torch)) if getattr(torch, name) is d],
            "promote": [outcome(torch.promote_types, d, other) for other in dtypes],
            "can_cast": [int(torch.can_cast(d, other)) for other in dtypes],
            "default": outcome(torch.set_default_dtype, d),
            "unary": [outcome(lambda d=d, n=name: getattr(torch.ones(1, dtype=d), n)()) for name in UNARY],
        }
        torch.set_default_dtype(torch.float32)
    return facts


def limits(info, d):
    """The attributes of `finfo` or `iinfo`, exactly."""
    names = ("bits", "dtype", "eps", "max", "min", "resolution", "smallest_normal", "tiny")
    try:
        return {name: getattr(info(d), name) for name in names if hasattr(info(d), name)}
    except TypeError:
        return {}


def record(torch):
    """All of it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return {"dtypes": record_dtypes(torch), "tables": record_tables(torch)}


def pack(recorded):
    """Put each distinct outcome of the tables down once."""
    texts = sorted({text for table in recorded["tables"].values() for row in table.values() for text in row})
    index = {text: i for i, text in enumerate(texts)}
    tables = {
        name: {left: " ".join(str(index[text]) for text in row) for left, row in table.items()}
        for name, table in recorded["tables"].items()
    }
    return {"dtypes": recorded["dtypes"], "outcomes": texts, "tables": tables}


def unpack(packed):
    """What `pack` packed."""
    texts = packed["outcomes"]
    tables = {
        name: {left: [texts[int(i)] for i in row.split()] for left, row in table.items()}
        for name, table in packed["tables"].items()
    }
    return {"dtypes": packed["dtypes"], "tables": tables}


def differences(new, old, names):
    """What an older PyTorch makes another dtype: [table, left, right, new outcome, old outcome].

    Left out: bfloat16, which 1.6 promotes with nothing ("unsupported scalarType").
    """
    found = []
    for name in names:
        for left, row in old["tables"][name].items():
            rights = list(old["tables"][name])
            known_new = dict(zip(list(new["tables"][name]), new["tables"][name][left]))
            found += [
                [name, left, right, known_new[right], text]
                for right, text in zip(rights, row)
                if known_new[right] != text and "bfloat16" not in left + right
            ]
    return found


def main():
    """Write the record, or add the differences of an older PyTorch."""
    import torch

    warnings.simplefilter("ignore")
    if torch.__version__.startswith("1.6"):
        data = json.loads(FILE.read_text())
        old = {"tables": record_tables(torch)}  # no facts: its finfo(bfloat16) ends the process
        data["1.6"] = differences(unpack(data), old, ["result_type float32", "result_type float64"])
    else:
        data = pack(record(torch))
    FILE.write_text(json.dumps(data, indent=0) + "\n")
    sys.stdout.write(f"{FILE.name}: {FILE.stat().st_size} bytes\n")


if __name__ == "__main__":
    main()
