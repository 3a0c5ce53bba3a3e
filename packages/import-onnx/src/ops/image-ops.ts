import {
  ConvDimensionNumbersAttr,
  ConvolutionOp,
  numbersAttr,
  paddingAttr,
  tensorOf,
} from '@shardform/dialect-stablehlo';
import { DenseArrayAttr, i1, i64Attr, RankedTensorType, type Tensor } from '@shardform/ir-core';
import type { ImportedNode, NodeImporter } from '../import-node.ts';
import { perFeature } from './per-feature.ts';
import { resize } from './resize.ts';

/** Features of a pixel as a block of pixels. */
function depthToSpace(node: ImportedNode): readonly Tensor[] {
  const { build } = node;
  const x = node.tensor(0);
  const [batch, features, height, width] = [0, 1, 2, 3].map((dim) => x.type.dimSize(dim));
  const block = node.int('blocksize', 1);
  const left = features! / block ** 2;
  const isColumnFirst = node.string('mode', 'DCR') === 'CRD';
  const apart = isColumnFirst
    ? [batch!, left, block, block, height!, width!]
    : [batch!, block, block, left, height!, width!];
  const order = isColumnFirst ? [0, 1, 4, 2, 5, 3] : [0, 3, 4, 1, 5, 2];
  const moved = build.transpose(build.reshape(x, apart), order);
  return [build.reshape(moved, [batch!, left, height! * block, width! * block])];
}

/** A block of pixels as features of one. */
function spaceToDepth(node: ImportedNode): readonly Tensor[] {
  const { build } = node;
  const x = node.tensor(0);
  const [batch, features, height, width] = [0, 1, 2, 3].map((dim) => x.type.dimSize(dim));
  const block = node.int('blocksize', 1);
  const [rows, columns] = [height! / block, width! / block];
  const apart = build.reshape(x, [batch!, features!, rows, block, columns, block]);
  const isColumnFirst = node.string('mode', 'DCR') === 'CRD';
  const moved = build.transpose(apart, isColumnFirst ? [0, 1, 3, 5, 2, 4] : [0, 3, 5, 1, 2, 4]);
  return [build.reshape(moved, [batch!, features! * block ** 2, rows, columns])];
}

/** The gradient of a convolution: the kernel is mirrored, and moves over inputs that are apart by the strides. */
function convTranspose(node: ImportedNode): readonly Tensor[] {
  const { build } = node;
  const [x, weights] = [node.tensor(0), node.tensor(1)];
  const spatial = x.type.shape.slice(2);
  const sizes = weights.type.shape.slice(2);
  const [groups, features] = [node.int('group', 1), weights.type.dimSize(1)];
  const strides = node.ints('strides') ?? sizes.map(() => 1);
  const dilations = node.ints('dilations') ?? sizes.map(() => 1);
  const extras = node.ints('output_padding') ?? sizes.map(() => 0);
  const pads = transposedPads(node, { spatial, sizes, strides, dilations, extras });
  // [inputs, features of a group, ...] as [inputs of a group, features, ...].
  const inputs = weights.type.dimSize(0) / groups;
  const grouped = build.reshape(weights, [groups, inputs, features, ...sizes]);
  const swapped = build.transpose(grouped, [1, 0, 2, ...sizes.map((_, i) => i + 3)]);
  const rhs = build.reshape(swapped, [inputs, groups * features, ...sizes]);
  const padding = sizes.map((size, i): [number, number] => {
    const reach = (size - 1) * dilations[i]!;
    return [reach - pads[i]![0], reach - pads[i]![1] + extras[i]!];
  });
  const places = spatial.map((size, i) => {
    const reach = (sizes[i]! - 1) * dilations[i]!;
    return (size - 1) * strides[i]! + 1 + padding[i]![0] + padding[i]![1] - reach;
  });
  const dims = spatial.map((_, i) => i + 2);
  const args = {
    lhs: x,
    rhs,
    windowStrides: null,
    padding: paddingAttr(padding),
    lhsDilation: numbersAttr(strides),
    rhsDilation: numbersAttr(dilations),
    windowReversal: DenseArrayAttr.get(
      i1,
      sizes.map(() => 1),
    ),
    dimensionNumbers: ConvDimensionNumbersAttr.get({
      inputBatchDimension: 0,
      inputFeatureDimension: 1,
      inputSpatialDimensions: dims,
      kernelInputFeatureDimension: 0,
      kernelOutputFeatureDimension: 1,
      kernelSpatialDimensions: dims,
      outputBatchDimension: 0,
      outputFeatureDimension: 1,
      outputSpatialDimensions: dims,
    }),
    featureGroupCount: i64Attr(groups),
    batchGroupCount: i64Attr(1),
    precisionConfig: null,
  };
  const shape = [x.type.dimSize(0), groups * features, ...places];
  const type = RankedTensorType.get(shape, x.type.elementType);
  const result = tensorOf(build.builder.create(ConvolutionOp, args, [type]).result);
  const bias = node.optional(2);
  return [bias === null ? result : build.add(result, perFeature(bias.tensor(), x.type.rank, build))];
}

interface TransposedWindow {
  readonly spatial: readonly number[];
  readonly sizes: readonly number[];
  readonly strides: readonly number[];
  readonly dilations: readonly number[];
  readonly extras: readonly number[];
}

/** What is cut off at the ends of each dimension, given or such that the result has its size. */
function transposedPads(
  node: ImportedNode,
  { spatial, sizes, strides, dilations, extras }: TransposedWindow,
): (readonly [number, number])[] {
  const mode = node.string('auto_pad', 'NOTSET');
  const given = node.ints('pads');
  const outputs = node.ints('output_shape')?.slice(-spatial.length) ?? null;
  const isSame = mode === 'SAME_UPPER' || mode === 'SAME_LOWER';
  return spatial.map((size, i) => {
    const wanted = outputs?.[i] ?? (isSame ? size * strides[i]! : null);
    if (wanted === null) return mode === 'VALID' ? [0, 0] : [given?.[i] ?? 0, given?.[sizes.length + i] ?? 0];
    const whole = strides[i]! * (size - 1) + extras[i]! + (sizes[i]! - 1) * dilations[i]! + 1;
    const total = whole - wanted;
    const small = Math.floor(total / 2);
    return mode === 'SAME_UPPER' ? [small, total - small] : [total - small, small];
  });
}

/** Importers of operations on images. */
export const imageOps: Readonly<Record<string, NodeImporter>> = {
  DepthToSpace: depthToSpace,
  SpaceToDepth: spaceToDepth,
  ConvTranspose: convTranspose,
  Resize: resize,
};
