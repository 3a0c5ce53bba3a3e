import { haveSameElements, type StringAttr, type Tensor } from '@shardform/ir-core';
import { commas, type Problems } from './problems.ts';
import { lookUp } from '@shardform/ir-core';

/** `b (h w) c` as `[[b], [h, w], [c]]`. */
function groupsOf(side: string): readonly (readonly string[])[] {
  return [...side.matchAll(/\(([^)]*)\)|(\S+)/g)].map(([, group, name]) =>
    group === undefined ? [name!] : group.trim().split(/\s+/),
  );
}

/** Dimensions are named by a pattern such as `b h w -> b (h w)`; those in parentheses become one. */
export function* rearrangeProblems(op: {
  readonly input: Tensor;
  readonly result: Tensor;
  readonly pattern: StringAttr;
}): Problems {
  const pattern = op.pattern.value;
  const sides = pattern.split('->');
  if (sides.length !== 2) return yield "pattern must contain exactly one '->' separator.";
  const [from, to] = [groupsOf(sides[0]!), groupsOf(sides[1]!)];
  const names = from.flat();
  if (from.some(({ length }) => length !== 1) || [...names].sort().join() !== to.flat().sort().join())
    yield `failed to parse pattern ${pattern}.`;
  const { shape } = op.input.type;
  if (shape.length !== from.length)
    yield `number of dimensions in the pattern's input (${from.length}) must match the rank of the input tensor (${shape.length}).`;
  const sizes = new Map(names.map((name, i) => [name, shape[i]!]));
  const expected = to.map((group) => group.reduce((product, name) => product * lookUp(sizes, name), 1));
  const actual = op.result.type.shape;
  if (!haveSameElements(expected, actual))
    yield `input tensor shape (${commas(actual)}) does not match the expected shape (${commas(expected)}).`;
}
