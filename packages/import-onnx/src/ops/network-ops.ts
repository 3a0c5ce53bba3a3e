import {
  AbsOp,
  AddOp,
  ConvDimensionNumbersAttr,
  ConvolutionOp,
  DivOp,
  ExpOp,
  LogOp,
  MaxOp,
  numbersAttr,
  paddingAttr,
  ReduceWindowOp,
  SqrtOp,
  tensorOf,
} from '@shardform/dialect-stablehlo';
import { i64Attr, product, RankedTensorType, type Tensor } from '@shardform/ir-core';
import { type ImportedNode, type NodeImporter, OnnxImportError } from '../import-node.ts';
import { lowest, type BroadcastingBuilder } from '../broadcasting-builder.ts';
import { batchedProduct, dot } from './batched-product.ts';
import { perFeature } from './per-feature.ts';

function matMul(node: ImportedNode): readonly Tensor[] {
  const { build } = node;
  let [lhs, rhs] = [node.tensor(0), node.tensor(1)];
  const [isRow, isColumn] = [lhs.type.rank === 1, rhs.type.rank === 1];
  if (isRow) lhs = build.reshape(lhs, [1, ...lhs.type.shape]);
  if (isColumn) rhs = build.reshape(rhs, [...rhs.type.shape, 1]);
  const n = rhs.type.dimSize(-1);
  const { shape, rank } = lhs.type;
  let result: Tensor;
  if (rhs.type.rank === 2) {
    // One matrix for all: rows of all batches are rows of one product.
    const dims = {
      lhsBatchingDimensions: [],
      rhsBatchingDimensions: [],
      lhsContractingDimensions: [rank - 1],
      rhsContractingDimensions: [0],
    };
    result = dot(lhs, rhs, dims, [...shape.slice(0, -1), n], build);
  } else {
    result = batchedProduct(lhs, rhs, build);
  }
  const sizes = result.type.shape.filter((_, dim) => {
    const fromEnd = result.type.rank - dim;
    return !(isRow && fromEnd === 2) && !(isColumn && fromEnd === 1);
  });
  return [build.reshape(result, sizes)];
}

function gemm(node: ImportedNode): readonly Tensor[] {
  const { build } = node;
  const [a, b] = [node.tensor(0), node.tensor(1)];
  const [transA, transB] = [node.int('transA', 0) === 1, node.int('transB', 0) === 1];
  const dims = {
    lhsBatchingDimensions: [],
    rhsBatchingDimensions: [],
    lhsContractingDimensions: [transA ? 0 : 1],
    rhsContractingDimensions: [transB ? 1 : 0],
  };
  const shape = [a.type.dimSize(transA ? 1 : 0), b.type.dimSize(transB ? 0 : 1)];
  const scaled = (tensor: Tensor, factor: number): Tensor =>
    factor === 1 ? tensor : build.multiply(tensor, build.scalar(tensor, factor));
  const product = scaled(dot(a, b, dims, shape, build), node.float('alpha', 1));
  const c = node.optional(2);
  return [c === null ? product : build.add(product, scaled(c.tensor(), node.float('beta', 1)))];
}

/** A window over the last dimensions of a tensor. */
interface Window {
  readonly sizes: readonly number[];
  readonly strides: readonly number[];
  readonly dilations: readonly number[];
  readonly pads: readonly (readonly [number, number])[];
  /** The length of the padding at the ends that is there only because the number of positions was rounded up. */
  readonly rounding: readonly number[];
}

function windowOf(node: ImportedNode, spatial: readonly number[], sizes: readonly number[]): Window {
  const strides = node.ints('strides') ?? sizes.map(() => 1);
  const dilations = node.ints('dilations') ?? sizes.map(() => 1);
  const mode = node.string('auto_pad', 'NOTSET');
  const given = node.ints('pads');
  for (const [what, list] of Object.entries({ sizes, strides, dilations }))
    if (list.length !== spatial.length)
      throw new OnnxImportError(`has ${list.length} ${what} of windows for ${spatial.length} dimensions`);
  const pads = sizes.map((size, i): [number, number] => {
    if (mode === 'NOTSET') return [given?.[i] ?? 0, given?.[sizes.length + i] ?? 0];
    if (mode === 'VALID') return [0, 0];
    const extent = (size - 1) * dilations[i]! + 1;
    const places = Math.ceil(spatial[i]! / strides[i]!);
    const total = Math.max(0, (places - 1) * strides[i]! + extent - spatial[i]!);
    const small = Math.floor(total / 2);
    return mode === 'SAME_LOWER' ? [total - small, small] : [small, total - small];
  });
  const rounding = sizes.map(() => 0);
  if (node.int('ceil_mode', 0) === 1) {
    pads.forEach((pad, i) => {
      const extent = (sizes[i]! - 1) * dilations[i]! + 1;
      const rest = spatial[i]! + pad[0] + pad[1] - extent;
      let places = Math.ceil(rest / strides[i]!) + 1;
      // The last window begins inside the tensor or its first padding.
      if ((places - 1) * strides[i]! >= spatial[i]! + pad[0]) places -= 1;
      rounding[i] = (places - 1) * strides[i]! - rest;
      pad[1] += rounding[i];
    });
  }
  return { sizes, strides, dilations, pads, rounding };
}

