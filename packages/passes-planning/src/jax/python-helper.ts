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


def mesh(devices=None):
    devices = np.array(jax.devices() if devices is None else devices).flatten()
    size = math.prod(AXES.values())
    if devices.size < size:
        raise PlanError(f"the plan is for {size} devices, there are {devices.size}")
    return jax.sharding.Mesh(devices[:size].reshape(tuple(AXES.values())), tuple(AXES))


def jit(function, devices=None, donate_argnums=()):
    """Returns what jax.jit does, with the shardings of the plan. Its lower() lowers without executing."""
    return _Planned(function, mesh(devices), donate_argnums)


def constrained(function, devices=None):
    """Returns the function with the constraints of the plan, for a jax.jit of your own."""
    own_mesh = mesh(devices)

    @functools.wraps(function)
    def call(*args):
        run, _, _, out = _apply(function, own_mesh, args, _types(jax.tree.leaves(args)))
        return jax.tree.unflatten(jax.tree.structure(out), run(*jax.tree.leaves(args)))

    return call


def _types(leaves):
    return [jax.ShapeDtypeStruct(np.shape(leaf), jax.dtypes.result_type(leaf)) for leaf in leaves]


def _apply(function, own_mesh, args, types):
    """Returns what runs the function on its leaves with the constraints, its jaxpr, the arguments that it uses, and its result."""
    closed, out = jax.make_jaxpr(function, return_shape=True)(*args)
    marked, places = _mark(closed)
    lowered = jax.jit(jax.extend.core.jaxpr_as_fun(marked)).lower(*types)
    constraints = _Finder(lowered, places).constraints()
    kept = sorted(lowered._lowering.compile_args["kept_var_idx"])
    if len(kept) != len(IN_SHARDINGS) or len(closed.out_avals) != len(OUT_SHARDINGS):
        raise PlanError(
            f"the function has {len(kept)} arguments that it uses and {len(closed.out_avals)} results, "
            f"the plan {len(IN_SHARDINGS)} and {len(OUT_SHARDINGS)}"
        )
    return _constrained(closed.jaxpr, closed.consts, constraints, own_mesh), closed, kept, out


class _Planned:
    def __init__(self, function, own_mesh, donate_argnums):
        self._function, self._mesh, self._donated = function, own_mesh, donate_argnums
        self._known = {}

    def __call__(self, *args):
        jitted, out_tree = self._jitted(args)
        return jax.tree.unflatten(out_tree, jitted(*jax.tree.leaves(args)))

    def lower(self, *args):
        return self._jitted(args)[0].lower(*jax.tree.leaves(args))

    def _jitted(self, args):
        leaves, tree = jax.tree.flatten(args)
        types = _types(leaves)
        key = tree, tuple((own.shape, own.dtype) for own in types)
        if key not in self._known:
            self._known[key] = self._plan(args, types)
        return self._known[key]

    def _plan(self, args, types):
        run, closed, kept, out = _apply(self._function, self._mesh, args, types)
        specs = dict(zip(kept, IN_SHARDINGS.values()))
        sharding = lambda spec: None if spec is None else NamedSharding(self._mesh, spec)
        donated = {id(leaf) for index in self._donated for leaf in jax.tree.leaves(args[index])}
        return jax.jit(
            run,
            in_shardings=tuple(sharding(specs.get(i, P())) for i in range(len(types))),
            out_shardings=[sharding(spec) for spec in OUT_SHARDINGS.values()],
            donate_argnums=tuple(i for i, leaf in enumerate(jax.tree.leaves(args)) if id(leaf) in donated),
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
        return tree

    def _place(self, path, operand, type_text):
        function, place, avals, call = "main", (), [], None
        for name, number in path:
            op = self._functions[function].get((name, number))
            if op is None:
                raise PlanError(f"@{function} has no {name} number {number}: plan the function again")
            marks = re.findall(r"shardform_(\d+)_", str(op.location))
            own, equation = self._places[int(marks[-1])] if marks else ((), None)
            # What primitives share is lowered once, with the marks of the first one.
            if own[: len(place) - 1] == place[:-1] and (not place or own[len(place) - 1][0] == place[-1][0]):
                ends = [] if equation is None else equation.outvars if operand is None else equation.invars
                place, avals = own, [end.aval for end in (ends if operand is None else ends[operand : operand + 1])]
            if name == "func.call":
                function, call = op.attributes["callee"].value, op
        if equation is not None and equation.primitive.name == "scan":
            # A slice of what it scans is an argument of its body.
            calls = [own for own in call.operation.block if "callee" in own.attributes]
            slices = [own for own in calls if own.attributes["callee"].value.startswith("dynamic_index_in_dim")]
            scanned = equation.params["num_consts"] + equation.params["num_carry"] + slices.index(call)
            place = place[:-1] + ((place[-1][0], "jaxpr", None), (-1 - scanned, None, None))
            avals = [equation.params["jaxpr"].in_avals[scanned]]
        value = op.results[0] if operand is None else op.operands[operand]
        found = str(value.type)
        if found != type_text:
            raise PlanError(
                f"{name} number {number} of @{function} is a {found}, planned was a {type_text}: plan the function again"
            )
        if [tuple(own.shape) for own in avals] != [tuple(value.type.shape)]:
            # Such as an operand of jnp.stack with its new dimension: no equation has it.
            primitive = "nothing" if equation is None else equation.primitive.name
            warnings.warn(f"{name} number {number} of @{function} is a part of {primitive}: it is not constrained")
            return None
        return place


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
