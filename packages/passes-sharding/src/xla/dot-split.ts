import { splitInGroups } from './dot-groups.ts';
import {
  areAlike,
  type DotState,
  elementsOf,
  type FactorAxes,
  isWhole,
  localBytes,
  noteMove,
  partsOf,
} from './dot-state.ts';
import { windowSplit } from './window-split.ts';

/**
 * Returns the axes along which XLA splits the factors of a product. It looks for a class of factors by which operands and the result
 * are split alike, groups the devices by it, and goes on within a group: first without moving operands between the groups, then
 * with that. What is left has the split of the result.
 */
export function dotSplit(state: DotState): FactorAxes {
  const ofWindows = windowSplit(state);
  if (ofWindows !== null) return ofWindows;
  for (const isStrict of [true, false]) {
    const split =
      wholeSplit(state, false) ??
      splitInGroups(state, isStrict, dotSplit) ??
      copiedSplit(state) ??
      wholeSplit(state, true);
    if (split !== null) return split;
  }
  const { factors } = state;
  return splitAlong(
    state,
    state.out,
    state.windows === null ? [...factors.batch, ...factors.lhs, ...factors.rhs] : [],
  );
}

/** A split by which all devices work on one class of factors; `null` if there is none. */
function wholeSplit(state: DotState, mayMove: boolean): FactorAxes | null {
  const { factors, devices, lhs, rhs, out } = state;
  const { batch, contracted } = factors;
  const isAll = (tensor: 'lhs' | 'rhs' | 'out', own: readonly number[]): boolean =>
    partsOf(state, tensor, own) === devices;
  if (isAll('lhs', batch) && isAll('rhs', batch) && areAlike(lhs, rhs, batch))
    return splitAlong(state, lhs, batch);
  for (const operand of ['lhs', 'rhs'] as const)
    if (isAll(operand, batch) && isAll('out', batch) && areAlike(state[operand], out, batch))
      return splitAlong(state, out, batch);
  if (isAll('lhs', contracted) && isAll('rhs', contracted)) {
    if (!mayMove && !isWhole(state, 'out') && partsOf(state, 'out') !== devices) return null;
    const larger = localBytes(state, 'lhs') < localBytes(state, 'rhs') ? rhs : lhs;
    return splitAlong(state, larger, contracted);
  }
  for (const operand of ['lhs', 'rhs'] as const) {
    const own = factors[operand];
    if (isAll(operand, own) && isAll('out', own) && areAlike(state[operand], out, own))
      return splitAlong(state, out, own);
  }
  if (mayMove)
    for (const own of [batch, factors.lhs, factors.rhs])
      if (isAll('out', own)) return splitAlong(state, out, own);
  if (!isWhole(state, 'out')) return null;
  for (const [operand, other] of [
    ['rhs', 'lhs'],
    ['lhs', 'rhs'],
  ] as const) {
    const isLarger = elementsOf(state, operand) > elementsOf(state, 'out');
    if (isAll(operand, contracted) && isWhole(state, other) && isLarger)
      return splitAlong(state, state[operand], contracted);
  }
  return null;
}

/** The split of a result of which several devices compute the same, where the operands are on all of them. */
function copiedSplit(state: DotState): FactorAxes | null {
  const parts = partsOf(state, 'out');
  const isCopied = parts < state.devices && parts > 1;
  if (!isCopied || !isWhole(state, 'lhs') || !isWhole(state, 'rhs')) return null;
  return dotSplit({ ...state, devices: parts });
}

function splitAlong(state: DotState, axes: FactorAxes, factors: readonly number[]): FactorAxes {
  const split = state.lhs.map((_, factor) => (factors.includes(factor) ? axes[factor]! : []));
  for (const operand of ['lhs', 'rhs'] as const) noteMove(state, operand, split);
  return split;
}
