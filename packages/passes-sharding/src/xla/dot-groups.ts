import {
  areAxisListsEqual,
  axisListSize,
  type AxisList,
  axisListsOverlap,
  AxisRefAttr,
  subtractAxes,
} from '@shardform/dialect-sdy';
import { firstAxes } from './first-axes.ts';
import { withinGroup } from './within-group.ts';
import {
  alignedWith,
  areAlike,
  axesAlong,
  copiesOf,
  type DotState,
  type DotTensor,
  type FactorAxes,
  factorsOf,
  isWhole,
  localBytes,
  noteMove,
  partsOf,
  type ScatteredSum,
  without,
  withoutAxes,
} from './dot-state.ts';

/** Splits what is left within a group of devices. */
type Inner = (state: DotState) => FactorAxes;

/**
 * Groups devices by a class of factors and splits the product within a group.
 *
 * @param isStrict whether operands that are split along other axes are left alone.
 * @returns `null` if no class is split alike.
 */
export function splitInGroups(state: DotState, isStrict: boolean, inner: Inner): FactorAxes | null {
  return (
    batchGroups(state, isStrict, inner) ??
    freeGroups(state, isStrict, inner) ??
    contractedGroups(state, isStrict, inner)
  );
}

function grouped(
  given: DotState,
  moved: Partial<Pick<DotState, DotTensor>>,
  group: FactorAxes,
  factors: readonly number[],
  inner: Inner,
): FactorAxes {
  const state = { ...given, ...moved };
  for (const operand of ['lhs', 'rhs'] as const) noteMove(given, operand, state[operand]);
  const split = inner(withinGroup(state, group, factors));
  return split.map((axes, factor) => (factors.includes(factor) ? group[factor]! : axes));
}

function batchGroups(state: DotState, isStrict: boolean, inner: Inner): FactorAxes | null {
  const { mesh, lhs, rhs, out, factors } = state;
  const { batch } = factors;
  const parts = partsOf(state, 'out', batch);
  if (parts === 1 || (partsOf(state, 'lhs', batch) !== parts && partsOf(state, 'rhs', batch) !== parts))
    return null;
  const haveSameCounts = batch.every(
    (factor) => axisListSize(lhs[factor]!, mesh) === axisListSize(rhs[factor]!, mesh),
  );
  if (haveSameCounts && (!isStrict || areAlike(lhs, rhs, batch))) {
    const group = localBytes(state, 'lhs') > localBytes(state, 'rhs') ? lhs : rhs;
    const align = (tensor: FactorAxes): FactorAxes => alignedWith(tensor, group, batch, mesh);
    return grouped(state, { lhs: align(lhs), rhs: align(rhs), out: align(out) }, group, batch, inner);
  }
  const operands = (['lhs', 'rhs'] as const).map((operand) => withBatchOfResult(state, operand, isStrict));
  const [left, right] = operands;
  return left == null || right == null ? null : grouped(state, { lhs: left, rhs: right }, out, batch, inner);
}

/** Splits an operand along the batch as the result is; `null` if that takes more than giving up one class of its factors. */
function withBatchOfResult(state: DotState, operand: 'lhs' | 'rhs', isStrict: boolean): FactorAxes | null {
  const { mesh, factors, out } = state;
  const { batch, contracted } = factors;
  const other = operand === 'lhs' ? 'rhs' : 'lhs';
  const own = state[operand];
  if (isWhole(state, operand)) return alignedWith(own, out, batch, mesh);
  if (isStrict && !areAlike(own, out, batch)) return null;
  const wanted = partsOf(state, 'out', batch);
  const parts = (partsOf(state, operand) / partsOf(state, operand, batch)) * wanted;
  let kept = own;
  if (parts > state.devices) {
    const ratio = parts / state.devices;
    const free = partsOf(state, operand, factors[operand]);
    const summed = partsOf(state, operand, contracted);
    if (!Number.isInteger(ratio)) return null;
    if (ratio === free && (ratio !== summed || summed === partsOf(state, other, contracted)))
      kept = without(own, factors[operand]);
    else if (ratio === summed) kept = without(own, contracted);
    else return null;
  } else if (wanted < partsOf(state, operand, batch)) return null;
  return alignedWith(kept, out, batch, mesh);
}

