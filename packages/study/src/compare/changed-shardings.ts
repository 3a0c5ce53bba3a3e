import { getSharding } from '@shardform/dialect-sdy';
import type { Value } from '@shardform/ir-core';
import type { Stage } from '../stages/stage.ts';
import type { Study } from '../study.ts';
import { chipOf, type ShardingChip } from '../values/sharding-chip.ts';
import { sourceId, type ValueId } from '../values/value-id.ts';
import { wholeValue } from '../values/whole-value.ts';
import { alignedValues } from './aligned-values.ts';

/** A stage of a program whose shardings are compared. */
export interface ShardedStage {
  readonly study: Study;
  readonly stage: Stage;
}

/** A value that two programs, or two stages of one, split differently. */
export interface ChangedSharding {
  /** Its name in the second program, as commands refer to it; of what passes made, the name in the stage. */
  readonly value: string;
  /** In the user's program. */
  readonly name: string | null;
  readonly type: string;
  /** The axes of its dimensions in the first program, and in the second one: `[{"x"}, {}]`, `whole` or `undecided`. */
  readonly before: string;
  readonly after: string;
  readonly line: number | null;
}

/** The shardings of {@link ChangedSharding} as they are drawn. */
export interface DrawnChange {
  readonly before: ShardingChip | null;
  readonly after: ShardingChip | null;
}

/**
 * Returns the values of the second program that the first one has, too, with another sharding; see {@link alignedValues}.
 * Stages of one program have the same values.
 */
export function changedShardings(
  before: ShardedStage,
  after: ShardedStage,
): readonly (ChangedSharding & { readonly drawn: DrawnChange })[] {
  const pairs = before.study === after.study ? null : alignedValues(before.study, after.study);
  const { study, stage } = after;
  return idsInOrder(stage).flatMap((id) => {
    const value = stage.values.find(id)!;
    const source = study.source.values.find(sourceId(id));
    // Identities of copies and derived values are those of one program.
    const other = pairs === null ? id : pairs.get(id);
    const old = other === undefined ? null : globalValue(before, other);
    const now = globalValue(after, id);
    if (old === null || old.type !== now?.type) return [];
    const [first, second] = [dimsText(old, before), dimsText(now, after)];
    if (first === second) return [];
    const isGiven = source !== null && id === sourceId(id);
    return [
      {
        value: (isGiven ? study.names.reference(source) : null) ?? study.naming(stage).operand(value),
        name: source === null ? null : study.names.userName(now, source),
        type: String(now.type),
        ...{ before: first, after: second },
        line: source === null ? null : study.lineOf(source),
        drawn: { before: chipOf(old, before.study.context), after: chipOf(now, study.context) },
      },
    ];
  });
}

/** The identities of the values of a stage, results of calls that were inlined among them, in the order of the given program. */
function idsInOrder({ values }: Stage): readonly ValueId[] {
  const ids = values.all.flatMap((value) => {
    const id = values.idOf(value);
    return values.find(id) === value ? [id, ...(values.inlined.get(id) ?? [])] : [];
  });
  const place = (id: ValueId): number => Number.parseInt(id, 10) || 0;
  return [...new Set(ids)].sort((a, b) => place(a) - place(b));
}

/** A value where it has the sizes of all devices together. */
function globalValue({ study, stage }: ShardedStage, id: ValueId): Value | null {
  const value = stage.values.find(id);
  return value === null ? null : (wholeValue(study, stage, value)?.value ?? null);
}

/** A value without a sharding is whole on every device, unless propagation is still to decide. */
function dimsText(value: Value, { study, stage }: ShardedStage): string {
  const sharding = getSharding(value, study.context);
  if (sharding === null && stage === study.source && study.stages.length > 1) return 'undecided';
  if (sharding === null || sharding.dims.every(({ axes }) => axes.length === 0)) return 'whole';
  return `[${sharding.dims.map(({ axes }) => `{${axes.map(({ text }) => text).join(', ')}}`).join(', ')}]`;
}
