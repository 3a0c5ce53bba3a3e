import type { NamedValueRef } from '../values/value-card.ts';
import type { ShardingChip } from '../values/sharding-chip.ts';
import type { ValueId } from '../values/value-id.ts';
import type { ExplainedMove, ExplainedValue, RejectedAxis } from './explainer.ts';

/** Propagation as it happened: what the program gives, then one move of an axis after the other. */
export interface PropagationReplay {
  /** In the order in which they happened; a move that is repeated for copies of a value is told once. */
  readonly moves: readonly ReplayedMove[];
  /** By value, what it gets. */
  readonly values: ReadonlyMap<ValueId, ReplayedValue>;
  /** Axes that met another one and gave way, in the order in which they met. */
  readonly conflicts: readonly ReplayedConflict[];
}

/** A move of an axis from one value to another. */
export interface ReplayedMove extends ExplainedMove {
  readonly to: NamedValueRef;
  readonly axis: string;
  /** How many operations the axis has come through since the program gave it: the round in which it could move at the earliest. */
  readonly round: number;
}

/** A value with what it gets. */
export interface ReplayedValue extends NamedValueRef {
  /** The sharding after the last move. */
  readonly chip: ShardingChip;
  /** By axis, the number of moves after which the value has it; 0 for those that the program gives. */
  readonly since: Readonly<Record<string, number>>;
}

/** An axis that a neighbour has and the value did not get, as another one was there, or it on another dimension. */
export interface ReplayedConflict extends RejectedAxis {
  readonly value: NamedValueRef;
  /** The number of moves after which the two meet. */
  readonly since: number;
}

/** A move before its round is known. */
type PlainMove = Omit<ReplayedMove, 'round'>;

/** Puts moves and what is known of values in the end into the order of time. */
export function replayOf(
  given: readonly PlainMove[],
  explained: readonly ExplainedValue[],
): PropagationReplay {
  const arrivals = new Map<string, { readonly since: number; readonly round: number }>();
  const moves: ReplayedMove[] = [];
  for (const move of given) {
    const key = keyOf(move.to.id, move.axis);
    if (arrivals.has(key)) continue;
    const round = (arrivals.get(keyOf(move.from.id, move.axis))?.round ?? 0) + 1;
    moves.push({ ...move, round });
    arrivals.set(key, { since: moves.length, round });
  }
  const sinceOf = (id: ValueId, axis: string): number => arrivals.get(keyOf(id, axis))?.since ?? 0;
  const values = new Map<ValueId, ReplayedValue>();
  for (const { id, name, chip } of explained) {
    if (chip === null || values.has(id)) continue;
    const axes = chip.dims.flatMap((dim) => dim.axes);
    if (axes.length === 0) continue;
    values.set(id, {
      id,
      name,
      chip,
      since: Object.fromEntries(axes.map((axis) => [axis, sinceOf(id, axis)])),
    });
  }
  return { moves, values, conflicts: conflictsOf(explained, sinceOf) };
}

function conflictsOf(
  explained: readonly ExplainedValue[],
  sinceOf: (id: ValueId, axis: string) => number,
): ReplayedConflict[] {
  const found = new Map<string, ReplayedConflict>();
  for (const { id, name, rejections } of explained)
    for (const rejection of rejections) {
      const { axis, instead, reason, holder, dimension } = rejection;
      if (reason !== 'other-axis' && reason !== 'used-elsewhere') continue;
      const since = Math.max(sinceOf(holder.id, axis), sinceOf(id, instead ?? axis));
      const key = [id, axis, dimension, rejection.operation, rejection.line].join();
      if (!found.has(key)) found.set(key, { ...rejection, value: { id, name }, since });
    }
  return [...found.values()].sort((a, b) => a.since - b.since);
}

function keyOf(id: ValueId, axis: string): string {
  return `${id} ${axis}`;
}
