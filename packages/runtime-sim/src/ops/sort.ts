import * as hlo from '@shardform/dialect-stablehlo';
import {
  BlockArgument,
  type InterfaceImplementation,
  isFloatKind,
  isSignedIntegerKind,
  OpResult,
  type Value,
  lookUp,
} from '@shardform/ir-core';
import {
  asDoubles,
  elementAt,
  elementCount,
  isBigKind,
  isComplexKind,
  type NdArray,
  scalarArray,
} from '../array/index.ts';
import { type DeviceState, interpretable } from '../interpreter/interpretable.ts';
import { type IsBefore, type RowOrder, sortRows, totalOrderKeys } from '../kernels/index.ts';

/** The elements of a pair that a value of the comparator depends on. */
type Side = 'none' | 'left' | 'right' | 'both';

/**
 * The order of elements by the comparator. Where it compares what it computes from either element, these keys
 * are computed for all elements at once; otherwise it is run for each pair.
 */
function orderOf(op: hlo.SortOp, rows: readonly NdArray[], state: DeviceState): RowOrder {
  const block = op.comparator.entry;
  const returned = block.getTerminator().operands[0].value;
  const count = elementCount(rows[0].shape);
  const flat = rows.flatMap(({ kind, data }): NdArray[] => [
    { kind, shape: [count], data },
    { kind, shape: [count], data },
  ]);
  const used = new Set([...block].flatMap((inner) => inner.operands.map(({ value }) => value)));
  const arrays = state.mapValues(op.comparator, flat, [...used]);
  if (arrays === null) return pairwise(op, rows, state);
  const keys = new Map([...used].map((value, i) => [value, arrays[i]]));
  const comparison = new KeyedComparison(op, keys);
  return comparison.keysOf(returned) ?? comparison.compile(returned) ?? pairwise(op, rows, state);
}

function pairwise(op: hlo.SortOp, rows: readonly NdArray[], state: DeviceState): IsBefore {
  return (i, j) => {
    const inputs = rows.flatMap((row) => [i, j].map((at) => scalarArray(row.kind, elementAt(row, at))));
    return state.computeRegion(op.comparator, inputs)[0].data[0] !== 0;
  };
}

/** A comparator as comparisons of keys, joined by logical operations. */
class KeyedComparison {
  readonly #op: hlo.SortOp;
  /** The values of the comparator for two equal elements, for all elements. */
  readonly #keys: ReadonlyMap<Value, NdArray>;
  readonly #sides = new Map<Value, Side>();

  constructor(op: hlo.SortOp, keys: ReadonlyMap<Value, NdArray>) {
    this.#op = op;
    this.#keys = keys;
  }

  /** The value, an `i1`, for pairs of positions; `null` when it is not of this form. */
  compile(value: Value): IsBefore | null {
    const side = this.#sideOf(value);
    if (side !== 'both') return this.#single(value, side);
    if (!(value instanceof OpResult)) return null;
    const op = value.owner;
    if (op instanceof hlo.CompareOp) return this.#comparison(op);
    const parts = op.operands.map((operand) => this.compile(operand.value));
    const [a, b, c] = parts;
    if (parts.includes(null)) return null;
    if (op instanceof hlo.AndOp) return (i, j) => a!(i, j) && b!(i, j);
    if (op instanceof hlo.OrOp) return (i, j) => a!(i, j) || b!(i, j);
    if (op instanceof hlo.XorOp) return (i, j) => a!(i, j) !== b!(i, j);
    if (op instanceof hlo.NotOp) return (i, j) => !a!(i, j);
    if (op instanceof hlo.SelectOp) return (i, j) => (a!(i, j) ? b!(i, j) : c!(i, j));
    return null;
  }

