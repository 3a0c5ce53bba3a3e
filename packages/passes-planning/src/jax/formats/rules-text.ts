import { pythonString } from '@shardform/ir-core';
import type { PlanSpecs } from '../plan-specs.ts';
import type { SpecRule } from '../spec-rules.ts';

/** Returns the mesh and the rules of a plan as Python, and the functions that apply them to a path and to a tree. */
export function rulesText({ mesh: { axes }, rules }: PlanSpecs): string[] {
  const list = (items: readonly (number | string)[]): string =>
    items.length === 1 ? `(${items[0]!},)` : `(${items.join(', ')})`;
  return [
    `mesh = jax.make_mesh(${list(axes.map(({ size }) => size))}, ${list(axes.map(({ name }) => pythonString(name)))}, axis_types=(AxisType.Auto,) * ${axes.length})`,
    '',
    '# The first rule whose expression is in the path of an array holds, such as params/layers/0/wq; other arrays are whole on every device.',
    'RULES = [',
    ...rules.map((rule) => `    (${rawString(expressionOf(rule))}, ${rule.spec}),`),
    ']',
    '',
    '',
    'def spec(path, name=""):',
    '    """Returns the PartitionSpec of an array by its path below the argument `name`."""',
    `    steps = re.findall(r"[^\\s\\[\\]'\\".(),/]+", path if isinstance(path, str) else jax.tree_util.keystr(path))`,
    '    text = "/".join([name, *steps] if name else steps)',
    '    return next((own for rule, own in RULES if re.search(rule, text)), P())',
    '',
    '',
    'def shardings(tree, name=""):',
    '    """Returns the NamedShardings of the arrays of the argument `name` as a tree."""',
    '    return jax.tree_util.tree_map_with_path(lambda path, _: NamedSharding(mesh, spec(path, name)), tree)',
  ];
}

/** A string literal in which backslashes are themselves where it is printable. */
function rawString(text: string): string {
  const own = pythonString(text);
  return /^[ !#-~]*$/.test(text) ? `r${own.replaceAll('\\\\', '\\')}` : own;
}

/** A pattern of a rule as a regular expression of Python. */
function expressionOf({ pattern }: SpecRule): string {
  const isWhole = pattern.startsWith('/');
  const steps = pattern.slice(isWhole ? 1 : 0).split('/');
  const text = steps
    .map((step) => (step === '*' ? '\\d+' : step.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')))
    .join('/');
  return `${isWhole ? '^' : '(^|/)'}${text}$`;
}
