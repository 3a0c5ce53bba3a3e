import {
  type DotState,
  elementsOf,
  type FactorAxes,
  isWhole,
  type MovingWindows,
  noteMove,
  partsOf,
} from './dot-state.ts';

/**
 * Returns the axes along which XLA splits a convolution whose devices are split along nothing but what windows move over; `null` if other
 * classes of factors come first.
 */
export function windowSplit(state: DotState): FactorAxes | null {
  const { windows, factors } = state;
  if (windows === null) return null;
  const isGrouped = windows.hasFeatureGroups || windows.hasBatchGroups;
  const isSplit = (own: readonly number[]): boolean =>
    partsOf(state, 'lhs', own) > 1 || partsOf(state, 'rhs', own) > 1 || partsOf(state, 'out', own) > 1;
  const isSummed =
    partsOf(state, 'lhs', factors.contracted) > 1 && partsOf(state, 'rhs', factors.contracted) > 1;
  const isOfWindows = isSplit([...factors.windows, ...factors.elements]);
  if (!isGrouped && (!isOfWindows || isSplit(factors.batch) || isSummed)) return null;
  if (windows.hasFeatureGroups && windows.hasWideGroups) return state.lhs.map(() => []);
  return splitByElements(state, windows) ?? splitByWindows(state, windows);
}

/** Operands that are both split: each device has a part of the windows' elements, and the results of all parts are summed up at once. */
function splitByElements(state: DotState, { canExchange }: MovingWindows): FactorAxes | null {
  const { factors } = state;
  if (isWhole(state, 'lhs') || isWhole(state, 'rhs')) return null;
  const bytesOf = (tensor: 'lhs' | 'rhs'): number => elementsOf(state, tensor) * state.widths[tensor];
  const larger = bytesOf('lhs') < bytesOf('rhs') ? 'rhs' : 'lhs';
  const others = [
    ...factors.batch,
    ...(larger === 'lhs' ? [...factors.lhs, ...factors.windows] : factors.rhs),
  ];
  if (partsOf(state, larger, others) > 1) return null;
  const summed = [...factors.contracted, ...factors.elements];
  const split = state.lhs.map((_, factor) => (summed.includes(factor) ? state[larger][factor]! : []));
  if (!canExchange(split)) return null;
  for (const operand of ['lhs', 'rhs'] as const) noteMove(state, operand, split);
  for (const factor of summed) if (split[factor]!.length > 0) state.joinedSums.add(factor);
  return split;
}

/** The left operand comes to the split of the result, and the kernel is whole. */
function splitByWindows(
  state: DotState,
  { hasFeatureGroups, hasBatchGroups }: MovingWindows,
): FactorAxes | null {
  const { factors, out } = state;
  const features = [...factors.batch, ...factors.rhs];
  if (isWhole(state, 'out') || partsOf(state, 'out', features) > 1) return null;
  const isGrouped = hasFeatureGroups || hasBatchGroups;
  if (isGrouped && (partsOf(state, 'lhs', factors.batch) > 1 || partsOf(state, 'rhs', features) > 1))
    return null;
  const kept = [...factors.lhs, ...factors.windows];
  const split = state.lhs.map((_, factor) => (kept.includes(factor) ? out[factor]! : []));
  for (const operand of ['lhs', 'rhs'] as const) noteMove(state, operand, split);
  return split;
}
