"""An operation is one record: kernel, formulas, promotion, samples. Its variants, node classes and tests are derived.

The annotations of a kernel's parameters are its schema: `Array` is a tensor (or a number, where broadcasting makes sense
of one), `ArrayOnly` never a number, `Arrays` a sequence of tensors, `Number` a Python number that stays a runtime operand;
everything else is static.
A formula gives the gradient of the input it is named after; its parameter names say what it needs, and so what is saved:
``grad`` (``grads`` for an operation with several results), an input, ``result`` (or a result's name), ``<input>_meta``
for size and dtype only, a number or a static parameter.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from types import MethodType
from typing import Any

from leafjax import dtypes, errors
from leafjax.aliasing.geometry import broadcast_shapes, elementwise_stride, like_stride
from leafjax.aliasing.storage import Spec, spec_of
from leafjax.autograd.modes import mode
from leafjax.config import config
from leafjax.dtypes import NUMBER, SCALAR, TENSOR, Promote, compute_types
from leafjax.execution.kernel import NUMBER_AVALS, Kernel
from leafjax.execution.program import execute
from leafjax.graph import notes
from leafjax.graph.history import UNRECORDED, here
from leafjax.graph.node import NO_EDGE, AccumulateGrad, Edge, Node
from leafjax.ops.formula import ABSENT, Backward
from leafjax.ops.inplace import refresh_views, run_into
from leafjax.ops.returns import return_type
from leafjax.ops.samples import Sample
from leafjax.tensor.tensor import Tensor, accumulator, new

Array = Any
ArrayOnly = Any
Arrays = Any
Number = Any

NUMBERS = (bool, int, float, complex)
ARRAY, ARRAYS, NUMERIC, STATIC = "array", "arrays", "number", "static"
_KINDS = {"Array": ARRAY, "ArrayOnly": ARRAY, "Arrays": ARRAYS, "Number": NUMERIC}
_ALIASES = {"input": "self", "axis": "dim", "keepdims": "keepdim"}


class Param:
    """A parameter of an operation: its name, what it takes, and its default."""

    __slots__ = ("default", "keyword_only", "kind", "name", "numbers")

    def __init__(
        self,
        name: str,
        kind: str,
        default: Any = inspect.Parameter.empty,
        keyword_only: bool = False,
        numbers: bool = True,
    ) -> None:
        self.name, self.kind, self.default, self.keyword_only = name, kind, default, keyword_only
        self.numbers = numbers  # whether an array may be given as a number

    @property
    def required(self) -> bool:
        return self.default is inspect.Parameter.empty


def params_of(function: Callable[..., Any]) -> tuple[Param, ...]:
    """The schema that a kernel's annotations spell."""
    found = []
    for p in inspect.signature(function).parameters.values():
        spelled = str(p.annotation).split(" | ")[0]
        kind = _KINDS.get(spelled, STATIC)
        found.append(Param(p.name, kind, p.default, p.kind is p.KEYWORD_ONLY, spelled != "ArrayOnly"))
    return tuple(found)


class Plan:
    """All that follows from specs, number types and static parameters alone: worked out once per combination."""

    __slots__ = (
        "backwards",
        "backwards_1_6",
        "differentiable",
        "many",
        "nodes",
        "op",
        "positions",
        "settled",
        "signature",
        "specs",
    )

    def __init__(self, op: Op, signature: Any, specs: tuple[Spec, ...], settled: dict[str, Any], nodes: Any) -> None:
        self.op = op
        self.nodes = nodes  # the class of the node, by version
        self.signature = signature
        self.specs = specs
        self.settled = settled  # static parameters as `prepare` left them
        self.many = signature.many
        self.differentiable = bool(op.formulas) and any(
            [s.dtype.is_floating_point or s.dtype.is_complex for s in specs]
        )
        self.backwards: dict[tuple[bool, ...], Backward] = {}
        self.backwards_1_6: dict[tuple[bool, ...], Backward] = {}