function placesOf(spatial: readonly number[], { sizes, strides, dilations, pads }: Window): number[] {
  return spatial.map((size, i) => {
    const extent = (sizes[i]! - 1) * dilations[i]! + 1;
    return Math.floor((size + pads[i]![0] + pads[i]![1] - extent) / strides[i]!) + 1;
  });
}

function conv(node: ImportedNode): readonly Tensor[] {
  const { build } = node;
  const [lhs, rhs] = [node.tensor(0), node.tensor(1)];
  const spatial = lhs.type.shape.slice(2);
  const window = windowOf(node, spatial, rhs.type.shape.slice(2));
  const dims = spatial.map((_, i) => i + 2);
  const shape = [lhs.type.dimSize(0), rhs.type.dimSize(0), ...placesOf(spatial, window)];
  const args = {
    lhs,
    rhs,
    windowStrides: numbersAttr(window.strides),
    padding: paddingAttr(window.pads),
    lhsDilation: null,
    rhsDilation: numbersAttr(window.dilations),
    windowReversal: null,
    dimensionNumbers: ConvDimensionNumbersAttr.get({
      inputBatchDimension: 0,
      inputFeatureDimension: 1,
      inputSpatialDimensions: dims,
      kernelInputFeatureDimension: 1,
      kernelOutputFeatureDimension: 0,
      kernelSpatialDimensions: dims,
      outputBatchDimension: 0,
      outputFeatureDimension: 1,
      outputSpatialDimensions: dims,
    }),
    featureGroupCount: i64Attr(node.int('group', 1)),
    batchGroupCount: i64Attr(1),
    precisionConfig: null,
  };
  const type = RankedTensorType.get(shape, lhs.type.elementType);
  const result = tensorOf(build.builder.create(ConvolutionOp, args, [type]).result);
  const bias = node.optional(2);
  return [bias === null ? result : build.add(result, perFeature(bias.tensor(), lhs.type.rank, build))];
}

function pooled(x: Tensor, window: Window, how: 'max' | 'sum', build: BroadcastingBuilder): Tensor {
  const spatial = x.type.shape.slice(2);
  const outer = <T>(value: T): T[] => [value, value];
  const { elementType } = x.type;
  const args = {
    inputs: [x],
    initValues: [build.splat([], elementType, how === 'max' ? lowest(elementType) : 0)],
    windowDimensions: numbersAttr([...outer(1), ...window.sizes]),
    windowStrides: numbersAttr([...outer(1), ...window.strides]),
    baseDilations: null,
    windowDilations: numbersAttr([...outer(1), ...window.dilations]),
    padding: paddingAttr([...outer([0, 0] as const), ...window.pads]),
  };
  const shape = [...x.type.shape.slice(0, 2), ...placesOf(spatial, window)];
  const op = build.builder.create(ReduceWindowOp, args, [RankedTensorType.get(shape, elementType)]);
  build.fillReducer(op.body, elementType, how === 'max' ? MaxOp : AddOp);
  return tensorOf(op.results[0]);
}

function maxPool(node: ImportedNode): readonly Tensor[] {
  if (node.node.outputs.length > 1 && node.node.outputs[1] !== '')
    throw new OnnxImportError("has the indices of maxima as a result, which can't be imported");
  const x = node.tensor(0);
  const window = windowOf(node, x.type.shape.slice(2), node.ints('kernel_shape') ?? []);
  return [pooled(x, window, 'max', node.build)];
}

function averagePool(node: ImportedNode): readonly Tensor[] {
  const { build } = node;
  const x = node.tensor(0);
  const spatial = x.type.shape.slice(2);
  const window = windowOf(node, spatial, node.ints('kernel_shape') ?? []);
  const sum = pooled(x, window, 'sum', build);
  const counted = node.int('count_include_pad', 0) === 1;
  const isWhole = (counted ? window.rounding : window.pads.flat()).every((amount) => amount === 0);
  if (isWhole) {
    const count = product(window.sizes);
    return [build.divide(sum, build.scalar(sum, count))];
  }
  // How many elements each window has: those of the tensor, or those of its padding as well.
  const pads = window.pads.map((pad, i) => (counted ? ([0, window.rounding[i]!] as const) : pad));
  const extents = spatial.map((size, i) => {
    const [low, high] = window.pads[i]!;
    return counted ? size + low + high - window.rounding[i]! : size;
  });
  const ones = build.splat([1, 1, ...extents], x.type.elementType, 1);
  return [build.divide(sum, pooled(ones, { ...window, pads }, 'sum', build))];
}

