/**
 * The part of an emitted file that is the same for all plans: it puts the shardings around a function, and the constraints
 * behind the equations of its jaxpr.
 *
 * Which equation an operation is lowered from is found by lowering the function once more with a mark in the name of each
 * equation: the locations of the operations contain the marks.
 */
export const PYTHON_HELPER = String.raw`
class PlanError(Exception):
    """The function is not the one that was planned."""


_REMEDY = "plan the text of jax.jit(function).lower(*arguments).as_text(debug_info=True), with this version of JAX"


def mesh(devices=None):
    devices = np.array(jax.devices() if devices is None else devices).flatten()
    size = math.prod(AXES.values())
    if devices.size < size:
        raise PlanError(f"the plan is for {size} devices, there are {devices.size}")
    return jax.sharding.Mesh(devices[:size].reshape(tuple(AXES.values())), tuple(AXES))


def jit(function, devices=None, **options):
    """
    Returns what jax.jit does, with the shardings of the plan; options are those of jax.jit. Its lower() lowers without
    executing.
    """
    taken = sorted({"in_shardings", "out_shardings"} & options.keys())
    if taken:
        raise PlanError(f"{' and '.join(taken)} are the plan's: change IN_SHARDINGS and OUT_SHARDINGS, or use constrained()")
    return _Planned(function, mesh(devices), options)


def constrained(function, devices=None):
    """Returns the function with the constraints of the plan, for a jax.jit of your own."""
    own_mesh, function = mesh(devices), _unwrapped(function)

    @functools.wraps(function)
    def call(*args, **kwargs):
        leaves, tree = jax.tree.flatten((args, kwargs))
        # Of the arguments of a jax.jit, those that are static are not traced.
        traced = [i for i, leaf in enumerate(leaves) if isinstance(leaf, jax.core.Tracer)] or range(len(leaves))
        own = [leaves[i] for i in traced]

        def of_leaves(own):
            given = dict(zip(traced, own))
            args, kwargs = jax.tree.unflatten(tree, [given.get(i, leaf) for i, leaf in enumerate(leaves)])
            return function(*args, **kwargs)

        run, _, out = _apply(of_leaves, own_mesh, own)
        return jax.tree.unflatten(jax.tree.structure(out), run(*own))

    return call


def _unwrapped(function):
    """The function of a jax.jit, whose lowering is a call."""
    is_jitted = hasattr(function, "lower") and hasattr(function, "__wrapped__")
    return function.__wrapped__ if is_jitted else function


def _options(function, options):
    """The options for jax.jit: those given, and those of a function that has a jax.jit already."""
    names = "static_argnums", "static_argnames", "donate_argnums", "donate_argnames", "keep_unused", "inline"
    own = getattr(function, "_jit_info", None)
    known = {name: getattr(own, name) for name in names if getattr(own, name, None)}
    for kind in "static", "donate":
        if any(name.startswith(kind) for name in options):
            known = {name: value for name, value in known.items() if not name.startswith(kind)}
    return known | options


def _types(leaves):
    return [jax.ShapeDtypeStruct(np.shape(leaf), jax.dtypes.result_type(leaf)) for leaf in leaves]


def _apply(function, own_mesh, leaves):
    """Returns what runs a function of its leaves with the constraints, the arguments that it uses, and its result."""
    closed, out = jax.make_jaxpr(function, return_shape=True)(leaves)
    marked, places = _mark(closed)
    errors = []
    # A program that was lowered with keep_unused has more arguments, and operations that nothing uses.
    for keep_unused in (False, True):
        lowered = jax.jit(jax.extend.core.jaxpr_as_fun(marked), keep_unused=keep_unused).lower(*_types(leaves))
        kept = range(len(leaves)) if keep_unused else sorted(lowered._lowering.compile_args["kept_var_idx"])
        try:
            if len(kept) != len(IN_SHARDINGS) or len(closed.out_avals) != len(OUT_SHARDINGS):
                raise PlanError(
                    f"the function uses {_count(kept, 'argument')} and returns {_count(closed.out_avals, 'array')}, the "
                    f"function that was planned {len(IN_SHARDINGS)} and {len(OUT_SHARDINGS)}: {_REMEDY}"
                )
            constraints = _Finder(lowered, places).constraints()
        except PlanError as error:
            errors.append(error)
            continue
        return _constrained(closed.jaxpr, closed.consts, constraints, own_mesh), kept, out
    raise errors[0]


def _count(values, noun):
    return f"{len(values)} {noun}{'' if len(values) == 1 else 's'}"


def _numbers(value):
    return () if value is None else (value,) if isinstance(value, (int, str)) else tuple(value)


class _Planned:
    def __init__(self, function, own_mesh, options):
        self._function, self._mesh = _unwrapped(function), own_mesh
        options = _options(function, options)
        own = [_numbers(options.pop(name, None)) for name in ("static_argnums", "static_argnames", "donate_argnums", "donate_argnames")]
        self._static, self._donated = self._arguments(*own[:2]), self._arguments(*own[2:])
        self._options, self._known = options, {}
        functools.update_wrapper(self, self._function)

    def _arguments(self, numbers, names):
        """Numbers and names of arguments: as jax.jit does, each by both if the function has a signature."""
        try:
            parameters = list(inspect.signature(self._function).parameters.values())
        except (TypeError, ValueError):
            parameters = []
        by_place = [own.name for own in parameters if own.kind in (own.POSITIONAL_ONLY, own.POSITIONAL_OR_KEYWORD)]
        numbers = {number if number >= 0 else len(by_place) + number for number in numbers}
        named = {by_place.index(name) for name in names if name in by_place}
        return numbers | named | {*names} | {by_place[number] for number in numbers if number < len(by_place)}

    def __call__(self, *args, **kwargs):
        leaves, jitted, out_tree = self._jitted(args, kwargs)
        return jax.tree.unflatten(out_tree, jitted(*leaves))

    def lower(self, *args, **kwargs):
        leaves, jitted, _ = self._jitted(args, kwargs)
        return jitted.lower(*leaves)

    def _jitted(self, args, kwargs):
        # None is a pytree without leaves, so that all others keep their places.
        own = lambda name, value: None if name in self._static else value
        dynamic = [own(i, value) for i, value in enumerate(args)], {name: own(name, kwargs[name]) for name in kwargs}
        static = [(name, value) for name, value in (*enumerate(args), *sorted(kwargs.items())) if name in self._static]
        leaves, tree = jax.tree.flatten(dynamic)
        key = tree, tuple((own.shape, own.dtype) for own in _types(leaves)), tuple(static)
        if key not in self._known:
            self._known[key] = self._plan(leaves, tree, dict(static))
        return (leaves, *self._known[key])

    def _plan(self, leaves, tree, static):
        def of_leaves(leaves):
            args, kwargs = jax.tree.unflatten(tree, leaves)
            return self._function(
                *(static.get(i, value) for i, value in enumerate(args)),
                **{name: static.get(name, value) for name, value in kwargs.items()},
            )

        run, kept, out = _apply(of_leaves, self._mesh, leaves)
        specs = dict(zip(kept, IN_SHARDINGS.values()))
        sharding = lambda spec: None if spec is None else NamedSharding(self._mesh, spec)
        args, kwargs = jax.tree.unflatten(tree, range(len(leaves)))
        donated = [value for name, value in (*enumerate(args), *kwargs.items()) if name in self._donated]
        return jax.jit(
            run,
            in_shardings=tuple(sharding(specs.get(i, P())) for i in range(len(leaves))),
            out_shardings=[sharding(spec) for spec in OUT_SHARDINGS.values()],
            donate_argnums=tuple(jax.tree.leaves(donated)),
            **self._options,
        ), jax.tree.structure(out)


def _inner(params):
    """The jaxprs among the parameters of an equation: (name, index in a tuple or None, jaxpr)."""
    for name, value in params.items():
        for index, own in enumerate(value) if isinstance(value, (tuple, list)) else [(None, value)]:
            if hasattr(own, "eqns") or hasattr(own, "jaxpr") and hasattr(own.jaxpr, "eqns"):
                yield name, index, own


def _with_inner(params, replace):
    params = dict(params)
    for name, index, own in list(_inner(params)):
        new = replace(name, index, own)
        if index is None:
            params[name] = new
        else:
            params[name] = type(params[name])(new if i == index else old for i, old in enumerate(params[name]))
    return params


def _open(jaxpr):
    return jaxpr.jaxpr if hasattr(jaxpr, "consts") else jaxpr


def _mark(closed):
    """Names each equation, and returns by name the path to it: steps of an equation's number and the jaxpr inside it."""
    places = []

    def mark(jaxpr, path):
        equations = []
        for number, equation in enumerate(_open(jaxpr).eqns):
            name = f"shardform_{len(places)}_"
            places.append((path + ((number, None, None),), equation))
            params = _with_inner(
                equation.params, lambda own, index, inner: mark(inner, path + ((number, own, index),))
            )
            stack = type(equation.source_info.name_stack)().extend(name)
            equations.append(
                equation.replace(params=params, source_info=equation.source_info.replace(name_stack=stack))
            )
        new = _open(jaxpr).replace(eqns=equations)
        return jaxpr.replace(jaxpr=new) if hasattr(jaxpr, "consts") else new

    return mark(closed, ()), places


class _Finder:
    """Finds the equations of operations of a lowered function by their marks."""

    def __init__(self, lowered, places):
        module = lowered.compiler_ir("stablehlo")
        self._functions = {op.attributes["sym_name"].value: self._numbered(op) for op in module.body.operations}
        self._places = places
        # The primitives of values that no equation has.
        self._parts = []

    def _numbered(self, function):
        counts, found = {}, {}
        pending = [function.operation]
        while pending:
            op = pending.pop()
            if op != function.operation:
                number = counts[op.name] = counts.get(op.name, -1) + 1
                found[op.name, number] = op
            inner = [own.operation for region in op.regions for block in region for own in block]
            pending.extend(reversed(inner))
        return found

    def constraints(self):
        """
        By the number of an equation: the specs of its result, by None, and of its operands, by their numbers, and the same by
        the jaxprs inside; by -1 - i those of argument i of a jaxpr.
        """
        tree = {}
        for path, operand, type_text, spec in CONSTRAINTS:
            node, place = tree, self._place(path, operand, type_text)
            if place is None:
                continue
            for number, name, index in place[:-1]:
                node = node.setdefault(number, [{}, {}])[1].setdefault((name, index), {})
            node.setdefault(place[-1][0], [{}, {}])[0][operand] = spec
        if self._parts:
            primitives = ", ".join(sorted(set(self._parts)))
            count = f"{len(self._parts)} of {_count(CONSTRAINTS, 'constraint')}"
            warnings.warn(f"{count} of the plan left out: JAX makes the values as parts of {primitives}")
        return tree

    def _place(self, path, operand, type_text):
        """The path to the equation, or to an argument of a jaxpr; None for a value that the jaxpr does not have."""
        function, place, avals, equation, call = "main", (), [], None, None
        for name, number in path:
            op = self._functions.get(function, {}).get((name, number))
            if op is None:
                raise PlanError(f"@{function} of this function has no {name} number {number}, which the plan constrains: {_REMEDY}")
            marks = re.findall(r"shardform_(\d+)_", str(op.location))
            own, equation = self._places[int(marks[-1])] if marks else ((), None)
            # What primitives share is lowered once, with the marks of the first one.
            if own[: len(place) - 1] == place[:-1] and (not place or own[len(place) - 1][0] == place[-1][0]):
                ends = [] if equation is None else equation.outvars if operand is None else equation.invars
                place, avals = own, [end.aval for end in (ends if operand is None else ends[operand : operand + 1])]
            if name == "func.call":
                function, call = op.attributes["callee"].value, op
        values = op.results if operand is None else op.operands
        found = [str(value.type) for value in values][operand or 0 : (operand or 0) + 1]
        if found != [type_text]:
            raise PlanError(
                f"{name} number {number} of @{function} is a {(found or ['value of no type'])[0]}, planned was a {type_text}: {_REMEDY}"
            )
        if equation is not None and equation.primitive.name == "scan":
            scanned = self._scanned(equation, op, call)
            place = place[:-1] + ((place[-1][0], "jaxpr", None), (-1 - (scanned or 0), None, None))
            avals = [] if scanned is None else [equation.params["jaxpr"].in_avals[scanned]]
        if not place or [tuple(own.shape) for own in avals] != [tuple(values[operand or 0].type.shape)]:
            # Such as an operand of jnp.stack with its new dimension: no equation has it.
            self._parts.append("nothing" if equation is None else equation.primitive.name)
            return None
        return place

    def _scanned(self, equation, op, call):
        """Which argument of the body of a scan is a slice of what it scans; None for everything else of a scan."""
        first = equation.params["num_consts"] + equation.params["num_carry"]
        if call is not None:
            # Of a loop, slices are calls in its body.
            calls = [own for own in call.operation.block if "callee" in own.attributes]
            slices = [own for own in calls if own.attributes["callee"].value.startswith("dynamic_index_in_dim")]
            if call in slices:
                return first + slices.index(call)
        # Of a scan without a loop, they are operations beside the calls of its body.
        uses = [use for result in op.results for use in result.uses]
        bodies = {use.operand_number for use in uses if "callee" in use.owner.attributes}
        return bodies.pop() if len(bodies) == 1 and min(bodies) >= first else None


def _constrained(jaxpr, consts, constraints, own_mesh):
    def rewritten(equation, inside):
        def replace(name, index, own):
            if (name, index) not in inside:
                return own
            run = _constrained(_open(own), getattr(own, "consts", []), inside[name, index], own_mesh)
            avals = [var.aval for var in _open(own).invars]
            new = jax.make_jaxpr(run)(
                *[jax.ShapeDtypeStruct(a.shape, a.dtype, weak_type=a.weak_type) for a in avals]
            )
            return new if hasattr(own, "consts") else new.jaxpr

        return _with_inner(equation.params, replace)

    def constrained(value, number, operand=None):
        spec = constraints.get(number, ({}, None))[0].get(operand)
        return value if spec is None else jax.lax.with_sharding_constraint(value, NamedSharding(own_mesh, spec))

    def run(*args):
        args = [constrained(value, -1 - i) for i, value in enumerate(args)]
        values = dict(zip(jaxpr.constvars, consts)) | dict(zip(jaxpr.invars, args))
        read = lambda var: var.val if hasattr(var, "val") else values[var]
        for number, equation in enumerate(jaxpr.eqns):
            inside = constraints.get(number, ({}, {}))[1]
            params = rewritten(equation, inside) if inside else equation.params
            bound = equation.primitive.get_bind_params(params)
            # Versions of JAX before 0.9 return the functions beside the parameters.
            functions, params = bound if isinstance(bound, tuple) else ((), bound)
            with equation.ctx.manager, jax.named_scope(str(equation.source_info.name_stack) or "plan"):
                inputs = [constrained(read(var), number, operand) for operand, var in enumerate(equation.invars)]
                results = equation.primitive.bind(*functions, *inputs, **params)
            results = list(results) if equation.primitive.multiple_results else [results]
            results[:1] = [constrained(value, number) for value in results[:1]]
            values.update(zip(equation.outvars, results))
        return [read(var) for var in jaxpr.outvars]

    return run
`;
