import { type AxisList, type AxisRefAttr, isAxisStrictPrefixOf } from '@shardform/dialect-sdy';
import { BACKWARD, BOTH, type Direction, NONE } from './direction.ts';
import type { ShardingProjection } from '../projection/factor-sharding.ts';

const NO_AXES: AxisList = [];

/**
 * Returns the longest list of axes for a factor that is compatible with all tensors that have the factor: each tensor's
 * axes are a prefix of the list, or the list is a prefix of them. Conflicts with other factors are ignored.
 *
 * Forward, only operands can extend the list and results only shorten it; backward, the other way round.
 */
export function compatibleMajorAxes(
  { tensors, operandCount }: ShardingProjection,
  factor: number,
  direction: Direction,
): AxisList {
  if (direction === NONE) return NO_AXES;
  const list = new CompatibleAxes();
  const combine = (from: number, to: number): void => {
    for (let i = from; i < to; i++) {
      const sharding = tensors[i]!.factors[factor] ?? null;
      if (sharding !== null) list.combine(sharding.axes);
    }
  };
  const isBackward = direction === BACKWARD;
  if (isBackward) combine(operandCount, tensors.length);
  else combine(0, operandCount);
  if (direction !== BOTH) list.canExpand = false;
  if (isBackward) combine(0, operandCount);
  else combine(operandCount, tensors.length);
  return list.axes;
}

class CompatibleAxes {
  axes: AxisList = NO_AXES;
  /** True if axes of further tensors may be appended. */
  canExpand = true;

  combine(added: AxisList): void {
    const old = this.axes;
    if (added === old) return;
    if (old.length === 0) {
      if (this.canExpand) this.axes = added;
      return;
    }
    const shared: AxisRefAttr[] = [];
    const count = Math.min(old.length, added.length);
    for (let i = 0; i < count; i++) {
      const [a, b] = [old[i]!, added[i]!];
      if (a === b) shared.push(a);
      else if (isAxisStrictPrefixOf(b, a)) {
        if (added.length > i + 1) {
          shared.push(b);
          this.#stop(shared);
          return;
        }
        shared.push(a);
      } else if (isAxisStrictPrefixOf(a, b)) {
        if (!this.canExpand || old.length > i + 1) {
          shared.push(a);
          this.#stop(shared);
          return;
        }
        shared.push(b);
      } else {
        this.#stop(shared);
        return;
      }
    }
    for (let i = count; i < old.length; i++) shared.push(old[i]!);
    if (this.canExpand) for (let i = count; i < added.length; i++) shared.push(added[i]!);
    this.axes = shared;
  }

  #stop(axes: AxisList): void {
    this.axes = axes;
    this.canExpand = false;
  }
}
