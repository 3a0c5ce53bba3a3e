import { DYNAMIC, type RankedTensorType } from '@shardform/ir-core';
import { areCompatibleElementTypes } from './compatible-types.ts';

/** The attributes of a `dynamic_broadcast_in_dim`. */
export interface DynamicBroadcast {
  /** The result dimension of each operand dimension. */
  readonly dimensions: readonly number[];
  /** Operand dimensions that are known to be repeated, and known not to be. */
  readonly expanding: readonly number[];
  readonly nonexpanding: readonly number[];
  /** The result's shape where it is a constant. */
  readonly sizes: readonly number[] | null;
}

/**
 * Returns an error message for the violated constraint of a broadcast to a computed shape (StableHLO spec,
 * "dynamic_broadcast_in_dim"), or `null`.
 */
export function dynamicBroadcastProblem(
  operand: RankedTensorType,
  result: RankedTensorType,
  { dimensions, expanding, nonexpanding, sizes }: DynamicBroadcast,
): string | null {
  if (!areCompatibleElementTypes(operand.elementType, result.elementType)) {
    return `expects operand and result to have compatible element type. Got: '${String(operand)}' and '${String(result)}'`;
  }
  if (dimensions.length !== operand.rank) {
    return `broadcast_dimensions size (${dimensions.length}) does not match operand rank (${operand.rank})`;
  }
  if (result.rank < operand.rank) {
    return `result rank (${result.rank}) is less than operand rank (${operand.rank})`;
  }
  if (new Set(dimensions).size !== dimensions.length)
    return 'broadcast_dimensions should not have duplicates';
  for (const [i, target] of dimensions.entries()) {
    if (target < 0 || target >= result.rank) {
      return `broadcast_dimensions contains invalid value ${target} for result with rank ${result.rank}`;
    }
    const [size, wanted] = [operand.dimSize(i), result.dimSize(target)];
    if (size === DYNAMIC || size === 1 || wanted === DYNAMIC || size === wanted) continue;
    return `size of operand dimension ${i} (${size}) is not compatible with size of result dimension ${target} (${wanted})`;
  }
  const hints = [...expanding, ...nonexpanding];
  if (new Set(hints).size !== hints.length) {
    return 'duplicate expansion hint for at least one operand dimension';
  }
  const wrong = hints.find((hint) => hint < 0 || hint >= operand.rank);
  if (wrong !== undefined) {
    return `hint for expanding dimension ${wrong} does not refer to a valid operand dimension`;
  }
  for (const [i, target] of dimensions.entries()) {
    const [size, wanted] = [operand.dimSize(i), sizes?.[target]];
    if (wanted === undefined || size === DYNAMIC || size === 1 || size === wanted) continue;
    return `size of operand dimension ${i} (${size}) is not equal to 1 or value of shape at index ${target} (${wanted})`;
  }
  return null;
}
