import type { Operation } from '@shardform/ir-core';
import type { Cause, ValueSite } from '../cause.ts';

/** By operation, the reason that each device has a part of the result only. */
const PARTIAL: Readonly<Record<string, string>> = {
  dot_general: 'sums products over',
  convolution: 'sums products over',
  reduce: 'reduces',
  gather: 'looks up elements along',
  dynamic_slice: 'looks up elements along',
  scatter: 'combines updates along',
  reduce_window: 'combines windows along',
};

/** Devices combine their parts of a result. */
export function partialResult(site: ValueSite): Cause | null {
  const { collective, axes, op, title } = site;
  if (collective.kind !== 'all_reduce' && collective.kind !== 'reduce_scatter') return null;
  if (op === null)
    return title === '' ? null : cause(`devices combine their parts of the result of ${title}`);
  const kind = op.name.slice(op.name.indexOf('.') + 1);
  const split = reducedDimension(op, site);
  if (split === null) return cause(`devices combine their parts of the result of ${title}`);
  return cause(
    `${title} ${PARTIAL[kind] ?? 'combines'} dimension ${split.dim} of ${split.operand}, which is split along ${axes.join(', ')}: devices combine their parts of the result`,
  );
}

function cause(text: string): Cause {
  return { kind: 'partial-results', text };
}

/** The first dimension of an operand that is split along the axes of the collective; one that the operation reduces if there is one. */
function reducedDimension(
  op: Operation,
  { axes, source, nameOf }: ValueSite,
): { readonly operand: string; readonly dim: number } | null {
  const split = op
    .operandValues()
    .flatMap((value, i) =>
      (source?.shardingOf(value)?.dims ?? []).flatMap((own, dim) =>
        own.axes.some(({ name }) => axes.includes(name))
          ? [{ operand: nameOf(value) ?? `operand ${i}`, dim, isReduced: source!.isReduced(op, i, dim) }]
          : [],
      ),
    );
  return split.find(({ isReduced }) => isReduced) ?? split[0] ?? null;
}