  /** Keys of the elements whose order is that of the value; `null` where it is not one strict comparison of words. */
  keysOf(value: Value): Uint32Array | null {
    const op = value instanceof OpResult ? value.owner : null;
    if (!(op instanceof hlo.CompareOp)) return null;
    const direction = op.comparisonDirection.value;
    const sides = [this.#sideOf(op.lhs), this.#sideOf(op.rhs)].join();
    if ((direction !== 'LT' && direction !== 'GT') || (sides !== 'left,right' && sides !== 'right,left'))
      return null;
    const isTotal = op.compareType?.value === 'TOTALORDER';
    const [lhs, rhs] = [op.lhs, op.rhs].map((side) => lookUp(this.#keys, side));
    const x = orderKeys(lhs, isTotal);
    // Elements that are compared as they are are the same arrays on both sides.
    const y = rhs.data === lhs.data ? x : orderKeys(rhs, isTotal);
    if (x === null || y === null || (x !== y && x.some((key, i) => key !== y[i]))) return null;
    const isDescending = (direction === 'GT') !== (sides === 'right,left');
    return isDescending ? x.map((key) => ~key) : x;
  }

  #single(value: Value, side: Side): IsBefore | null {
    const keys = lookUp(this.#keys, value);
    if (keys.kind !== 'i1') return null;
    const { data } = keys;
    return side === 'right' ? (_, j) => data[j] !== 0 : (i) => data[i] !== 0;
  }

  #comparison(op: hlo.CompareOp): IsBefore | null {
    const [lhs, rhs] = [op.lhs, op.rhs];
    const sides = [this.#sideOf(lhs), this.#sideOf(rhs)];
    if (sides.includes('both')) return null;
    const isTotal = op.compareType?.value === 'TOTALORDER';
    const [x, y] = [lhs, rhs].map((value) => {
      const keys = lookUp(this.#keys, value);
      return isTotal ? totalOrderKeys(keys) : keys;
    });
    const direction = op.comparisonDirection.value;
    // Swapped sides compare the same keys the other way round.
    const isSwapped = sides[0] === 'right' || sides[1] === 'left';
    if (isSwapped) return compareKeys(y, x, swapped[direction]);
    return compareKeys(x, y, direction);
  }

  #sideOf(value: Value): Side {
    let side = this.#sides.get(value);
    if (side === undefined) this.#sides.set(value, (side = this.#computeSide(value)));
    return side;
  }

  #computeSide(value: Value): Side {
    const block = this.#op.comparator.entry;
    if (value.parentBlock !== block) return 'none';
    if (value instanceof BlockArgument) return value.index % 2 === 0 ? 'left' : 'right';
    const sides = new Set(value.definingOp!.operands.map((operand) => this.#sideOf(operand.value)));
    sides.delete('none');
    if (sides.size > 1) return 'both';
    const [only = 'none'] = sides;
    return only;
  }
}

/** Words in the order of elements; `null` for kinds that are wider and for numbers that a comparison does not order. */
function orderKeys(x: NdArray, isTotal: boolean): Uint32Array | null {
  if (isBigKind(x.kind) || isComplexKind(x.kind) || x.kind === 'f64') return null;
  const isFloat = isFloatKind(x.kind);
  // What is no 64-bit integer is stored as numbers; keys of floats are signed words.
  const data = totalOrderKeys(x).data as Int32Array;
  const flipped = isFloat || isSignedIntegerKind(x.kind) ? signBit : 0;
  const keys = new Uint32Array(data.length);
  for (let i = 0; i < keys.length; i += 1) keys[i] = data[i] ^ flipped;
  if (isTotal || !isFloat) return keys;
  const numbers = asDoubles(x.kind, x.data);
  for (let i = 0; i < keys.length; i += 1) {
    if (Number.isNaN(numbers[i])) return null;
    // Zeros are equal.
    if (numbers[i] === 0) keys[i] = zeroKey;
  }
  return keys;
}

const signBit = -0x80000000;
const zeroKey = 0x80000000;

type Direction = hlo.ComparisonDirectionAttr['value'];

const swapped: Readonly<Record<Direction, Direction>> = {
  EQ: 'EQ',
  NE: 'NE',
  GE: 'LE',
  GT: 'LT',
  LE: 'GE',
  LT: 'GT',
};

function compareKeys(x: NdArray, y: NdArray, direction: Direction): IsBefore | null {
  if (x.data instanceof BigInt64Array || x.data instanceof BigUint64Array) {
    // Both arrays have one kind, which is of 64-bit integers.
    return compareNumbers(x.data as BigInt64Array, y.data as BigInt64Array, direction);
  }
  if (isComplexKind(x.kind)) return null;
  return compareNumbers(asDoubles(x.kind, x.data), asDoubles(y.kind, y.data), direction);
}

function compareNumbers<T extends Float64Array | BigInt64Array>(x: T, y: T, direction: Direction): IsBefore {
  switch (direction) {
    case 'EQ':
      return (i, j) => x[i] === y[j];
    case 'NE':
      return (i, j) => x[i] !== y[j];
    case 'GE':
      return (i, j) => x[i] >= y[j];
    case 'GT':
      return (i, j) => x[i] > y[j];
    case 'LE':
      return (i, j) => x[i] <= y[j];
    case 'LT':
      return (i, j) => x[i] < y[j];
  }
}

/** Sorting. It is stable, whether the operation requires it or not. */
export const sortInterpreters: readonly InterfaceImplementation[] = [
  interpretable.implementFor(hlo.SortOp, (op) => (inputs, state) => {
    const rank = inputs[0].shape.length;
    if (rank === 0) return inputs;
    const dim = ((op.dimension?.number ?? -1) + rank) % rank;
    return sortRows(inputs, dim, (rows) => orderOf(op, rows, state));
  }),
];