class OpNode(Node):
    """The node of a declared operation: its plan, its operands, and what its formulas asked to save."""

    __slots__ = ("backward", "numbers")

    op: Op
    backward: Backward
    numbers: tuple[Any, ...]

    def visible(self) -> tuple[int, ...]:
        if config.profile.version != "1.6" or self.op.edges_1_6 is None:
            return self.backward.differentiable
        found: list[int] = []
        for name in self.op.edges_1_6:
            listed = self.backward.plan.settled.get(name)  # a number of entries that lead nowhere, or an input
            found += self.backward.positions[name] if listed is None else [-1] * listed
        return tuple(found)

    def __getattr__(self, name: str) -> Any:
        """``_saved_self`` and its like: what the node keeps, by the names of inputs, results and parameters."""
        if not name.startswith("_saved_"):
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        if self.saved is None:
            raise notes.freed(errors.freed(), self)
        found = self.backward.saved_as(name.removeprefix("_saved_"), self)
        if found is ABSENT:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        return found

    def origin_of(self, saved: Any) -> tuple[Any, int]:
        if config.profile.version != "1.6":
            return super().origin_of(saved)
        node, nr = self.edges[self.backward.inputs[self.saved.index(saved)]]  # the node of then, not that of now
        return None if isinstance(node, AccumulateGrad) else node, nr

    def vjp(self, grads: tuple[Any, ...], create_graph: bool) -> tuple[Any, ...]:
        if self.saved is None:
            raise notes.freed(errors.freed(), self)
        return self.backward.run(self, grads, create_graph)

    def forward(self, *arrays: Any) -> Any:
        return self.backward.plan.signature.run(*arrays)

    def release(self) -> None:
        if self.saved or self.backward.keeps_numbers:
            self.saved = self.operands = None