const globalPool =
  (how: 'mean' | 'max'): NodeImporter =>
  (node) => {
    const x = node.tensor(0);
    const dims = x.type.shape.map((_, dim) => dim).slice(2);
    return [how === 'mean' ? node.build.mean(x, dims, true) : node.build.reduce(x, dims, 'max', true)];
  };

/** Older versions take all dimensions from the axis on together. */
function softmaxDims(node: ImportedNode, rank: number): number[] {
  const axis = node.dimension(node.int('axis', node.opset < 13 ? 1 : -1), rank);
  return node.opset < 13 ? Array.from({ length: rank - axis }, (_, i) => axis + i) : [axis];
}

function softmax(node: ImportedNode): readonly Tensor[] {
  const x = node.tensor(0);
  const [, powers, sum] = node.build.exponentials(x, softmaxDims(node, x.type.rank));
  return [node.build.binary(DivOp, powers, sum)];
}

function logSoftmax(node: ImportedNode): readonly Tensor[] {
  const x = node.tensor(0);
  const [shifted, , sum] = node.build.exponentials(x, softmaxDims(node, x.type.rank));
  return [node.build.subtract(shifted, node.build.unary(LogOp, sum))];
}

/** A reduction along axes, which are an operand in later versions. */
const reduction =
  (
    of: (x: Tensor, dims: readonly number[], keep: boolean, build: BroadcastingBuilder) => Tensor,
  ): NodeImporter =>
  (node) => {
    const x = node.tensor(0);
    const { rank } = x.type;
    const axes = node.numbersOrAttribute(1, 'axes');
    const none = axes === null || axes.length === 0;
    if (none && node.int('noop_with_empty_axes', 0) === 1) return [of(x, [], true, node.build)];
    const all = Array.from({ length: rank }, (_, dim) => dim);
    const dims = none ? all : axes.map((axis) => node.dimension(axis, rank));
    return [of(x, dims, node.int('keepdims', 1) === 1, node.build)];
  };

const absolute = (x: Tensor, build: BroadcastingBuilder): Tensor => build.unary(AbsOp, x);
const square = (x: Tensor, build: BroadcastingBuilder): Tensor => build.multiply(x, x);

/** Importers of operations of neural networks. */
export const networkOps: Readonly<Record<string, NodeImporter>> = {
  MatMul: matMul,
  Gemm: gemm,
  Conv: conv,
  MaxPool: maxPool,
  AveragePool: averagePool,
  GlobalAveragePool: globalPool('mean'),
  GlobalMaxPool: globalPool('max'),
  Softmax: softmax,
  LogSoftmax: logSoftmax,
  ReduceSum: reduction((x, dims, keep, build) => build.reduce(x, dims, 'sum', keep)),
  ReduceMean: reduction((x, dims, keep, build) => build.mean(x, dims, keep)),
  ReduceMax: reduction((x, dims, keep, build) => build.reduce(x, dims, 'max', keep)),
  ReduceMin: reduction((x, dims, keep, build) => build.reduce(x, dims, 'min', keep)),
  ReduceProd: reduction((x, dims, keep, build) => build.reduce(x, dims, 'product', keep)),
  ReduceL1: reduction((x, dims, keep, build) => build.reduce(absolute(x, build), dims, 'sum', keep)),
  ReduceSumSquare: reduction((x, dims, keep, build) => build.reduce(square(x, build), dims, 'sum', keep)),
  ReduceL2: reduction((x, dims, keep, build) =>
    build.unary(SqrtOp, build.reduce(square(x, build), dims, 'sum', keep)),
  ),
  ReduceLogSum: reduction((x, dims, keep, build) => build.unary(LogOp, build.reduce(x, dims, 'sum', keep))),
  ReduceLogSumExp: reduction((x, dims, keep, build) => {
    const most = build.reduce(x, dims, 'max', true);
    const powers = build.unary(ExpOp, build.subtract(x, most));
    const log = build.unary(LogOp, build.reduce(powers, dims, 'sum', true));
    const sum = build.add(log, most);
    const kept = sum.type.shape.filter((_, dim) => keep || !dims.includes(dim));
    return build.reshape(sum, kept);
  }),
};
