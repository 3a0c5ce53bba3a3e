import * as ttir from '@shardform/dialect-ttir';
import * as ttnn from '@shardform/dialect-ttnn';
import type { InterfaceImplementation, Operation, OpWithDefinition } from '@shardform/ir-core';
import {
  broadcastInDim,
  concatenate,
  dynamicSlice,
  interpretable,
  type NdArray,
  numbersOf,
  pad,
  reshape,
  reverse,
  scalarArray,
  slice,
  transpose,
} from '@shardform/runtime-sim';
import { both } from './both.ts';
import { asResult, dimOf, resultType, spread } from '../result.ts';

type OpClass = OpWithDefinition<Operation>;

/** Puts copies of a tensor behind each other along every dimension. */
function tiled(x: NdArray, repeats: readonly number[]): NdArray {
  const lead = Math.max(0, repeats.length - x.shape.length);
  let current: NdArray = reshape(x, [...new Array<number>(lead).fill(1), ...x.shape]);
  for (const [dim, count] of repeats.entries()) {
    if (count === 1) continue;
    if (current.shape[dim] === 1) {
      const shape = current.shape.with(dim, count);
      current = spread(current, shape);
    } else current = concatenate(new Array<NdArray>(count).fill(current), dim);
  }
  return current;
}

const sameShape: readonly OpClass[] = [
  ttir.ReshapeOp,
  ttir.SqueezeOp,
  ttir.UnsqueezeOp,
  ttnn.ReshapeOp,
  // Where a tensor lies and how is no matter of its numbers.
  ttir.ToLayoutOp,
  ttnn.ToLayoutOp,
  ttnn.ToMemoryConfigOp,
  ttnn.ToTensorSpecOp,
  ttnn.ToDeviceOp,
  ttnn.FromDeviceOp,
  ttnn.AssignOp,
];

const spreading: readonly OpClass[] = [ttir.BroadcastOp];

/** A slice whose indices may be counted from the end, and whose steps may go backwards. */
function staticSlice(
  x: NdArray,
  begins: readonly number[],
  ends: readonly number[],
  steps: readonly number[],
): NdArray {
  const counted = (places: readonly number[]): number[] =>
    places.map((place, d) => (place < 0 ? place + x.shape[d] : place));
  const [from, to] = [counted(begins), counted(ends)];
  const backwards = steps.flatMap((step, d) => (step < 0 ? [d] : []));
  for (const d of backwards) {
    const last = from[d] + (Math.ceil((to[d] - from[d]) / steps[d]) - 1) * steps[d];
    [from[d], to[d]] = [last, from[d] + 1];
  }
  return reverse(slice(x, from, to, steps.map(Math.abs)), backwards);
}

/** Operations that move elements. */
export const shapeInterpreters: readonly InterfaceImplementation[] = [
  ...sameShape.map((definition) =>
    interpretable.implementFor(definition, (op) => ([x]) => [asResult(op, x)]),
  ),
  ...spreading.map((definition) =>
    interpretable.implementFor(definition, (op) => ([x]) => [spread(x, resultType(op).shape)]),
  ),
  ...both(ttir.PermuteOp, ttnn.PermuteOp, (op) => ([x]) => [
    asResult(op, transpose(x, op.permutation.numbers())),
  ]),
  ...both(ttir.ConcatOp, ttnn.ConcatOp, (op) => (inputs) => [
    asResult(op, concatenate(inputs, dimOf(op.dim, inputs[0].shape.length))),
  ]),
  ...both(ttir.SliceStaticOp, ttnn.SliceStaticOp, (op) => ([x]) => {
    const [begins, ends, step] = [op.begins, op.ends, op.step].map((list) => ttir.i32Numbers(list));
    return [asResult(op, staticSlice(x, begins, ends, step))];
  }),
  ...both(ttir.SliceDynamicOp, ttnn.SliceDynamicOp, (op) => ([x, begins]) => {
    const { shape } = resultType(op);
    const steps = op.step === null ? shape.map(() => 1) : ttir.i32Numbers(op.step);
    const spans = shape.map((size, d) => Math.max(0, (size - 1) * steps[d] + 1));
    const part = dynamicSlice(x, numbersOf(begins), spans);
    const zeros = shape.map(() => 0);
    return [asResult(op, slice(part, zeros, spans, steps))];
  }),
  ...both(ttir.PadOp, ttnn.PadOp, (op) => ([x]) => {
    const padding = op.padding.numbers();
    const low = x.shape.map((_, d) => padding[2 * d]);
    const high = x.shape.map((_, d) => padding[2 * d + 1]);
    const isWide = x.kind === 'i64' || x.kind === 'ui64';
    const value = scalarArray(x.kind, isWide ? BigInt(op.value.value) : op.value.value);
    return [
      asResult(
        op,
        pad(
          x,
          value,
          low,
          high,
          low.map(() => 0),
        ),
      ),
    ];
  }),
  interpretable.implementFor(ttir.RepeatOp, (op) => ([x]) => [
    asResult(op, tiled(x, op.repeatDimensions.numbers())),
  ]),
  interpretable.implementFor(ttnn.RepeatOp, (op) => ([x]) => [asResult(op, tiled(x, op.repeatDims.shape))]),
  interpretable.implementFor(ttir.ReverseOp, (op) => ([x]) => [reverse(x, op.dimensions.numbers())]),
  ...both(ttir.TransposeOp, ttnn.TransposeOp, (op) => ([x]) => {
    const rank = x.shape.length;
    const [first, second] = [op.dim0, op.dim1].map((dim) => dimOf(dim, rank));
    const order = x.shape.map((_, d) => (d === first ? second : d === second ? first : d));
    return [asResult(op, transpose(x, order))];
  }),
  ...both(ttir.RepeatInterleaveOp, ttnn.RepeatInterleaveOp, (op) => ([x]) => {
    const dim = dimOf(op.dim, x.shape.length);
    const count = op.repeats.number;
    const wide = reshape(x, x.shape.toSpliced(dim + 1, 0, 1));
    const others = wide.shape.map((_, d) => d).filter((d) => d !== dim + 1);
    return [asResult(op, broadcastInDim(x, wide.shape.with(dim + 1, count), others))];
  }),
];
