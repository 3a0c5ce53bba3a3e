/**
 * The part of an emitted file that is the same for all plans: it finds the shardings of arguments by their paths, and the equations of a
 * jaxpr that the constraints are on by the lines that they come from.
 */
export const PYTHON_HELPER = String.raw`
class PlanError(Exception):
    """The plan can't be applied."""


def mesh(devices=None):
    """Returns the jax.sharding.Mesh of the plan: that of jax.set_mesh, if it has the axes of the plan, or one of devices with Auto axes."""
    own = jax.sharding.get_mesh()
    if devices is None and dict(own.shape) == AXES and own.devices.size == math.prod(AXES.values()):
        return own
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
        raise PlanError(f"{' and '.join(taken)} are the plan's: change RULES and TIES, or use shardings() and constrained()")
    return _Planned(function, mesh(devices), options)


def shardings(function, *args, devices=None, **kwargs):
    """Returns the NamedShardings of arguments, as (args, kwargs), and those of results, with None for what XLA chooses."""
    planned = _Planned(function, mesh(devices), {})
    leaves, tree = jax.tree.flatten((args, kwargs))
    closed, out = planned.traced(planned.of_leaves(tree), leaves)
    given, results = planned.shardings(planned.paths(args, kwargs), closed)
    return jax.tree.unflatten(tree, given), jax.tree.unflatten(jax.tree.structure(out), results)


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

        closed, out = jax.make_jaxpr(of_leaves, return_shape=True)(own)
        return jax.tree.unflatten(jax.tree.structure(out), _constrained(closed, own_mesh)(*own))

    return call


def spec(path, number=None):
    """Returns the PartitionSpec of an argument by its path, such as "params['layers'][0]['w']", and its number."""
    steps = re.findall(r"[^\s\[\]'\".(),/]+", path)
    return next((found for pattern, found in RULES if _matches(pattern, steps, number)), P())


def _matches(pattern, steps, number):
    if pattern.startswith("#"):
        return pattern == f"#{number}"
    wanted = pattern.removeprefix("/").split("/")
    if len(wanted) > len(steps) or pattern.startswith("/") and len(wanted) < len(steps):
        return False
    return all(own == step or own == "*" and step.isdigit() for own, step in zip(wanted, steps[-len(wanted):]))


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


def _numbers(value):
    return () if value is None else (value,) if isinstance(value, (int, str)) else tuple(value)


class _Planned:
    def __init__(self, function, own_mesh, options):
        self._function, self._mesh = _unwrapped(function), own_mesh
        options = _options(function, options)
        own = [_numbers(options.pop(name, None)) for name in ("static_argnums", "static_argnames", "donate_argnums", "donate_argnames")]
        try:
            self._parameters = list(inspect.signature(self._function).parameters.values())
        except (TypeError, ValueError):
            self._parameters = []
        self._static, self._donated = self._arguments(*own[:2]), self._arguments(*own[2:])
        self._options, self._known = options, {}
        functools.update_wrapper(self, self._function)

    def _arguments(self, numbers, names):
        """Numbers and names of arguments: as jax.jit does, each by both if the function has a signature."""
        by_place = [own.name for own in self._parameters if own.kind in (own.POSITIONAL_ONLY, own.POSITIONAL_OR_KEYWORD)]
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
        dynamic = tuple(own(i, value) for i, value in enumerate(args)), {name: own(name, kwargs[name]) for name in kwargs}
        static = [(name, value) for name, value in (*enumerate(args), *sorted(kwargs.items())) if name in self._static]
        leaves, tree = jax.tree.flatten(dynamic)
        key = tree, tuple((own.shape, own.dtype) for own in _types(leaves)), tuple(static)
        if key not in self._known:
            self._known[key] = self._plan(leaves, tree, dict(static))
        return (leaves, *self._known[key])

    def _plan(self, leaves, tree, static):
        args, kwargs = jax.tree.unflatten(tree, range(len(leaves)))
        function = self.of_leaves(tree, static)
        closed, out = self.traced(function, leaves)
        given, results = self.shardings(self.paths(args, kwargs), closed)
        if AxisType.Explicit in self._mesh.axis_types:
            # The types of its values have shardings, by which JAX chooses those of results.
            closed, out = self.traced(function, [jax.ShapeDtypeStruct(own.shape, own.dtype, sharding=to) for own, to in zip(_types(leaves), given)])
        donated = [value for name, value in (*enumerate(args), *kwargs.items()) if name in self._donated]
        return jax.jit(
            _constrained(closed, self._mesh),
            in_shardings=tuple(given),
            out_shardings=results,
            donate_argnums=tuple(jax.tree.leaves(donated)),
            **self._options,
        ), jax.tree.structure(out)

    def traced(self, function, leaves):
        """The jaxpr of a function of leaves; a PartitionSpec in it is one on the mesh of the plan, unless the program has set another one."""
        has_mesh = not jax.sharding.get_abstract_mesh().empty
        with contextlib.nullcontext() if has_mesh else jax.sharding.use_abstract_mesh(self._mesh.abstract_mesh):
            return jax.make_jaxpr(function, return_shape=True)([own if isinstance(own, jax.ShapeDtypeStruct) else _types([own])[0] for own in leaves])

    def of_leaves(self, tree, static={}):
        def run(leaves):
            args, kwargs = jax.tree.unflatten(tree, leaves)
            return self._function(
                *(static.get(i, value) for i, value in enumerate(args)),
                **{name: static.get(name, value) for name, value in kwargs.items()},
            )

        return run

    def paths(self, args, kwargs):
        """The names that jax gives the leaves."""
        by_place = [own for own in self._parameters if own.kind != own.KEYWORD_ONLY]
        found = []
        for i, value in enumerate(args):
            own = by_place[min(i, len(by_place) - 1)] if by_place else None
            is_rest = own is not None and own.kind == own.VAR_POSITIONAL
            name = f"args[{i}]" if own is None else f"{own.name}[{i - by_place.index(own)}]" if is_rest else own.name
            found += [name + jax.tree_util.keystr(path) for path, _ in jax.tree_util.tree_leaves_with_path(value)]
        for name in sorted(kwargs):
            found += [name + jax.tree_util.keystr(path) for path, _ in jax.tree_util.tree_leaves_with_path(kwargs[name])]
        return found

    def shardings(self, paths, closed):
        """The shardings of leaves by their paths, and of results."""
        kept = self._kept(closed)
        numbers = {leaf: number for number, leaf in enumerate(kept)}
        named = lambda own: NamedSharding(self._mesh, own)
        given = [named(spec(path, numbers.get(leaf))) for leaf, path in enumerate(paths)]
        results = [None] * len(closed.out_avals)
        for result, argument, count in TIES:
            for i in range(count):
                if result + i < len(results) and argument + i < len(kept):
                    results[result + i] = given[kept[argument + i]]
        return given, results

    def _kept(self, closed):
        """The arguments that the function uses, which are those of the program that was planned."""
        count = len(closed.in_avals)
        if count == ARGUMENTS:
            return range(count)
        lowered = jax.jit(jax.extend.core.jaxpr_as_fun(closed)).lower(*_types(closed.in_avals))
        kept = sorted(lowered._lowering.compile_args["kept_var_idx"])
        if len(kept) != ARGUMENTS:
            raise PlanError(f"the function uses {len(kept)} arrays, the function that was planned {ARGUMENTS}: plan it again")
        return kept


def _open(jaxpr):
    return jaxpr.jaxpr if hasattr(jaxpr, "consts") else jaxpr


def _inner(params):
    """The jaxprs among the parameters of an equation: (name, index in a tuple or None, jaxpr)."""
    for name, value in params.items():
        for index, own in enumerate(value) if isinstance(value, (tuple, list)) else [(None, value)]:
            if hasattr(own, "eqns") or hasattr(own, "jaxpr") and hasattr(own.jaxpr, "eqns"):
                yield name, index, own


def _place(equation):
    """The innermost line of an equation that is not in an installed package."""
    traceback = equation.source_info.traceback
    for frame in traceback.frames if traceback is not None else ():
        name = frame.file_name.replace("\\", "/")
        if not re.search(r"/(site-packages|dist-packages|lib/python\d[\d.]*)/|^<frozen ", name):
            return os.path.basename(name), frame.line_num
    return None


class _Values:
    """The values that the constraints of the plan are on: those that a line passes on to others, and their gradients."""

    def __init__(self, jaxpr):
        # By variable; there may be the same jaxpr in several places.
        self.specs = {}
        self.found, self._alike = set(), set()
        self._wanted = {((os.path.basename(file), line), shape): (number, own) for number, (file, line, shape, own) in enumerate(CONSTRAINTS)}
        self._visit(jaxpr, False, ())
        # A line that is executed several times may pass its values on to itself.
        self._visit(jaxpr, False, ())

    def _visit(self, jaxpr, is_backward, carried):
        uses, makers = {}, {var: None for var in carried}
        places = [_place(equation) for equation in jaxpr.eqns]
        for equation, place in zip(jaxpr.eqns, places):
            for var in equation.invars:
                if not hasattr(var, "val"):
                    uses.setdefault(var, set()).add(place)
        for var in jaxpr.outvars:
            if not hasattr(var, "val"):
                uses.setdefault(var, set()).add(None)
        for equation, place in zip(jaxpr.eqns, places):
            name, kind = str(equation.source_info.name_stack), equation.primitive.name
            backward = (is_backward or "transpose(" in name) and "rematted_computation" not in name
            if backward:
                for operand, var in enumerate(equation.invars):
                    # A gradient comes from the derivatives of other lines.
                    if not hasattr(var, "val") and var in makers:
                        self._add(var, place, (kind, operand), makers[var] != place)
                makers.update({var: place for var in equation.outvars})
            elif len(equation.outvars) == 1:
                var = equation.outvars[0]
                self._add(var, place, kind, uses.get(var, {place}) != {place})
            for _, _, inner in _inner(equation.params):
                own = _open(inner)
                first, count = equation.params.get("num_consts", 0), equation.params.get("num_carry", 0)
                is_scan = backward and kind == "scan"
                self._visit(own, backward, own.invars[first : first + count] if is_scan else ())

    def _add(self, var, place, kind, is_passed_on):
        key = place, tuple(getattr(var.aval, "shape", ()))
        found = self._wanted.get(key)
        if found is None or not is_passed_on and (key, kind) not in self._alike:
            return
        self._alike.add((key, kind))
        self.found.add(found[0])
        self.specs[var] = found[1]

    def is_in(self, jaxpr):
        """Whether one of them is in a jaxpr."""
        own = (*jaxpr.invars, *(var for equation in jaxpr.eqns for var in equation.outvars))
        inner = (_open(own) for equation in jaxpr.eqns for _, _, own in _inner(equation.params))
        return any(var in self.specs for var in own) or any(map(self.is_in, inner))


def _is_left_out(equation):
    return LEAVES_OUT_CONSTRAINTS and equation.primitive.name == "sharding_constraint"


def _leaves_out(jaxpr):
    """Whether a constraint of the function is left out of a jaxpr."""
    inner = (_open(own) for equation in jaxpr.eqns for _, _, own in _inner(equation.params))
    return any(map(_is_left_out, jaxpr.eqns)) or any(map(_leaves_out, inner))


def _constrained(closed, own_mesh):
    """Returns the function of a jaxpr with the constraints of the plan."""
    if not CONSTRAINTS and not _leaves_out(closed.jaxpr):
        return jax.extend.core.jaxpr_as_fun(closed)
    values = _Values(closed.jaxpr)
    for number, (file, line, shape, own) in enumerate(CONSTRAINTS):
        if number not in values.found:
            warnings.warn(f"{file}:{line} computes no array of shape {shape}: the constraint {own} of the plan is left out")
    return _evaluated(closed.jaxpr, closed.consts, values, own_mesh)


def _evaluated(jaxpr, consts, values, own_mesh):
    def constrained(var, value):
        own = values.specs.get(var)
        return value if own is None else jax.lax.with_sharding_constraint(value, NamedSharding(own_mesh, own))

    def rewritten(params):
        params = dict(params)
        for name, index, own in list(_inner(params)):
            if not values.is_in(_open(own)) and not _leaves_out(_open(own)):
                continue
            run = _evaluated(_open(own), getattr(own, "consts", []), values, own_mesh)
            types = [jax.ShapeDtypeStruct(var.aval.shape, var.aval.dtype, weak_type=var.aval.weak_type) for var in _open(own).invars]
            new = jax.make_jaxpr(run)(*types)
            new = new if hasattr(own, "consts") else new.jaxpr
            if index is None:
                params[name] = new
            else:
                params[name] = type(params[name])(new if i == index else old for i, old in enumerate(params[name]))
        return params

    def run(*args):
        known = dict(zip(jaxpr.constvars, consts))
        known.update((var, constrained(var, value)) for var, value in zip(jaxpr.invars, args))
        read = lambda var: var.val if hasattr(var, "val") else known[var]
        for equation in jaxpr.eqns:
            if _is_left_out(equation):
                known[equation.outvars[0]] = constrained(equation.outvars[0], read(equation.invars[0]))
                continue
            bound = equation.primitive.get_bind_params(rewritten(equation.params))
            # Versions of JAX before 0.9 return the functions beside the parameters.
            functions, params = bound if isinstance(bound, tuple) else ((), bound)
            with equation.ctx.manager, jax.named_scope(str(equation.source_info.name_stack) or "plan"):
                results = equation.primitive.bind(*functions, *map(read, equation.invars), **params)
            results = results if equation.primitive.multiple_results else [results]
            known.update((var, constrained(var, value)) for var, value in zip(equation.outvars, results))
        return [read(var) for var in jaxpr.outvars]

    return run
`;