function freeGroups(state: DotState, isStrict: boolean, inner: Inner): FactorAxes | null {
  const { mesh, factors, out } = state;
  const partsIn = (tensor: 'lhs' | 'rhs' | 'out', own: readonly number[]): number =>
    partsOf(state, tensor, own);
  const canGroup = (side: 'lhs' | 'rhs'): boolean => {
    const parts = partsIn(side, factors[side]);
    return parts > 1 && parts === partsIn('out', factors[side]);
  };
  let side: 'lhs' | 'rhs';
  let matching: readonly number[];
  if (canGroup('lhs') || canGroup('rhs')) {
    // The other operand becomes as large as this.
    const copied = (own: 'lhs' | 'rhs', other: 'lhs' | 'rhs'): number =>
      partsIn(own, factors[own]) * localBytes(state, other);
    const isLeft = canGroup('lhs') && (!canGroup('rhs') || copied('lhs', 'rhs') < copied('rhs', 'lhs'));
    side = isLeft ? 'lhs' : 'rhs';
    matching = factors[side];
  } else {
    const isSplit = (own: 'lhs' | 'rhs'): boolean =>
      partsIn(own, factors[own]) > 1 && partsIn('out', factors[own]) > 1;
    if (!isSplit('lhs') && !isSplit('rhs')) return null;
    side = isSplit('lhs') ? 'lhs' : 'rhs';
    matching = factors[side].filter((factor) => {
      const parts = partsIn(side, [factor]);
      return parts > 1 && parts === partsIn('out', [factor]);
    });
  }
  if (matching.length === 0) return null;
  if (isStrict && !areAlike(state[side], out, matching)) return null;
  const other = side === 'lhs' ? 'rhs' : 'lhs';
  const otherAxes =
    otherOperand(state, side, matching) ?? expectedOther(state, side, matching) ?? state[other].map(() => []);
  const aligned = alignedWith(state[side], out, matching, mesh);
  return grouped(state, { [side]: aligned, [other]: otherAxes }, out, matching, inner);
}

/** The other operand with the split that the expected sharding gives it; `null` if that does not fit either. */
function expectedOther(state: DotState, side: 'lhs' | 'rhs', matching: readonly number[]): FactorAxes | null {
  const other = side === 'lhs' ? 'rhs' : 'lhs';
  if (isWhole(state, other)) return null;
  const { factors, out, mesh } = state;
  const taken = axesAlong(out, factorsOf(state, 'out'));
  const expected = state[other].map((_, factor) => {
    if (factors.batch.includes(factor) || factors[other].includes(factor)) return out[factor]!;
    return factors.contracted.includes(factor) ? subtractAxes(state[side][factor]!, taken, mesh) : [];
  });
  return otherOperand({ ...state, [other]: expected }, side, matching, state);
}

/**
 * Returns the axes of the other operand within groups of devices; `null` if it has to be whole.
 *
 * @param given the state whose numbers of parts decide.
 */
function otherOperand(
  state: DotState,
  side: 'lhs' | 'rhs',
  matching: readonly number[],
  given: DotState = state,
): FactorAxes | null {
  const { mesh, factors, out } = state;
  const other = side === 'lhs' ? 'rhs' : 'lhs';
  const own = state[other];
  const group = axesAlong(out, matching);
  const count = axisListSize(group, mesh);
  const copies = copiesOf(state, other);
  if (copies > 1 && copies % count === 0) return withFreeAxes(state, other, group);
  const equal = ownGroup(own, factorsOf(state, other), group);
  if (equal !== null) return without(own, equal);
  const { contracted } = factors;
  const [summed, free] = [partsOf(given, other, contracted), partsOf(given, other, factors[other])];
  const mayGatherSummed = summed === count && free === partsOf(given, 'out', factors[other]);
  const mayGatherFree = free === count && partsOf(given, side, contracted) === summed;
  if (mayGatherSummed && (!mayGatherFree || localBytes(state, other) <= localBytes(given, 'out')))
    return withoutAxes(without(own, contracted), group, mesh);
  if (mayGatherFree) return withoutAxes(without(own, factors[other]), group, mesh);
  return null;
}

/** Makes an operand have the same parts along the axes of a group: factors that are split by these get free axes instead. */
function withFreeAxes(state: DotState, operand: 'lhs' | 'rhs' | 'out', group: AxisList): FactorAxes {
  const { mesh } = state;
  const own = state[operand];
  const used = axesAlong(own, factorsOf(state, operand));
  if (!axisListsOverlap(used, group)) return own;
  const all = mesh.axes.map(({ name }) => AxisRefAttr.get(name));
  let free: AxisList = subtractAxes(all, [...used, ...group, ...state.groups], mesh);
  return own.map((axes) => {
    if (!axisListsOverlap(axes, group)) return axes;
    const kept = subtractAxes(axes, group, mesh);
    const renamed = firstAxes(free, axisListSize(axes, mesh) / axisListSize(kept, mesh), mesh);
    if (renamed === null) return kept;
    free = subtractAxes(free, renamed, mesh);
    return [...kept, ...renamed];
  });
}

