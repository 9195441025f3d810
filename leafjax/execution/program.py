"""Recording kernels as a program, and running it when somebody needs data.

Executing a kernel appends it to the thread's current program and returns pending values. A flush looks the program up
by its structure (signatures, wiring, which results are still alive) and runs it; see `compiler`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any
from weakref import ref

import jax

from leafjax.config import config
from leafjax.execution.compiler import run_program
from leafjax.execution.kernel import NUMBER_AVALS, Signature
from leafjax.execution.value import Value, is_tracer

LONGEST = 2000  # a program that nobody reads is run when it gets this long


class Program:
    """What was recorded since the last flush. Wiring numbers results from 0 up and inputs from -1 down."""

    __slots__ = ("checks", "inputs", "results", "running", "signatures", "wiring")

    def __init__(self) -> None:
        self.signatures: list[Signature] = []
        self.wiring: list[int] = []
        self.inputs: list[Any] = []  # values that have data, and Python numbers
        self.results: list[ref[Value]] = []
        self.checks: list[tuple[Value, Callable[[Any], None]]] = []
        self.running = threading.RLock()

    def flush(self) -> None:
        """Compute every result that is still alive. If that fails, the program stays as it was and can be run again."""
        with self.running:
            if self is state.program:
                state.program = Program()
            if not self.signatures:
                return
            try:
                self._run()
            except BaseException:
                if not state.program.signatures:
                    state.program = self
                raise

    def _run(self) -> None:
        alive = [result() for result in self.results]
        with jax.enable_x64(True), jax.ensure_compile_time_eval():
            inputs = [v if type(v) is not Value else v.data for v in self.inputs]
            structure = (tuple(self.signatures), tuple(self.wiring), tuple([v is not None for v in alive]))
            outputs = iter(run_program(structure, inputs))
        for value in alive:
            if value is not None:
                value.data = next(outputs)
                value.program = None
        for value in self.inputs:
            if type(value) is Value and value.program is self:
                value.program = None
        checks, self.checks = self.checks, []
        self.signatures, self.wiring, self.inputs, self.results = [], [], [], []
        for value, verify in checks:
            verify(value.data)


class _State(threading.local):
    def __init__(self) -> None:
        self.program = Program()
        self.inline = 0  # > 0 while a kernel is being traced: what runs now belongs to that trace


state = _State()


class inline:
    """Within this context kernels run at once, inside the JAX trace around them, and nothing is recorded."""

    __slots__ = ()

    def __enter__(self) -> None:
        state.inline += 1

    def __exit__(self, *_: Any) -> None:
        state.inline -= 1


def execute(signature: Signature, operands: Sequence[Any]) -> Any:
    """The one door to JAX: run a kernel on values and Python numbers, now or later.

    Returns a pending `Value`, or a tuple of them for a kernel with several results. Operands that are JAX tracers
    (leafjax called under a JAX transformation) make the kernel run at once, inside that trace.
    """
    if state.inline:
        return _run_inline(signature, operands)
    program = state.program
    wiring = program.wiring
    mark = len(wiring)
    for operand in operands:
        if type(operand) is Value:
            if operand.program is not program:
                if operand.program is not None and operand.data is None:
                    operand.array()  # pending in another thread
                if is_tracer(operand.data):
                    del wiring[mark:]
                    return _run_inline(signature, operands)
                if operand.slot < 0:  # an input once more: worth a copy in the device's memory
                    operand.settle()
                operand.program = program
                operand.slot = ~len(program.inputs)
                program.inputs.append(operand)
            wiring.append(operand.slot)
        else:
            wiring.append(~len(program.inputs))
            program.inputs.append(operand)
    program.signatures.append(signature)
    results = program.results
    pending = []
    for aval in signature.results:
        value = Value(aval, None, program, len(results))
        results.append(ref(value))
        pending.append(value)
    if len(program.signatures) >= LONGEST or config._execution == "immediate":
        program.flush()
    return tuple(pending) if signature.many else pending[0]


def _run_inline(signature: Signature, operands: Sequence[Any]) -> Any:
    arrays = [v.array() if type(v) is Value else _number(v) for v in operands]
    with jax.enable_x64(True):
        out = signature.run(*arrays)
    if signature.many:
        return tuple([Value(aval, array) for aval, array in zip(signature.results, out, strict=True)])
    return Value(signature.results[0], out)


def _number(number: Any) -> Any:
    return NUMBER_AVALS[type(number)].dtype.type(number)


def check(value: Value, verify: Callable[[Any], None]) -> None:
    """Call ``verify(data)``, which may raise, as soon as the value is computed: now if it is, else at the flush."""
    if value.data is not None:
        if not is_tracer(value.data):
            verify(value.data)
    elif value.program is not None:
        value.program.checks.append((value, verify))
