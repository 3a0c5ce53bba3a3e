import { product } from '@shardform/ir-core';
import { digitsByDim, digitsOf } from './device-digits.ts';

/** The notation by which XLA writes which device has which tile. */
export type TileAssignmentForm = 'list' | 'iota';

/** Positions of `0 1 2 …` reshaped and transposed: XLA's `<=[reshape]T(transpose)`. */
export interface IotaForm {
  /** Sizes, major to minor. */
  readonly reshape: readonly number[];
  /** The position in `reshape` of each dimension after the transposition. */
  readonly transpose: readonly number[];
}

/**
 * The assignment of devices to tiles: an array of device ids, in row-major order. A list is written out
 * (`devices=[2,2]0,2,1,3`), an iota as a reshaped and transposed range (`devices=[2,2]<=[2,2]T(1,0)`).
 */
export class TileAssignment {
  /** Number of tiles along each dimension, then the sizes of subgroups. */
  readonly dims: readonly number[];
  /** As many as the product of `dims`. */
  readonly devices: readonly number[];
  /** `null` for a list. */
  readonly iota: IotaForm | null;

  private constructor(dims: readonly number[], devices: readonly number[], iota: IotaForm | null) {
    this.dims = dims;
    this.devices = devices;
    this.iota = iota;
  }

  /** Returns an assignment in the requested form if it has that, otherwise as a list. */
  static of(dims: readonly number[], devices: readonly number[], form: TileAssignmentForm): TileAssignment {
    return new TileAssignment(dims, devices, form === 'iota' ? iotaFormOf(devices) : null);
  }

  get form(): TileAssignmentForm {
    return this.iota === null ? 'list' : 'iota';
  }

  /** The assignment with its dimensions in another order: the position that each had before. */
  transposed(order: readonly number[]): TileAssignment {
    const { dims, devices, form } = this;
    if (order.every((from, to) => from === to)) return this;
    const newDims = order.map((from) => dims[from]!);
    return TileAssignment.of(
      newDims,
      transposedPositions(dims, order).map((position) => devices[position]!),
      form,
    );
  }

  /** The same devices in another shape. */
  reshaped(dims: readonly number[]): TileAssignment {
    return new TileAssignment(dims, this.devices, this.iota);
  }

  /**
   * The assignment with the devices along the last dimension in ascending order. If the dimension is not a separate
   * part of the iota, it becomes a list, as in XLA.
   */
  withSortedGroups(): TileAssignment {
    const { dims, devices } = this;
    const size = dims.at(-1) ?? 1;
    const digits = this.iota === null ? null : digitsOf(devices);
    const isOwnPart = digits !== null && digitsByDim(digits, [devices.length / size, size]) !== null;
    const sorted: number[] = [];
    for (let start = 0; start < devices.length; start += size) {
      sorted.push(...devices.slice(start, start + size).sort((a, b) => a - b));
    }
    return TileAssignment.of(dims, sorted, isOwnPart ? 'iota' : 'list');
  }

  /** The text after `devices=`. */
  toString(): string {
    return `[${this.dims.join()}]${this.iota === null ? this.devices.join() : iotaText(this.iota)}`;
  }
}

/** Row-major positions in an array of `dims`, in the order of the transposed array. */
export function transposedPositions(dims: readonly number[], order: readonly number[]): number[] {
  const strides = dims.map((_, d) => product(dims.slice(d + 1)));
  let positions = [0];
  for (const d of order) {
    positions = positions.flatMap((base) =>
      Array.from({ length: dims[d]! }, (_, i) => base + i * strides[d]!),
    );
  }
  return positions;
}

function iotaText({ reshape, transpose }: IotaForm): string {
  return `<=[${reshape.join()}]${reshape.length > 1 ? `T(${transpose.join()})` : ''}`;
}

/** The shortest form, or `null` if the devices are no iota. */
function iotaFormOf(devices: readonly number[]): IotaForm | null {
  const digits = digitsOf(devices);
  if (digits === null) return null;
  if (digits.length === 0) return { reshape: [1], transpose: [0] };
  const byStride = digits.toSorted((a, b) => b.stride - a.stride);
  return {
    reshape: byStride.map(({ size }) => size),
    transpose: digits.map((digit) => byStride.indexOf(digit)),
  };
}
