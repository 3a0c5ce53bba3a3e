import type { Operation } from '@shardform/ir-core';
import type { Cause, ValueSite } from '../cause.ts';
import { isReducedByAll, isSentBySum } from '../moved-value.ts';
import { isAlong } from '../partitioned-source.ts';

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
  const { collective, op, title } = site;
  if (op !== null && isReducedByAll(site)) return cause(reducedText(op, site, 'gather what each found'));
  if (collective.kind !== 'all_reduce' && collective.kind !== 'reduce_scatter') return null;
  if (isSentBySum(site)) return sentBySum(site);
  if (op === null)
    return title === '' ? null : cause(`devices combine their parts of the result of ${title}`);
  return cause(reducedText(op, site, 'combine their parts of the result'));
}

function reducedText(op: Operation, site: ValueSite, what: string): string {
  const kind = op.name.slice(op.name.indexOf('.') + 1);
  const split = reducedDimension(op, site);
  if (split === null || PARTIAL[kind] === undefined)
    return `devices combine their parts of the result of ${site.title}`;
  return `${site.title} ${PARTIAL[kind]} dimension ${split.dim} of ${split.operand}, which is split along ${site.axes.join(', ')}: devices ${what}`;
}

/** Elements that few devices hold are needed by all, as for one row of a dimension that is split. */
function sentBySum({ title, axes, value, nameOf }: ValueSite): Cause {
  const moved = value === null ? 'a value' : nameOf(value);
  return {
    kind: 'conflict',
    text: `${title} needs elements of ${moved} that one device along ${axes.join(', ')} holds: the others add zeros, so that the sum brings these to all`,
  };
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
        isAlong(own, axes)
          ? [{ operand: nameOf(value) ?? `operand ${i}`, dim, isReduced: source!.isReduced(op, i, dim) }]
          : [],
      ),
    );
  return split.find(({ isReduced }) => isReduced) ?? split[0] ?? null;
}
