import * as ttir from '@shardform/dialect-ttir';
import * as ttnn from '@shardform/dialect-ttnn';
import type {
  ArrayAttr,
  IntegerAttr,
  InterfaceImplementation,
  Operation,
  OpWithDefinition,
} from '@shardform/ir-core';
import {
  type ArrayKind,
  binary,
  convert,
  elementsOf,
  arrayOf,
  filled,
  interpretable,
  type NdArray,
  reduce,
  type Reducer,
  rowMajorStrides,
  scalarArray,
  type Scalar,
} from '@shardform/runtime-sim';
import { both } from './both.ts';
import { asResult, dimOf } from '../result.ts';
import { truth } from './elementwise.ts';

type Reduction = Operation & { readonly dimArg: ArrayAttr | null; readonly keepDim: IntegerAttr };

const isWide = (kind: ArrayKind): boolean => kind === 'i64' || kind === 'ui64';

/** The least and greatest numbers of a kind, which change no maximum and no minimum. */
function extreme(kind: ArrayKind, reducer: 'maximum' | 'minimum'): Scalar {
  const bits = /^(u?)i(\d+)$/.exec(kind);
  if (bits === null) return reducer === 'maximum' ? -Infinity : Infinity;
  const width = BigInt(bits[2]);
  const isUnsigned = bits[1] === 'u' || width === 1n;
  const least = isUnsigned ? 0n : -(1n << (width - 1n));
  const greatest = isUnsigned ? (1n << width) - 1n : (1n << (width - 1n)) - 1n;
  const value = reducer === 'maximum' ? least : greatest;
  return isWide(kind) ? value : Number(value);
}

function startOf(kind: ArrayKind, reducer: Reducer): NdArray {
  if (reducer === 'maximum' || reducer === 'minimum') return scalarArray(kind, extreme(kind, reducer));
  const number = reducer === 'multiply' || reducer === 'and' ? 1 : 0;
  return scalarArray(kind, isWide(kind) ? BigInt(number) : number);
}

/** Returns the dimensions that a reduction folds: all, unless it says which. */
export function reducedDims(dimArg: ArrayAttr | null, rank: number): number[] {
  const dims = dimArg === null ? [] : ttir.i32Numbers(dimArg).map((dim) => (dim < 0 ? dim + rank : dim));
  return dims.length === 0 ? Array.from({ length: rank }, (_, d) => d) : dims;
}

/** Sums of narrow floats are formed in f32, as the target forms them. */
function folded(x: NdArray, dims: readonly number[], reducer: Reducer): NdArray {
  const wide = x.kind === 'bf16' || x.kind === 'f16' ? convert(x, 'f32') : x;
  return reduce(wide, startOf(wide.kind, reducer), dims, reducer);
}

function mean(x: NdArray, dims: readonly number[]): NdArray {
  const sum = folded(x, dims, 'add');
  const count = dims.reduce((product, dim) => product * x.shape[dim], 1);
  return binary('divide', sum, filled(sum.kind, sum.shape, count));
}

type Fold = (x: NdArray, dims: readonly number[]) => NdArray;

const by =
  (reducer: Reducer): Fold =>
  (x, dims) =>
    folded(x, dims, reducer);

const reductions: readonly (readonly [OpWithDefinition<Reduction>, Fold])[] = [
  [ttir.SumOp, by('add')],
  [ttnn.SumOp, by('add')],
  [ttir.ProdOp, by('multiply')],
  [ttir.MaxOp, by('maximum')],
  [ttnn.MaxOp, by('maximum')],
  [ttir.MinOp, by('minimum')],
  [ttnn.MinOp, by('minimum')],
  [ttir.MeanOp, mean],
  [ttnn.MeanOp, mean],
  [ttir.ReduceOrOp, (x, dims) => folded(truth(x), dims, 'or')],
  [ttir.ReduceAndOp, (x, dims) => folded(truth(x), dims, 'and')],
];

