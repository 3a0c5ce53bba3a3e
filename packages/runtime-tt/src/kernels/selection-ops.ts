import * as ttir from '@shardform/dialect-ttir';
import * as ttnn from '@shardform/dialect-ttnn';
import type { InterfaceImplementation } from '@shardform/ir-core';
import {
  arrayOf,
  concatenate,
  type DeviceState,
  interpretable,
  isArray,
  type NdArray,
  randomArray,
  reshape,
  type RuntimeValue,
  slice,
  transpose,
} from '@shardform/runtime-sim';
import { asResult, resultType } from '../result.ts';
import { both } from './both.ts';
import { sorted } from './indexing-ops.ts';

/** Elements `[begin, end)` of one dimension, every `step`-th. */
function along(x: NdArray, dim: number, begin: number, end: number, step = 1): NdArray {
  return slice(
    x,
    x.shape.map((_, d) => (d === dim ? begin : 0)),
    x.shape.map((size, d) => (d === dim ? Math.min(end, size) : size)),
    x.shape.map((_, d) => (d === dim ? step : 1)),
  );
}

const counted = (index: number, size: number): number => (index < 0 ? index + size : index);

/** Runs of a dimension, as far as they begin in it, joined. */
function selectedRuns(op: ttir.IndexSelectOp, x: NdArray): NdArray {
  const dim = counted(op.dim.number, x.shape.length);
  const size = x.shape[dim];
  const stride = op.stride?.number ?? 0;
  const runs: NdArray[] = [];
  for (let at = op.begin.number; at < size; at += stride === 0 ? size : stride)
    runs.push(along(x, dim, at, at + op.length.number));
  return concatenate(runs, dim);
}

/** Uniform numbers from a draw that each execution of the operation has for itself. */
function random(op: ttir.RandOp | ttnn.RandOp, state: DeviceState): NdArray {
  const { kind, shape } = resultType(op);
  const seed = op.seed?.number ?? 0;
  const [low, high] = [op.low?.value ?? 0, op.high?.value ?? 1];
  return randomArray(kind, shape, seed === 0 ? state.nextSeed() : seed, { shape: 'uniform', low, high });
}

/** Heads of batch, sequence and joined heads: batch, heads, sequence and size. */
function asHeads(x: NdArray, heads: number): NdArray {
  // Verified: the input has three dimensions.
  const [batch, length, width] = x.shape as readonly [number, number, number];
  return transpose(reshape(x, [batch, length, heads, width / heads]), [0, 2, 1, 3]);
}

type Split = ttir.SplitQueryKeyValueAndSplitHeadsOp | ttnn.SplitQueryKeyValueAndSplitHeadsOp;

/** The joint projection holds queries, keys and values behind each other; keys and values may come apart. */
function splitHeads(op: Split, inputs: readonly NdArray[]): readonly NdArray[] {
  const [joint] = inputs;
  const rest = inputs.at(1);
  const heads = op.numHeads.number;
  const kvHeads = op.numKvHeads?.number ?? heads;
  const width = joint.shape[2];
  const size = rest === undefined ? width / (heads + 2 * kvHeads) : width / heads;
  const [queries, others] =
    rest === undefined
      ? [along(joint, 2, 0, heads * size), along(joint, 2, heads * size, width)]
      : [joint, rest];
  const [keys, values] = [0, 1].map((i) =>
    asHeads(along(others, 2, i * kvHeads * size, (i + 1) * kvHeads * size), kvHeads),
  );
  const isTurned = op.transposeKey.value !== 0n;
  return [asHeads(queries, heads), isTurned ? transpose(keys, [0, 1, 3, 2]) : keys, values];
}

/** Interpreters of slices, sorting and top-k, and sampling. */
export const selectionInterpreters: readonly InterfaceImplementation[] = [
  interpretable.implementFor(ttir.IndexOp, (op) => ([x]) => {
    const dim = op.dim.number;
    const size = x.shape[dim];
    const [begin, end] = [op.begin, op.end].map(({ number }) => counted(number, size));
    return [asResult(op, along(x, dim, begin, end, op.step.number))];
  }),
  interpretable.implementFor(ttir.IndexSelectOp, (op) => ([x]) => [asResult(op, selectedRuns(op, x))]),
  interpretable.implementFor(ttir.GetDimensionSizeOp, (op) => ([x]) => {
    const { kind, shape } = resultType(op);
    return [arrayOf(kind, shape, [x.shape[op.dimension.number]])];
  }),
  ...both(ttir.TopKOp, ttnn.TopKOp, (op) => ([x]) => {
    const rank = x.shape.length;
    const dim = counted(op.dim?.number ?? -1, rank);
    const all = sorted(x, dim, op.largest?.value !== 0n);
    const [values, places] = all.map((array) => along(array, dim, 0, op.k.number));
    return [asResult(op, values), asResult(op, places, 1)];
  }),
  ...both(ttir.RandOp, ttnn.RandOp, (op) => (_inputs: readonly RuntimeValue[], state) => [random(op, state)]),
  ...both(
    ttir.SplitQueryKeyValueAndSplitHeadsOp,
    ttnn.SplitQueryKeyValueAndSplitHeadsOp,
    (op) => (inputs: readonly RuntimeValue[]) =>
      splitHeads(op, inputs.filter(isArray)).map((array, i) => asResult(op, array, i)),
  ),
];
