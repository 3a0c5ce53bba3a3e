import { MeshAttr, MeshAxisAttr } from '@shardform/dialect-sdy';
import { describe, expect, it } from 'vitest';
import type { PlanSpecs } from '../plan-specs.ts';
import { planCode } from './plan-code.ts';

const RULES = [
  { pattern: 'layers/*/wq', spec: "P(None, 'model')", count: 4 },
  { pattern: '/batch/x', spec: "P('data')", count: 1 },
];

const SPECS: PlanSpecs = {
  mesh: MeshAttr.get(
    [MeshAxisAttr.get({ name: 'data', size: 2 }), MeshAxisAttr.get({ name: 'model', size: 4 })],
    [],
  ),
  argumentPaths: [
    ['params', 'layers', '0', 'wq'],
    ['params', 'layers', '1', 'wq'],
    ['batch', 'x'],
  ],
  resultPaths: [
    ['result', '0', 'layers', '0', 'wq'],
    ['result', '0', 'layers', '1', 'wq'],
    ['result', '1'],
  ],
  rules: RULES,
  ties: [{ result: 0, argument: 0, count: 2 }],
  constraints: [],
  dropped: [],
};

/** The documentation string of a file, and its functions after those that all files have. */
function partsOf(text: string): { readonly head: string[]; readonly names: string[] } {
  const [, head = ''] = text.split('"""');
  return { head: head.split('\n'), names: Array.from(text.matchAll(/^def (\w+)/gm), ([, name]) => name!) };
}

describe('planCode', () => {
  it('writes rules as expressions over paths, and a jax.jit with the shardings of arguments and results', () => {
    expect(planCode(SPECS, 'jax', ['A plan.']).split('\n')).toEqual([
      '"""A plan.',
      '',
      'Give jax.jit the shardings of arguments and of the results that take their place:',
      '',
      '    step = jax.jit(',
      '        step,',
      "        in_shardings=(shardings(params, 'params'), shardings(batch, 'batch')),",
      "        out_shardings=(shardings(params, 'params'), None),",
      '    )',
      '"""',
      'import re',
      '',
      'import jax',
      'from jax.sharding import AxisType, NamedSharding, PartitionSpec as P',
      '',
      'mesh = jax.make_mesh((2, 4), ("data", "model"), axis_types=(AxisType.Auto,) * 2)',
      '',
      '# The first rule whose expression is in the path of an array holds, such as params/layers/0/wq; other arrays are whole on every device.',
      'RULES = [',
      String.raw`    (r"(^|/)layers/\d+/wq$", P(None, 'model')),`,
      String.raw`    (r"^batch/x$", P('data')),`,
      ']',
      '',
      '',
      'def spec(path, name=""):',
      '    """Returns the PartitionSpec of an array by its path below the argument `name`."""',
      String.raw`    steps = re.findall(r"[^\s\[\]'\".(),/]+", path if isinstance(path, str) else jax.tree_util.keystr(path))`,
      '    text = "/".join([name, *steps] if name else steps)',
      '    return next((own for rule, own in RULES if re.search(rule, text)), P())',
      '',
      '',
      'def shardings(tree, name=""):',
      '    """Returns the NamedShardings of the arrays of the argument `name` as a tree."""',
      '    return jax.tree_util.tree_map_with_path(lambda path, _: NamedSharding(mesh, spec(path, name)), tree)',
      '',
    ]);
  });

  it.each([
    ['linen', ['spec', 'shardings', 'partitioned', 'names', 'logical_axis_rules']],
    ['nnx', ['spec', 'shardings', 'place', 'names']],
    ['equinox', ['spec', 'shardings', 'shard']],
    ['keras', ['spec', 'shardings', 'layout_map']],
  ] as const)('adds the functions of %s to them', (format, names) => {
    expect(partsOf(planCode(SPECS, format, [])).names).toEqual(names);
  });

  it('places the arguments of eqx.filter_jit by their numbers', () => {
    const jitted = { ...SPECS, argumentPaths: [['dynamic_nodonate', 'first', '0']] };
    expect(partsOf(planCode(jitted, 'equinox', [])).names).toEqual(['spec', 'shardings', 'place']);
  });

  it('leaves results open whose leaves take the places of several arguments', () => {
    const mixed = { ...SPECS, ties: [{ result: 0, argument: 0, count: 1 }] };
    expect(planCode(mixed, 'jax', [])).not.toContain('out_shardings');
  });

  it('tells the constraints that the step needs', () => {
    const constrained: PlanSpecs = {
      ...SPECS,
      constraints: [
        {
          place: { file: 'train.py', line: 12 },
          ...{ kind: 'add', shape: [8, 16], type: 'tensor<8x16xf32>', spec: "P('data')", values: 4 },
        },
      ],
    };
    expect(partsOf(planCode(constrained, 'equinox', [])).head).toContain(
      "    train.py:12, add of 8x16: P('data')",
    );
  });

  it('escapes steps of paths in expressions', () => {
    const odd = { ...SPECS, rules: [{ pattern: '/a+b/c$', spec: "P('data')", count: 1 }] };
    expect(planCode(odd, 'jax', [])).toContain(String.raw`(r"^a\+b/c\$$", P('data'))`);
  });
});
