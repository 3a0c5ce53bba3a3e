import { AbsOp, BatchNormInferenceOp, RsqrtOp, SqrtOp, tensorOf } from '@shardform/dialect-stablehlo';
import { f32, FloatAttr, i64Attr, type Tensor } from '@shardform/ir-core';
import type { BroadcastingBuilder } from '../broadcasting-builder.ts';
import { elementTypeOf } from '../element-types.ts';
import { type ImportedNode, type NodeImporter, OnnxImportError } from '../import-node.ts';
import { perFeature } from './per-feature.ts';

function batchNormalization(node: ImportedNode): readonly Tensor[] {
  if (node.int('training_mode', 0) === 1)
    throw new OnnxImportError("is for training, which can't be imported");
  const [operand, scale, offset, mean, variance] = [0, 1, 2, 3, 4].map((i) => node.tensor(i));
  const args = {
    operand: operand!,
    scale: scale!,
    offset: offset!,
    mean: mean!,
    variance: variance!,
    epsilon: FloatAttr.get(node.float('epsilon', 1e-5), f32),
    featureIndex: i64Attr(1),
  };
  return [tensorOf(node.build.builder.create(BatchNormInferenceOp, args, [operand!.type]).result)];
}

/** `(x - mean) / sqrt(variance + epsilon)` over dimensions, with its mean and what it is multiplied by. */
function normalized(
  x: Tensor,
  dims: readonly number[],
  epsilon: number,
  build: BroadcastingBuilder,
): readonly [normal: Tensor, mean: Tensor, factor: Tensor] {
  const mean = build.mean(x, dims, true);
  const centred = build.subtract(x, mean);
  const variance = build.mean(build.multiply(centred, centred), dims, true);
  const factor = build.unary(RsqrtOp, build.add(variance, build.scalar(variance, epsilon)));
  return [build.multiply(centred, factor), mean, factor];
}

function layerNormalization(node: ImportedNode): readonly Tensor[] {
  const { build } = node;
  const x = node.tensor(0);
  const { rank } = x.type;
  const axis = node.dimension(node.int('axis', -1), rank);
  const dims = Array.from({ length: rank - axis }, (_, i) => axis + i);
  const [normal, mean, factor] = normalized(x, dims, node.float('epsilon', 1e-5), build);
  const scaled = build.multiply(normal, node.tensor(1));
  const bias = node.optional(2);
  const result = bias === null ? scaled : build.add(scaled, bias.tensor());
  return [result, mean, factor].slice(0, node.node.outputs.length);
}

function instanceNormalization(node: ImportedNode): readonly Tensor[] {
  const { build } = node;
  const x = node.tensor(0);
  const { rank } = x.type;
  const dims = x.type.shape.map((_, dim) => dim).slice(2);
  const [normal] = normalized(x, dims, node.float('epsilon', 1e-5), build);
  const [scale, bias] = [1, 2].map((i) => perFeature(node.tensor(i), rank, build));
  return [build.add(build.multiply(normal, scale!), bias!)];
}

/** Divided by the root of the mean of the squares. */
function rmsNormalization(node: ImportedNode): readonly Tensor[] {
  const { build } = node;
  const x = node.tensor(0);
  const { rank, elementType } = x.type;
  const axis = node.dimension(node.int('axis', -1), rank);
  const dims = Array.from({ length: rank - axis }, (_, i) => axis + i);
  const wide = build.convert(x, elementTypeOf(node.int('stash_type', 1)));
  const squares = build.mean(build.multiply(wide, wide), dims, true);
  const factor = build.unary(RsqrtOp, build.add(squares, build.scalar(squares, node.float('epsilon', 1e-5))));
  const normal = build.convert(build.multiply(wide, factor), elementType);
  return [build.multiply(normal, node.tensor(1))];
}

function groupNormalization(node: ImportedNode): readonly Tensor[] {
  const { build } = node;
  const x = node.tensor(0);
  const { shape, rank, elementType } = x.type;
  const [batch, features] = [x.type.dimSize(0), x.type.dimSize(1)];
  const groups = node.int('num_groups', 1);
  const wide = build.convert(x, elementTypeOf(node.int('stash_type', 1)));
  const grouped = build.reshape(wide, [batch, groups, features / groups, ...shape.slice(2)]);
  const dims = grouped.type.shape.map((_, dim) => dim).slice(2);
  const [normal] = normalized(grouped, dims, node.float('epsilon', 1e-5), build);
  // A scale and a bias for each feature; older versions have one for each group.
  const perGroup = node.value(1).shape[0] !== features;
  const result = build.convert(perGroup ? normal : build.reshape(normal, shape), elementType);
  const [scale, bias] = [1, 2].map((i) => perFeature(node.tensor(i), perGroup ? rank + 1 : rank, build));
  return [build.reshape(build.add(build.multiply(result, scale!), bias!), shape)];
}

/** Divided by a norm along an axis; zeros stay. */
function lpNormalization(node: ImportedNode): readonly Tensor[] {
  const { build } = node;
  const x = node.tensor(0);
  const axis = node.dimension(node.int('axis', -1), x.type.rank);
  const power = node.int('p', 2);
  if (power !== 1 && power !== 2) throw new OnnxImportError(`has the norm ${power}; expected 1 or 2`);
  const terms = power === 1 ? build.unary(AbsOp, x) : build.multiply(x, x);
  const sum = build.reduce(terms, [axis], 'sum', true);
  const norm = power === 1 ? sum : build.unary(SqrtOp, sum);
  const isZero = build.compare(norm, 'EQ', build.scalar(norm, 0));
  return [build.divide(x, build.select(isZero, build.scalar(norm, 1), norm))];
}

/** Importers of operations that normalize. */
export const normalizationOps: Readonly<Record<string, NodeImporter>> = {
  BatchNormalization: batchNormalization,
  LayerNormalization: layerNormalization,
  InstanceNormalization: instanceNormalization,
  RMSNormalization: rmsNormalization,
  GroupNormalization: groupNormalization,
  LpNormalization: lpNormalization,
};
