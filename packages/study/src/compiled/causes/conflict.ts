import type { Operation, Value } from '@shardform/ir-core';
import { BroadcastInDimOp, CustomCallOp } from '@shardform/dialect-stablehlo';
import {
  type ConflictSite,
  conflictText,
  elsewhereText,
  sameDimensionText,
  wholeText,
} from '../../collectives/reasons/cause-text.ts';
import type { Cause, ValueSite } from '../cause.ts';
import { isAlong } from '../partitioned-source.ts';
import { isCallbackTarget } from './structure.ts';

/** Tensors of an operation are split in ways that do not go together. */
export function conflict(site: ValueSite): Cause | null {
  const { op, title, source, collective, axes, value, nameOf } = site;
  if (op === null || source === null || collective.kind === 'collective_permute') return null;
  const index = value === null ? -1 : op.operandValues().findIndex((operand) => isOf(operand, value));
  if (value === null || index < 0) return ofResult(site, op);
  const along = axes.join(', ');
  const moved = nameOf(value) ?? `operand ${index}`;
  const dim = source.splitDimension(value, axes);
  const operand = op.getOperand(index);
  if (dim < 0) return { kind: 'conflict', text: `${title} needs ${moved} whole along ${along}` };
  const split = { title, moved, dim, along: axes };
  const other = otherSplit(op, index, source.splitDimension(operand, axes), split, site);
  return { kind: 'conflict', text: other === null ? wholeText(split) : `${title}: ${other}` };
}

/** Returns whether a value is another or broadcast of it. */
function isOf(value: Value, other: Value): boolean {
  let at = value;
  while (at !== other && at.definingOp instanceof BroadcastInDimOp) at = at.definingOp.operand;
  return at === other;
}

function ofResult({ title, axes, value, nameOf }: ValueSite, op: Operation): Cause {
  const result = value !== null && value.definingOp === op ? nameOf(value) : null;
  return {
    kind: 'conflict',
    text: `${result ?? 'the result'} of ${title} is split along ${axes.join(', ')} where it is computed, but not where it is used`,
  };
}

/** Returns whether a value is what a function of the host returns. */
function isOfHost({ definingOp }: Value): boolean {
  return definingOp instanceof CustomCallOp && isCallbackTarget(definingOp.callTargetName.value);
}

/** The sentence about a tensor that has the same dimension and is split in another way, or another dimension that is split along the same axes. */
function otherSplit(
  op: Operation,
  index: number,
  dim: number,
  split: ConflictSite,
  { axes, source, nameOf }: ValueSite,
): string | null {
  const tensors: readonly (readonly [Value, string])[] = [
    ...op.operandValues().map((value, i) => [value, nameOf(value) ?? `operand ${i}`] as const),
    ...op.results.map((value, i) => [value, i === 0 ? 'the result' : `result ${i}`] as const),
  ];
  const elsewhere: string[] = [];
  for (const [at, [tensor, name]] of tensors.entries()) {
    if (at === index) continue;
    // A result is split as its operands are, so that these tell more.
    if (at >= op.operands.length && elsewhere[0] !== undefined) return elsewhere[0];
    const dims = source!.shardingOf(tensor)?.dims ?? [];
    const same = source!.sameDimension(op, index, dim, at);
    const isSplit = (d: number): boolean => isAlong(dims[d], axes);
    if (isOfHost(tensor))
      return `${conflictText(split)}, but ${name} is the result of a call of the host, which one device makes`;
    if (same !== null && !isSplit(same))
      return `${conflictText(split)}, but ${sameDimensionText(name, same)} is not`;
    const other = dims.findIndex((_, d) => d !== same && isSplit(d));
    if (other >= 0) elsewhere.push(elsewhereText(split, op.name, name, other));
  }
  return elsewhere[0] ?? null;
}
