import type { Operation } from '@shardform/ir-core';
import { operationKind } from '@shardform/inspect';
import { partialText, type SplitOperand } from '../../collectives/reasons/cause-text.ts';
import type { Cause, ValueSite } from '../cause.ts';
import { isReducedByAll, isSentBySum } from '../moved-value.ts';
import { isAlong } from '../partitioned-source.ts';

/** Devices combine their parts of a result. */
export function partialResult(site: ValueSite): Cause | null {
  const { collective, op, title, axes } = site;
  if (op !== null && isReducedByAll(site)) return cause(reducedText(op, site, 'gather what each found'));
  if (collective.kind !== 'all_reduce' && collective.kind !== 'reduce_scatter') return null;
  if (isSentBySum(site)) return sentBySum(site);
  if (op === null) return title === '' ? null : cause(partialText(title, '', null, axes));
  return cause(reducedText(op, site));
}

function reducedText(op: Operation, site: ValueSite, act?: string): string {
  return partialText(site.title, operationKind(op), reducedDimension(op, site), site.axes, act);
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

/** A dimension of an operand that is split along the axes of the collective: one that is reduced, and one of an argument, if there is one. */
function reducedDimension(
  op: Operation,
  { axes, source, nameOf, isArgument }: ValueSite,
): SplitOperand | null {
  const split = op.operandValues().flatMap((value, i) =>
    (source?.shardingOf(value)?.dims ?? []).flatMap((own, dim) =>
      isAlong(own, axes)
        ? [
            {
              ...{ operand: nameOf(value) ?? `operand ${i}`, dim },
              ...{ isReduced: source!.isReduced(op, i, dim), isGiven: isArgument(value) },
            },
          ]
        : [],
    ),
  );
  const reduced = split.filter(({ isReduced }) => isReduced);
  return reduced.find(({ isGiven }) => isGiven) ?? reduced[0] ?? split[0] ?? null;
}