/** Returns the index of the first greatest element along a dimension, or among all elements. */
function argMax(x: NdArray, dims: readonly number[]): NdArray {
  const elements = elementsOf(x).map(Number);
  const strides = rowMajorStrides(x.shape);
  const others = x.shape.map((_, d) => d).filter((d) => !dims.includes(d));
  const count = others.reduce((product, d) => product * x.shape[d], 1);
  const best = new Array<number>(count).fill(-1);
  const greatest = new Array<number>(count).fill(-Infinity);
  for (const [position, element] of elements.entries()) {
    let [place, row] = [0, 0];
    for (const [d, stride] of strides.entries()) {
      const at = Math.floor(position / stride) % x.shape[d];
      if (dims.includes(d)) place = place * x.shape[d] + at;
      else row = row * x.shape[d] + at;
    }
    const isBetter =
      best[row] < 0 || element > greatest[row] || (Number.isNaN(element) && !Number.isNaN(greatest[row]));
    if (!isBetter) continue;
    best[row] = place;
    greatest[row] = element;
  }
  return arrayOf(
    'i32',
    others.map((d) => x.shape[d]),
    best,
  );
}

/** Combines each element with all before it along a dimension. */
function running(
  x: NdArray,
  dim: number,
  combine: (sum: number, element: number) => number,
  isReverse = false,
): NdArray {
  const elements = elementsOf(x).map(Number);
  const stride = rowMajorStrides(x.shape)[dim];
  const size = x.shape[dim];
  const { length } = elements;
  for (let i = 0; i < length; i++) {
    const position = isReverse ? length - 1 - i : i;
    const place = Math.floor(position / stride) % size;
    if (place === (isReverse ? size - 1 : 0)) continue;
    elements[position] = combine(elements[position + (isReverse ? stride : -stride)], elements[position]);
  }
  return arrayOf(
    x.kind,
    x.shape,
    elements.map((element) => (isWide(x.kind) ? BigInt(element) : element)),
  );
}

/** The logarithm of the sum of two exponentials, of infinities too. */
function logAddExp(a: number, b: number): number {
  const distance = a - b;
  return Number.isNaN(distance) ? a + b : Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(distance)));
}

/** Combines each element with all before it, or with all behind it. */
function cumulative(x: NdArray, op: ttir.CumulativeOp | ttnn.CumulativeOp): NdArray {
  const dim = dimOf(op.dim, x.shape.length);
  const isReverse = op.reverse.number !== 0;
  if (op.reduction.value === 'logsumexp') return running(x, dim, logAddExp, isReverse);
  return running(x, dim, op.reduction.value === 'min' ? Math.min : Math.max, isReverse);
}

/** Reductions. */
export const reductionInterpreters: readonly InterfaceImplementation[] = [
  ...reductions.map(([definition, fold]) =>
    interpretable.implementFor(definition, (op) => ([x]) => [
      asResult(op, fold(x, reducedDims(op.dimArg, x.shape.length))),
    ]),
  ),
  interpretable.implementFor(ttnn.ProdOp, (op) => ([x]) => {
    const dims = op.dimArg === null ? x.shape.map((_, d) => d) : [dimOf(op.dimArg, x.shape.length)];
    return [asResult(op, folded(x, dims, 'multiply'))];
  }),
  interpretable.implementFor(ttir.ArgMaxOp, (op) => ([x]) => [
    asResult(op, argMax(x, reducedDims(op.dimArg, x.shape.length))),
  ]),
  interpretable.implementFor(ttnn.ArgMaxOp, (op) => ([x]) => {
    const dims = op.dim === null ? x.shape.map((_, d) => d) : [dimOf(op.dim, x.shape.length)];
    return [asResult(op, argMax(x, dims))];
  }),
  ...both(ttir.CumSumOp, ttnn.CumSumOp, (op) => ([x]) => [
    asResult(
      op,
      running(x, dimOf(op.dim, x.shape.length), (sum, own) => sum + own),
    ),
  ]),
  ...both(ttir.CumulativeOp, ttnn.CumulativeOp, (op) => ([x]) => [asResult(op, cumulative(x, op))]),
  ...both(ttir.CumProdOp, ttnn.CumProdOp, (op) => ([x]) => [
    asResult(
      op,
      running(x, dimOf(op.dim, x.shape.length), (sum, own) => sum * own),
    ),
  ]),
];