class Op:
    """A declared operation; called like the PyTorch function of its name."""

    def __init__(
        self,
        fn: Callable[..., Any],
        samples: Sequence[Sample],
        formulas: dict[str, Callable[..., Any]],
        *,
        params: tuple[Param, ...] | None = None,
        promote: Promote | Callable[..., Promote] | None = None,
        prepare: Callable[..., dict[str, Any] | None] | None = None,
        layout: Callable[..., Any] | None = None,
        outputs: tuple[str, ...] = (),
        inplace: bool = False,
        out: bool = True,
        method: bool = True,
        function: bool = True,
        varargs: str | None = None,
        node: str | tuple[str, str] | Callable[..., Any] | None = None,
        node_in_place: tuple[str, str] | None = None,
        edges_1_6: tuple[str, ...] | None = None,
        formulas_1_6: dict[str, Callable[..., Any]] | None = None,
        domain: str = "real",
        overlap: str = "partial",
        verify: Callable[..., None] | None = None,
        overloads: dict[str, Op] | None = None,
        wraps: bool = True,
        doc: str | None = None,
    ) -> None:
        if not samples:
            raise TypeError("an operation without samples can't be declared: its tests are made from them")
        self.fn = fn
        self.name = self.shown = ""  # the declared name, and the one that users know
        self.samples = tuple(samples)
        self.domain = domain
        self.verify = verify  # checks of the data, before each call: what `prepare` can't know
        self.overloads = overloads or {}  # what takes over when a keyword is given, or a number for this parameter
        self.wraps = wraps  # whether a number counts among the node's inputs, as in PyTorch where it is made a tensor
        self.overlap = overlap  # which overlap of written memory and operands is refused: see `check_overlap`
        self.shares = False  # whether the result is the operand's value itself (a copy of what never changes)
        self.formulas = formulas
        self.formulas_1_6 = (
            {**formulas, **formulas_1_6} if formulas_1_6 else None
        )  # where 1.6 saves other things, unless in place
        self.params = params or params_of(fn)
        self.promote, self.prepare, self.layout = promote, prepare, layout
        self.outputs, self.inplace, self.out = outputs, inplace, out
        self.method, self.function, self.varargs = method, function, varargs
        self.node, self.node_in_place = (
            node,
            node_in_place,
        )  # names: in 2.13, or in 2.13 and 1.6; or chosen by the arguments
        self.edges_1_6 = edges_1_6  # the inputs that the node has edges for in 1.6, where not those of the formulas
        self.__doc__ = doc or fn.__doc__
        self.arity = len(self.params)
        self.index = {p.name: i for i, p in enumerate(self.params)}
        self.positional = sum([not p.keyword_only for p in self.params])
        self.plain = all([p.kind in (ARRAY, NUMERIC) and p.default is not None for p in self.params])
        self.plans: dict[Any, Plan] = {}
        self.defaults = tuple([p.default for p in self.params])
        required = max([i for i, p in enumerate(self.params) if p.required and not p.keyword_only], default=-1) + 1
        short = varargs is not None or any([p.required and p.keyword_only for p in self.params])
        self.complete = () if short else range(required, self.positional + 1)  # numbers of arguments that do
        self.key = _key_of(tuple([p.kind for p in self.params]))
        self.kernel = Kernel("?", self._kernel)
        self.classes: dict[Any, dict[str, type[OpNode]]] = {}
        self._check_formulas()

    def _check_formulas(self) -> None:
        """A formula for, or asking for, what the operation does not have is an error at import."""
        known = {"grad", "grads", "result", *self.outputs, *self.index, *[f"{p}_meta" for p in self.index]}
        for target, formula in [*self.formulas.items(), *(self.formulas_1_6 or {}).items()]:
            if target not in self.index:
                raise TypeError(f"there is a formula for {target!r}, which is not an input")
            unknown = set(inspect.signature(formula).parameters) - known
            if unknown:
                raise TypeError(f"the formula for {target!r} asks for unknown {sorted(unknown)}")

    def bind_name(self, name: str) -> None:
        """Give the operation its name: that of the variable it was declared as."""
        self.name = self.kernel.name = name
        for other in self.overloads.values():
            other.name = name
        self.shown = name.strip("_").removesuffix("_all")

    def nodes(self, arguments: dict[str, Any], in_place: bool = False) -> dict[str, type[OpNode]]:
        """The class of the node of a call, in each version. Overloads of PyTorch have nodes of their own."""
        shown = self.node_in_place if in_place and self.node_in_place else self.node
        if callable(shown):
            shown = shown(**{n: arguments[n] for n in inspect.signature(shown).parameters})
        if shown not in self.classes:
            self.classes[shown] = {v: self._node_class(v, name) for v, name in self._node_names(shown).items()}
        return self.classes[shown]

    def _node_names(self, shown: Any) -> dict[str, str]:
        """`shown` is the name in 2.13; chosen by the arguments, it is that of 1.6 too; a pair names both."""
        if isinstance(shown, tuple) or callable(self.node):
            return dict(zip(("2.13", "1.6"), shown if isinstance(shown, tuple) else (shown, shown), strict=True))
        base = shown or "".join([w.capitalize() for w in self.name.strip("_").split("_")]) + "Backward0"
        return {"2.13": base, "1.6": base.removesuffix("0")}

    def _node_class(self, version: str, shown: str) -> type[OpNode]:
        label = shown if version == "1.6" else shown.removesuffix("0").replace("Backward", "")
        return type(shown, (OpNode,), {"__slots__": (), "op": self, "label": label, "__module__": "leafjax.ops"})

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else MethodType(self, instance)

    def __repr__(self) -> str:
        return f"<operation {self.name}>"

    # ---- calling ----

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self.overloads:
            other = self.overload(args, kwargs)
            if other is not self:
                return other(*args, **kwargs)
        out = kwargs.pop("out", None) if kwargs and self.out else None
        if kwargs or len(args) not in self.complete:
            bound = self.bind(args, kwargs)
        else:
            bound = args + self.defaults[len(args) :]
        return self.apply(bound) if out is None else self.into(out, bound)

    def overload(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Op:
        """The operation that these arguments ask for."""
        for key, other in self.overloads.items():
            at = self.index.get(key)
            given = kwargs.get(key) if at is None or at >= len(args) else args[at]
            if (at is None and key in kwargs) or (at is not None and isinstance(given, (int, float))):
                return other
        return self

    def bind(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, ...]:
        """The arguments in the order of the parameters, defaults filled in."""
        if self.varargs is not None:
            args = self._gathered(args)
        if len(args) > self.positional:
            raise errors.too_many_arguments(self.name, self.positional, len(args))
        values = [*args, *[p.default for p in self.params[len(args) :]]]
        for key, value in kwargs.items():
            at = self.index.get(key, self.index.get(_ALIASES.get(key, "")))
            if at is None:
                raise errors.unexpected_keyword(self.name, key)
            if at < len(args):
                raise errors.repeated_argument(self.name, key)
            values[at] = value
        missing = [p.name for p, v in zip(self.params, values, strict=True) if v is inspect.Parameter.empty]
        if missing:
            raise errors.missing_arguments(self.name, missing)
        return tuple(values)

    def _gathered(self, args: tuple[Any, ...]) -> tuple[Any, ...]:
        """``x.permute(1, 0)`` for ``x.permute((1, 0))``."""
        at = self.index[self.varargs or ""]
        if len(args) > at and isinstance(args[at], int):
            return (*args[:at], tuple(args[at:]))
        return args

    def apply(self, bound: tuple[Any, ...]) -> Any:
        """Run the operation on bound arguments, and record it if a gradient is to flow."""
        try:
            key = self.key(bound)
            plan = self.plans.get(key)
        except TypeError:  # a list among the static arguments
            hashable = self._hashable(bound)
            if all([a is b for a, b in zip(bound, hashable, strict=True)]):
                raise
            return self.apply(hashable)
        if plan is None:
            settled = self.settled(bound)
            if settled is not bound:
                return self.apply(settled)
            if mode.grad:
                refresh_views(self.flat(bound))
            plan = self.plans[key] = self.plan(bound)
        operands = bound if self.plain else self.flat(bound)
        if self.verify is not None:
            if mode.grad:
                refresh_views(operands)
            self.verify(*bound)
        if self.shares:
            out = operands[0].value
        else:
            out = execute(plan.signature, [x.value if isinstance(x, Tensor) else x for x in operands])
        specs = plan.specs
        results = tuple([new(v, s) for v, s in zip(out, specs, strict=True)]) if plan.many else (new(out, specs[0]),)
        if plan.differentiable:
            if mode.grad:
                node = self.record(plan, operands)
                if node is not None:
                    self.finish(node, results)
            else:
                place = here(UNRECORDED)
                for result in results:
                    result.place = place
        return self.pack(results) if plan.many else results[0]

    def into(self, out: Any, bound: tuple[Any, ...]) -> Any:
        """The operation with its results written into `out`."""
        return run_into(self, out, bound)

    def pack(self, results: tuple[Tensor, ...], into: bool = False) -> Any:
        """Several results as PyTorch returns them."""
        return return_type(self.shown + "_out" * into, self.outputs)(results)

    def _hashable(self, bound: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple([_frozen(a) if p.kind is STATIC else a for p, a in zip(self.params, bound, strict=True)])

    def settled(self, bound: tuple[Any, ...], in_place: bool = False) -> tuple[Any, ...]:
        """Arguments of the types that plans are made for; raises for what is neither tensor nor number."""
        out = tuple([_settle(self, p, a, in_place) for p, a in zip(self.params, bound, strict=True)])
        return bound if all([a is b for a, b in zip(out, bound, strict=True)]) else out

    # ---- planning ----

    def plan(self, bound: tuple[Any, ...], into: tuple[Spec, ...] | None = None, in_place: bool = False) -> Plan:
        """Check the arguments, settle dtypes and layouts, and find the kernel's signature."""
        named = {p.name: _described(a) for p, a in zip(self.params, bound, strict=True)}
        changed = self.prepare(**named) if self.prepare is not None else None
        settled = {p.name: named[p.name] for p in self.params if p.kind is STATIC} | (changed or {})
        operands = self.flat(bound)
        if self.layout is elementwise:
            broadcast_shapes(*[x.spec.size for x in operands if isinstance(x, Tensor)])
        casts, result = self._casts(operands, bound, named)
        if into is not None:
            result = into[0].dtype.np
        static = (
            ("casts", casts),
            ("groups", tuple([_group(p, a) for p, a in zip(self.params, bound, strict=True)])),
            ("result", result),
            ("settled", tuple(settled.items())),
        )
        avals = tuple([x.spec.aval if isinstance(x, Tensor) else NUMBER_AVALS[type(x)] for x in operands])
        signature = self.kernel.signature(avals, static)
        strides = self._strides(bound, casts, settled, signature.results)
        specs = tuple(
            [spec_of(a.shape, s, dtypes.from_numpy(a.dtype)) for a, s in zip(signature.results, strides, strict=True)]
        )
        return Plan(self, signature, specs, settled, self.nodes(named, in_place))

    def _casts(
        self, operands: Sequence[Any], bound: tuple[Any, ...], named: dict[str, Any]
    ) -> tuple[tuple[Any, ...], Any]:
        """What each operand is cast to before the kernel, and the result after it (None: left as it is)."""
        promote = self.promote
        if callable(promote):
            promote = promote(**{n: named[n] for n in inspect.signature(promote).parameters})
        if promote is not None:
            counted = [a for p, a in zip(self.params, bound, strict=True) if p.kind is ARRAY and a is not None]
            compute, result = compute_types(promote, [_operand_type(x) for x in counted or operands])
            return (compute.np,) * len(operands), result.np
        arrays = [x for x in operands if isinstance(x, Tensor)]
        first = arrays[0].spec.dtype if arrays else dtypes.get_default_dtype()
        return tuple([None if isinstance(x, Tensor) else _number_cast(x, first) for x in operands]), None

    def _strides(
        self, bound: tuple[Any, ...], casts: Sequence[Any], settled: dict[str, Any], results: Any
    ) -> Sequence[Any]:
        operands = self.flat(bound)
        specs = [x.spec for x in operands if isinstance(x, Tensor)]
        if self.layout is elementwise:
            return self.layout(self._layouts(bound, casts), settled, results)
        return self.layout(specs, settled, results) if self.layout is not None else [None] * len(results)

    def _layouts(self, bound: tuple[Any, ...], casts: Sequence[Any]) -> list[tuple[Any, Any]]:
        """The operands as PyTorch's iterator sees them: cast ones laid out anew, numbers as tensors without dimensions."""
        kinds = [p.kind for p, a in zip(self.params, bound, strict=True) for _ in range(_width(p, a))]
        found = []
        for kind, x, cast in zip(kinds, self.flat(bound), casts, strict=True):
            if isinstance(x, Tensor):
                size, stride = x.spec.size, x.spec.stride
                found.append((size, stride if cast == x.spec.dtype.np else like_stride(size, stride)))
            elif kind == ARRAY:
                found.append(((), ()))
        return found

    def _kernel(self, *flat: Any, casts: Any, groups: Any, result: Any, settled: Any) -> Any:
        flat = tuple([x if c is None or x.dtype == c else x.astype(c) for x, c in zip(flat, casts, strict=True)])
        given = _assembled(self.params, groups, flat) | dict(settled)
        positional = [given.pop(p.name) for p in self.params if not p.keyword_only]
        out = self.fn(*positional, **given)
        if result is None or isinstance(out, tuple):
            return out
        return out if out.dtype == result else out.astype(result)

    # ---- recording ----

    def flat(self, bound: tuple[Any, ...]) -> list[Any]:
        """Tensors and numbers in order, sequences laid out, absent ones left out: the operands of the kernel."""
        found: list[Any] = []
        for p, a in zip(self.params, bound, strict=True):
            if a is None or p.kind is STATIC:
                continue
            if p.kind is ARRAYS:
                found.extend(a)
            else:
                found.append(a)
        return found

    def record(self, plan: Plan, operands: Sequence[Any], own: Tensor | None = None) -> OpNode | None:
        """The node of this call, or None if no gradient flows. `own` is the tensor an in-place form writes."""
        needs = tuple([isinstance(x, Tensor) and x.needs_grad for x in operands])
        if True not in needs:
            return None
        formulas, backwards = self.formulas, plan.backwards
        if self.formulas_1_6 is not None and own is None and config.profile.version == "1.6":
            formulas, backwards = self.formulas_1_6, plan.backwards_1_6
        backward = backwards.get(needs)
        if backward is None:
            backward = backwards[needs] = Backward(plan, formulas, needs, operands)
        if not backward.targets:
            return None
        edges, kept = _inputs(operands, backward.flows)
        node = plan.nodes[config.profile.version](edges, plan.specs, kept)
        node.backward = backward
        node.numbers = [x for x in operands if not isinstance(x, Tensor)] if backward.has_numbers else ()
        node.saved = backward.save_inputs(operands, own)
        node.place = here()
        return node

    def finish(self, node: OpNode, results: Sequence[Tensor]) -> None:
        """Make the node the origin of its results, and save the results that formulas ask for."""
        for nr, result in enumerate(results):
            kind = result.spec.dtype
            if kind.is_floating_point or kind.is_complex:
                result._grad_fn, result.output_nr = node, nr
        if node.backward.saves_results:
            node.saved += node.backward.save_results(results)


def _inputs(operands: Sequence[Any], flows: Sequence[bool]) -> tuple[tuple[Edge, ...], tuple[Any, ...]]:
    """The edges of a node, and what replaying it needs beside them (see `Node.operands`). One loop: the hot path."""
    edges: list[Edge] = []
    kept: list[Any] = []
    for x, flowing in zip(operands, flows, strict=True):
        if not flowing:
            edges.append(NO_EDGE)
            kept.append(x.value if isinstance(x, Tensor) else x)
            continue
        node = x.grad_fn if x.base is not None else x._grad_fn
        if node is None:  # a view of a leaf made under no_grad requires grad too, but leads nowhere
            edges.append((accumulator(x), 0) if x._requires_grad else NO_EDGE)
            kept.append(x.value)
        else:
            edges.append((node, x.output_nr))
            kept.append(None if x.storage.untracked == x.untracked else x.value)
    return tuple(edges), tuple(kept)


def _assembled(params: tuple[Param, ...], groups: Any, flat: tuple[Any, ...]) -> dict[str, Any]:
    """The flat operands as the kernel's named arguments."""
    out: dict[str, Any] = {}
    at = 0
    for p, n in zip(params, groups, strict=True):
        if p.kind is STATIC:
            continue
        if n is None:
            out[p.name] = None
        elif n < 0:
            out[p.name] = flat[at]
            at += 1
        else:
            out[p.name] = flat[at : at + n]
            at += n
    return out


def _group(param: Param, argument: Any) -> int | None:
    """How many operands an argument stands for: -1 one of its own, None absent."""
    if argument is None or param.kind is STATIC:
        return None
    return len(argument) if param.kind is ARRAYS else -1


def _width(param: Param, argument: Any) -> int:
    n = _group(param, argument)
    return 0 if n is None else max(n, 1) if n < 0 else n


# ---- keys and types of arguments -----------------------------------------------------------------------------------


def _array_key(a: Any) -> Any:
    return a.spec if isinstance(a, Tensor) else type(a)


def _arrays_key(a: Any) -> Any:
    return tuple([x.spec if isinstance(x, Tensor) else type(x) for x in a]) if isinstance(a, (tuple, list)) else None


_KEYS: dict[str, Callable[[Any], Any]] = {
    ARRAY: _array_key,
    ARRAYS: _arrays_key,
    NUMERIC: _array_key,
    STATIC: lambda a: (type(a), a) if type(a) in NUMBERS else a,
}


def _key_of(kinds: tuple[str, ...]) -> Callable[[tuple[Any, ...]], Any]:
    """What a plan depends on, as a function of the bound arguments: specs of tensors, types of numbers, static values."""
    keys = tuple([_KEYS[kind] for kind in kinds])
    if keys == (_array_key, _array_key):  # most calls: spelled out, since this is the hot path

        def pair(bound: tuple[Any, ...]) -> Any:
            a, b = bound
            return a.spec if isinstance(a, Tensor) else type(a), b.spec if isinstance(b, Tensor) else type(b)

        return pair
    return lambda bound: tuple([k(a) for k, a in zip(keys, bound, strict=True)])


def _frozen(a: Any) -> Any:
    """A static argument without lists and tensors in it; the very same object if it has none."""
    if isinstance(a, Tensor):
        return a.item()
    if not isinstance(a, (list, tuple)):
        return a
    items = [_frozen(x) for x in a]
    return a if type(a) is tuple and all([x is y for x, y in zip(items, a, strict=True)]) else tuple(items)


def _settle(op: Op, param: Param, a: Any, in_place: bool = False) -> Any:
    """An argument in one of the types that plans are made for."""
    if param.kind is STATIC:
        return _frozen(a)
    if param.kind is ARRAYS:
        return _sequence(op, param, a)
    if isinstance(a, Tensor):
        return a if param.kind is ARRAY else a.item()
    if a is None and not param.required:
        return a
    if param.numbers:
        if type(a) in NUMBERS:
            return a
        for number in NUMBERS:
            if isinstance(a, number):
                return number(a)  # type: ignore[arg-type]
        if hasattr(a, "item") and getattr(a, "ndim", 1) == 0:
            return a.item()
    raise errors.argument_type(op.name + "_" * in_place, param.name, a, op.index[param.name] + (not in_place))


def _sequence(op: Op, param: Param, a: Any) -> tuple[Tensor, ...]:
    if not isinstance(a, (tuple, list)):
        raise errors.sequence_type(op.name, param.name, op.index[param.name] + 1, a)
    for i, x in enumerate(a):
        if not isinstance(x, Tensor):
            raise errors.sequence_member(i, op.index[param.name], x)
    return a if isinstance(a, tuple) else tuple(a)


def _described(a: Any) -> Any:
    """An argument as `prepare` sees it: the spec of a tensor, the type of a number operand stays its value's type."""
    if isinstance(a, Tensor):
        return a.spec
    if isinstance(a, tuple) and any([isinstance(x, Tensor) for x in a]):
        return tuple([_described(x) for x in a])
    return a


def _operand_type(x: Any) -> tuple[dtypes.dtype, int]:
    if isinstance(x, Tensor):
        return x.spec.dtype, TENSOR if x.spec.ndim else SCALAR
    return dtypes.of_python_number(x), NUMBER


def _number_cast(x: Any, like: dtypes.dtype) -> Any:
    """A number meets arrays in their dtype, unless its own is of a higher category."""
    own = dtypes.of_python_number(x)
    return like.np if own.category <= like.category else None


def elementwise(layouts: Sequence[Any], settled: dict[str, Any], results: Any) -> Sequence[Any]:
    """The layout of elementwise results: that of the operands, as PyTorch's iterator chooses it."""
    stride = elementwise_stride(results[0].shape, layouts)
    return [stride] * len(results)
