import {
  type AxisList,
  areAxisListsEqual,
  axisListSize,
  axisListsOverlap,
  type MeshAttr,
  subtractAxes,
} from '@shardform/dialect-sdy';

/** The axes of a tensor by factor. */
export type FactorAxes = readonly AxisList[];

/** An operand or the result of a product. */
export type DotTensor = 'lhs' | 'rhs' | 'out';

/** Factors by where they are: in all, in one operand and the result, or in the operands alone. */
export interface DotFactors {
  readonly batch: readonly number[];
  readonly lhs: readonly number[];
  readonly rhs: readonly number[];
  readonly contracted: readonly number[];
  /** Those of the spatial dimensions over which windows move: of the windows, in the left operand and the result. */
  readonly windows: readonly number[];
  /** Those of the elements of a window, in the operands. */
  readonly elements: readonly number[];
}

/** What is particular to the windows of a convolution. */
export interface MovingWindows {
  readonly hasFeatureGroups: boolean;
  readonly hasBatchGroups: boolean;
  /** Whether the kernel of a group has several input features. */
  readonly hasWideGroups: boolean;
  /** Whether devices of a split by the elements of windows can get what they need of the left operand. */
  readonly canExchange: (split: FactorAxes) => boolean;
}

/** A product within a group of devices. */
export interface DotState {
  readonly mesh: MeshAttr;
  readonly factors: DotFactors;
  /** Number of devices. */
  readonly devices: number;
  /** Sizes of factors within the group. */
  readonly sizes: readonly number[];
  /** Bytes of an element. */
  readonly widths: Readonly<Record<DotTensor, number>>;
  readonly lhs: FactorAxes;
  readonly rhs: FactorAxes;
  readonly out: FactorAxes;
  /** Whether the devices are a group of more. */
  readonly isGroup: boolean;
  /** The axes that number the groups. */
  readonly groups: AxisList;
  /** Operands that are moved within a group. */
  readonly movedInGroups: Set<'lhs' | 'rhs'>;
  /** How sums of groups are combined; empty unless that is otherwise than along one contracted factor after the other. */
  readonly scatteredSums: ScatteredSum[];
  /** `null` for products without windows. */
  readonly windows: MovingWindows | null;
  /** Factors that are summed along at once, instead of one after the other. */
  readonly joinedSums: Set<number>;
}

/** A sum of which each device has a part of the result: it is combined along the axes of each part's factor, cut, and combined along the rest. */
export interface ScatteredSum {
  /** The axes of the result by factor. */
  readonly parts: ReadonlyMap<number, AxisList>;
  readonly rest: AxisList;
}

/** Returns the factors of a tensor. */
export function factorsOf({ factors }: DotState, tensor: DotTensor): readonly number[] {
  const { batch, lhs, rhs, contracted, windows, elements } = factors;
  switch (tensor) {
    case 'lhs':
      return [...batch, ...lhs, ...contracted, ...windows, ...elements];
    case 'rhs':
      return [...batch, ...rhs, ...contracted, ...elements];
    case 'out':
      return [...batch, ...lhs, ...rhs, ...windows];
  }
}

/** Returns the number of parts into which a tensor is split along factors. */
export function partsOf(
  state: DotState,
  tensor: DotTensor,
  factors: readonly number[] = factorsOf(state, tensor),
): number {
  return factors.reduce((parts, factor) => parts * axisListSize(state[tensor][factor]!, state.mesh), 1);
}

/** Returns the number of elements of a tensor within the group. */
export function elementsOf(state: DotState, tensor: DotTensor): number {
  return factorsOf(state, tensor).reduce((count, factor) => count * state.sizes[factor]!, 1);
}

/** Returns the bytes of a tensor on a device. */
export function localBytes(state: DotState, tensor: DotTensor): number {
  return factorsOf(state, tensor).reduce(
    (bytes, factor) =>
      bytes * Math.ceil(state.sizes[factor]! / axisListSize(state[tensor][factor]!, state.mesh)),
    state.widths[tensor],
  );
}

/** Returns whether a tensor is split along nothing. */
export function isWhole(state: DotState, tensor: DotTensor): boolean {
  return partsOf(state, tensor) === 1;
}

/** Returns the number of devices that hold the same part of a tensor. */
export function copiesOf(state: DotState, tensor: DotTensor): number {
  return state.devices / partsOf(state, tensor);
}

/** Returns whether two tensors are split alike along factors. */
export function areAlike(a: FactorAxes, b: FactorAxes, factors: readonly number[]): boolean {
  return factors.every((factor) => areAxisListsEqual(a[factor]!, b[factor]!));
}

/** Returns all axes along factors. */
export function axesAlong(axes: FactorAxes, factors: readonly number[]): AxisList {
  return factors.flatMap((factor) => axes[factor]!);
}

/**
 * Splits a tensor along factors by the axes of a group. Other factors that had these get the ones that are free now, if there are as
 * many: devices are only renamed by that.
 */
export function alignedWith(
  tensor: FactorAxes,
  group: FactorAxes,
  factors: readonly number[],
  mesh: MeshAttr,
): FactorAxes {
  const taken = axesAlong(group, factors);
  let free = subtractAxes(axesAlong(tensor, factors), taken, mesh);
  return tensor.map((axes, factor) => {
    if (factors.includes(factor)) return group[factor]!;
    if (!axisListsOverlap(axes, taken)) return axes;
    const kept = subtractAxes(axes, taken, mesh);
    const lost = axisListSize(axes, mesh) / axisListSize(kept, mesh);
    if (axisListSize(free, mesh) !== lost) return kept;
    const renamed = [...kept, ...free];
    free = [];
    return renamed;
  });
}

/** Returns a tensor without the axes of factors. */
export function without(tensor: FactorAxes, factors: readonly number[]): FactorAxes {
  return tensor.map((axes, factor) => (factors.includes(factor) ? [] : axes));
}

/** Returns a tensor without some axes. */
export function withoutAxes(tensor: FactorAxes, removed: AxisList, mesh: MeshAttr): FactorAxes {
  return tensor.map((axes) => (axisListsOverlap(axes, removed) ? subtractAxes(axes, removed, mesh) : axes));
}

/** Notes that an operand of a group has other axes from now on. */
export function noteMove(state: DotState, operand: 'lhs' | 'rhs', after: FactorAxes): void {
  const isMoved = state.isGroup && !areAlike(state[operand], after, factorsOf(state, operand));
  if (isMoved && !isWhole(state, operand)) state.movedInGroups.add(operand);
}
