import { type DenseArrayAttr, type DenseElementsAttr, DYNAMIC } from '@shardform/ir-core';
import { type Dim, dim } from './bounded-shape.ts';

/** One dimension of a window that moves over a tensor (StableHLO spec, "reduce_window"). */
export interface WindowDimension {
  /** {@link DYNAMIC} where unknown. */
  readonly size: number;
  readonly stride: number;
  readonly padLow: number;
  readonly padHigh: number;
  /** Distance of the tensor's elements, between which there are holes. */
  readonly baseDilation: number;
  /** Distance of the window's elements. */
  readonly windowDilation: number;
}

/** The attributes that describe a window; absent or empty ones mean ones, zeros and no reversal. */
export interface WindowAttrs {
  /** `null` where unknown. */
  readonly sizes: readonly (number | null)[];
  readonly strides: DenseArrayAttr | null;
  readonly padding: DenseElementsAttr | null;
  readonly baseDilations: DenseArrayAttr | null;
  readonly windowDilations: DenseArrayAttr | null;
  readonly reversal?: DenseArrayAttr | null;
}

/** In attributes the smallest integer stands for a size that is unknown, as in MLIR. */
const DYNAMIC_IN_ATTRIBUTES = -(2n ** 63n);

/** Returns the sizes of a `window_dimensions` attribute. */
export function windowSizesOf(attribute: DenseArrayAttr): (number | null)[] {
  return attribute.values.map((size) => (size === DYNAMIC_IN_ATTRIBUTES ? null : Number(size)));
}

/** Returns the sizes of some dimensions of a kernel. */
export function kernelSizesOf(shape: readonly number[], dimensions: readonly number[]): (number | null)[] {
  return dimensions.map((d) => (shape[d] === DYNAMIC ? null : shape[d]!));
}

/** Pairs of a `padding` attribute. @returns a message when its shape is not that of a list of pairs. */
export function paddingPairs(padding: DenseElementsAttr | null): (readonly [number, number])[] | string {
  if (padding === null) return [];
  const { shape } = padding.type;
  if (shape?.length !== 2 || shape[1] !== 2) {
    return `expects the shape of padding-attribute to be {N, 2}, but got {${(shape ?? []).join(', ')}}.`;
  }
  const amounts = padding.integers().map(Number);
  return Array.from({ length: shape[0]! }, (_, i) => [amounts[2 * i]!, amounts[2 * i + 1]!]);
}

/** Returns the window that attributes describe. @returns a message when they don't fit each other. */
export function windowDimensions(attrs: WindowAttrs): WindowDimension[] | string {
  const pairs = paddingPairs(attrs.padding);
  if (typeof pairs === 'string') return pairs;
  const { sizes } = attrs;
  const [strides, base, window] = [attrs.strides, attrs.baseDilations, attrs.windowDilations].map(
    (list) => list?.numbers() ?? [],
  );
  for (const [name, length] of [
    ['window-strides', strides!.length],
    ['base-dilation factors', base!.length],
    ['window-dilation factors', window!.length],
    ['padding-entries', pairs.length],
    ['window-reversal', attrs.reversal?.length ?? 0],
  ] as const) {
    if (length === 0 || length === sizes.length) continue;
    return `expects ${name} to have same dimension-size as size of window dimensions (${sizes.length}), but got: ${length}.`;
  }
  const dimensions: WindowDimension[] = [];
  for (const [i, size] of sizes.entries()) {
    const [padLow, padHigh] = pairs[i] ?? [0, 0];
    const dimension: WindowDimension = {
      size: size ?? DYNAMIC,
      stride: strides![i] ?? 1,
      padLow,
      padHigh,
      baseDilation: base![i] ?? 1,
      windowDilation: window![i] ?? 1,
    };
    for (const [name, value] of [
      ['value', size ?? 1],
      ['stride', dimension.stride],
      ['base dilation factor', dimension.baseDilation],
      ['window dilation factor', dimension.windowDilation],
    ] as const) {
      if (value > 0) continue;
      return `expects window to have positive ${name} for ${i}-th window dimension, but got ${value}.`;
    }
    dimensions.push(dimension);
  }
  return dimensions;
}

/** Returns the number of positions that a window takes along a dimension, for its size and its bound. */
export function windowedDim({ size, bound }: Dim, window: WindowDimension): Dim {
  if (window.size === DYNAMIC) return dim(DYNAMIC);
  const places = (length: number): number => (length === DYNAMIC ? DYNAMIC : placesOf(length, window));
  return dim(places(size), size === DYNAMIC ? places(bound) : DYNAMIC);
}

function placesOf(length: number, window: WindowDimension): number {
  const padded = window.padLow + dilated(length, window.baseDilation) + window.padHigh;
  const extent = dilated(window.size, window.windowDilation);
  return padded === 0 || extent > padded ? 0 : Math.floor((padded - extent) / window.stride) + 1;
}

function dilated(length: number, dilation: number): number {
  return length === 0 ? 0 : (length - 1) * dilation + 1;
}
