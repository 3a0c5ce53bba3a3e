import type { Value } from '@shardform/ir-core';
import type { CostedCollective, NamedValueRef, ValueId } from '@shardform/study';
import { isCollectiveOp } from '@shardform/dialect-sdy';
import { defineAnswer } from '../define-view.ts';
import { type ShardPicture, shardPicture } from '../shards/shard-picture.ts';

/** A collective beside the others of its program. */
export interface ShownCollective {
  readonly kind: string;
  /** The name under which it counts: its axis, or several. */
  readonly axis: string;
  readonly axisNames: readonly string[];
  readonly groupSize: number;
  /** Of a permute, in which pattern devices send; `null` for other collectives. */
  readonly pattern: string | null;
  /** True if it is between devices that tensors are placed on: the reason says which. */
  readonly isPlaced: boolean;
  /** That each device sends in all executions. */
  readonly bytes: number;
  readonly executions: number;
  /** `null` where the program was not simulated. */
  readonly seconds: number | null;
  /** Its share of the step, and of the time of all collectives; `null` where that is unknown. */
  readonly ofStep: number | null;
  readonly ofCollectives: number | null;
  /** Why it was inserted; `null` for collectives of the program itself. */
  readonly reason: string | null;
  /** The value that it moves, and its result. */
  readonly from: NamedValueRef;
  readonly to: NamedValueRef;
  /** Shards before and after; `null` for what a device's own program communicates, and for sizes that are not static. */
  readonly pictures: { readonly before: ShardPicture; readonly after: ShardPicture } | null;
  /** Its number among all, those that take the most time first, from 1. */
  readonly rank: number;
  readonly count: number;
  /** The results of those before and after it in this order. */
  readonly previous: ValueId | null;
  readonly next: ValueId | null;
}

/** The collective whose result a value is, or that moves it; `null` for other values. */
export default defineAnswer((session, { id }: { readonly id: string }): ShownCollective | null => {
  const { study } = session;
  const last = study.stages.at(-1) ?? study.source;
  const module = study.communicatingAt(last, session.machine);
  const values = study.valuesOf(module);
  const value = values.find(id);
  if (value === null) return null;
  const { collectives, facts } = study.measuredAt(last, session.machine);
  const ranked = [...collectives].sort((a, b) => costOf(b) - costOf(a) || bytesOf(b) - bytesOf(a));
  const at = placeOf(value, ranked);
  const own = ranked[at];
  if (own === undefined) return null;
  const ref = (of: Value): NamedValueRef => ({
    id: values.idOf(of),
    name: study.namingOf(module).operand(of),
  });
  const resultOf = (index: number): ValueId | null => {
    const other = ranked[index];
    return other === undefined ? null : values.idOf(other.op.results[0]!);
  };
  const { kind, axis, axisNames, groupSize, pattern, executions, seconds, reason, op } = own;
  const draw = (of: Value): ShardPicture | null =>
    isCollectiveOp(op) ? shardPicture(of, module, study.context) : null;
  const [before, after] = [draw(op.getOperand(0)), draw(op.results[0]!)];
  const all = ranked.reduce((sum, each) => sum + costOf(each), 0);
  const step = facts.time?.seconds ?? null;
  return {
    ...{ kind, axis, axisNames, groupSize, pattern, executions, seconds, reason },
    isPlaced: study.isPlacedAt(last.module),
    bytes: bytesOf(own),
    ofStep: seconds === null || step === null || step === 0 ? null : seconds / step,
    ofCollectives: seconds === null || all === 0 ? null : seconds / all,
    from: ref(op.getOperand(0)),
    to: ref(op.results[0]!),
    pictures: before === null || after === null ? null : { before, after },
    rank: at + 1,
    count: ranked.length,
    previous: resultOf(at - 1),
    next: resultOf(at + 1),
  };
});

function placeOf(value: Value, collectives: readonly CostedCollective[]): number {
  const made = collectives.findIndex(({ op }) => op === value.definingOp);
  return made === -1 ? collectives.findIndex(({ op }) => op.operandValues().includes(value)) : made;
}

function costOf({ seconds }: CostedCollective): number {
  return seconds ?? 0;
}

function bytesOf({ bytes, executions }: CostedCollective): number {
  return bytes * executions;
}
