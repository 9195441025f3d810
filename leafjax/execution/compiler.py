"""Running a recorded program: kernel by kernel the first time, compiled whole when it comes again.

Compiling costs tens of milliseconds even for a tiny program, so a program seen once is run through the executables of
its single kernels, which all programs share.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import numpy as np

from leafjax.execution.kernel import NUMBER_DTYPES, Signature
from leafjax.execution.value import Aval

Structure = tuple[tuple[Signature, ...], tuple[int, ...], tuple[bool, ...]]

WHOLE_AT = 2  # a program is compiled whole the second time it comes
WHOLE_UP_TO = 1000  # kernels; compile time grows faster than the program

_seen: dict[Structure, int] = {}
_whole: dict[Structure, Callable[..., Any]] = {}


class Stats:
    """Counters that tests and benchmarks read: programs run, and programs compiled whole."""

    def __init__(self) -> None:
        self.runs = self.compiled = 0


stats = Stats()


def run_program(structure: Structure, inputs: list[Any]) -> list[Any]:
    """The results that are alive, in order."""
    stats.runs += 1
    whole = _whole.get(structure)
    if whole is None:
        times = _seen[structure] = _seen.get(structure, 0) + 1
        if times < WHOLE_AT or len(structure[0]) > WHOLE_UP_TO:
            return _interpret(structure, inputs, _call_compiled)
        stats.compiled += 1
        whole = _whole[structure] = _compile(structure, inputs)
    return whole(inputs)


def _call_compiled(signature: Signature, arrays: list[Any]) -> Any:
    return signature.compiled(*arrays)


def _call_traced(signature: Signature, arrays: list[Any]) -> Any:
    return signature.run(*arrays)


def _interpret(structure: Structure, inputs: list[Any], call: Callable[[Signature, list[Any]], Any]) -> list[Any]:
    """Walk the program; a result is dropped after its last use unless it is alive."""
    signatures, wiring, alive = structure
    last = {slot: i for i, slot in enumerate(wiring) if slot >= 0}
    results: dict[int, Any] = {}
    at = 0
    for signature in signatures:
        slots = wiring[at : at + len(signature.operands)]
        arrays = [
            _typed(inputs[~s], aval) if s < 0 else results[s] for s, aval in zip(slots, signature.operands, strict=True)
        ]
        out = call(signature, arrays)
        for array in out if signature.many else (out,):
            results[len(results)] = array
        at += len(slots)
        for s in slots:
            if s >= 0 and last[s] < at and not alive[s]:
                results[s] = None
    return [results[i] for i, wanted in enumerate(alive) if wanted]


def _typed(operand: Any, aval: Aval) -> Any:
    return aval.dtype.type(operand) if type(operand) in NUMBER_DTYPES else operand


def _compile(structure: Structure, inputs: list[Any]) -> Callable[[list[Any]], list[Any]]:
    """One executable for the whole program. Numbers travel in one array per kind, since every argument costs time."""
    kinds = tuple([type(v) if type(v) in NUMBER_DTYPES else None for v in inputs])
    present = [kind for kind in NUMBER_DTYPES if kind in kinds]

    def program(arrays: list[Any], packs: list[Any]) -> list[Any]:
        array, pack = iter(arrays), {kind: iter(list(packed)) for kind, packed in zip(present, packs, strict=True)}
        return _interpret(structure, [next(array if kind is None else pack[kind]) for kind in kinds], _call_traced)

    jitted = jax.jit(program)
    arrays_at = [i for i, kind in enumerate(kinds) if kind is None]
    numbers_at = [(NUMBER_DTYPES[k], [i for i, kind in enumerate(kinds) if kind is k]) for k in present]
    last: list[Any] = [(None, None)]  # in a loop the numbers are mostly those of the last time

    def run(inputs: list[Any]) -> list[Any]:
        packs = [np.array([inputs[i] for i in at], dtype) for dtype, at in numbers_at]
        bits = [pack.tobytes() for pack in packs]
        held = last[0]
        if held[0] != bits:
            held = last[0] = (bits, jax.device_put(packs))
        return jitted([inputs[i] for i in arrays_at], held[1])

    return run