/** The factors that are split by exactly the axes of a group; `null` if there are none. */
function ownGroup(tensor: FactorAxes, factors: readonly number[], group: AxisList): readonly number[] | null {
  const found = factors.filter(
    (factor) => tensor[factor]!.length > 0 && tensor[factor]!.every((axis) => group.includes(axis)),
  );
  const axes = axesAlong(tensor, found);
  return axes.length > 0 && axes.length === group.length && group.every((axis) => axes.includes(axis))
    ? found
    : null;
}

function contractedGroups(state: DotState, isStrict: boolean, inner: Inner): FactorAxes | null {
  const { factors, mesh, lhs, rhs } = state;
  const { contracted } = factors;
  const [left, right] = [partsOf(state, 'lhs', contracted), partsOf(state, 'rhs', contracted)];
  if (left === 1 || right === 1) return null;
  const equal = contracted.filter((factor) => {
    const parts = axisListSize(lhs[factor]!, mesh);
    return parts > 1 && parts === axisListSize(rhs[factor]!, mesh);
  });
  for (const own of left === right ? [contracted, equal] : [equal]) {
    if (
      own.length === 0 ||
      (isStrict && !own.every((factor) => areAxisListsEqual(lhs[factor]!, rhs[factor]!)))
    )
      continue;
    const group = localBytes(state, 'lhs') > localBytes(state, 'rhs') ? lhs : rhs;
    const align = (tensor: FactorAxes): FactorAxes => alignedWith(tensor, group, own, mesh);
    const out = resultOfSums(state, axesAlong(group, own));
    return grouped(state, { lhs: align(lhs), rhs: align(rhs), out }, group, own, inner);
  }
  return null;
}

/** The parts of the result that are split along axes of a group, if its other axes are those of all copies; `null` otherwise. */
function partsWithCopies(state: DotState, group: AxisList): ScatteredSum | null {
  const { out, mesh } = state;
  const all = factorsOf(state, 'out');
  const own = all.filter(
    (factor) => out[factor]!.length > 0 && out[factor]!.every((axis) => group.includes(axis)),
  );
  const parts = new Map(own.map((factor) => [factor, out[factor]!]));
  const rest = group.filter((axis) => !axesAlong(out, own).includes(axis));
  if (parts.size === 0 || axisListsOverlap(rest, axesAlong(out, all))) return null;
  return axisListSize(rest, mesh) === (rest.length === 0 ? 1 : copiesOf(state, 'out'))
    ? { parts, rest }
    : null;
}

/** Returns how the result is split before it is summed up along the axes of groups. */
function resultOfSums(state: DotState, group: AxisList): FactorAxes {
  const { out, factors, mesh } = state;
  const count = axisListSize(group, mesh);
  const copies = copiesOf(state, 'out');
  if (copies > 1 && copies % count === 0) return withFreeAxes(state, 'out', group);
  const scattered = partsWithCopies(state, group);
  if (scattered !== null) {
    state.scatteredSums.push(scattered);
    return without(out, [...scattered.parts.keys()]);
  }
  if (isWhole(state, 'out')) return out;
  for (const own of [factors.lhs, factors.rhs, factors.batch])
    if (partsOf(state, 'out', own) === count) return withoutAxes(without(out, own), group, mesh);
  return withoutLastAxes(state, group) ?? out.map(() => []);
}

/**
 * The result without the axes of a group, if one of its factors is split by these last, and before as one operand is, and the other is not;
 * `null` otherwise.
 */
function withoutLastAxes(state: DotState, group: AxisList): FactorAxes | null {
  const { out, factors } = state;
  for (const [operand, other] of [
    ['lhs', 'rhs'],
    ['rhs', 'lhs'],
  ] as const) {
    const taken = axesAlong(state[other], factorsOf(state, other));
    for (const factor of factors[operand]) {
      const [axes, before] = [out[factor]!, state[operand][factor]!];
      if (before.length === 0 || axisListsOverlap(before, taken)) continue;
      const isFirst = areAxisListsEqual(axes.slice(0, before.length), before);
      if (isFirst && areAxisListsEqual(axes.slice(before.length), group))
        return out.map((own, i) => (i === factor ? before : own));
    }
  }
  return null;
}
