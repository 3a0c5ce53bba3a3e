import { AddOp, MaxOp, MinOp, RoundNearestEvenOp } from '@shardform/dialect-stablehlo';
import { f32, i32, type Tensor, type Type, ui8 } from '@shardform/ir-core';
import { highest, lowest } from '../broadcasting-builder.ts';
import { elementTypeOf } from '../element-types.ts';
import { type ImportedNode, type NodeImporter, OnnxImportError } from '../import-node.ts';

/** A scale or zero point beside a tensor: one for all, or one for each place of an axis. */
function beside(node: ImportedNode, index: number, shape: readonly number[]): Tensor {
  const { build } = node;
  const own = node.tensor(index);
  if (own.type.rank === 0) return own;
  if (node.int('block_size', 0) !== 0 || own.type.rank > 1)
    throw new OnnxImportError("has a scale for each block, which can't be imported");
  if (own.type.dimSize(0) === 1) return build.reshape(own, []);
  const axis = node.dimension(node.int('axis', 1), shape.length);
  return build.reshape(
    own,
    shape.map((_, dim) => (dim === axis ? own.type.dimSize(0) : 1)),
  );
}

/** `saturate(round(x / scale) + zero_point)`. */
function quantizeLinear(node: ImportedNode): readonly Tensor[] {
  const { build } = node;
  const x = node.tensor(0);
  const { shape } = x.type;
  const point = node.optional(2);
  const named = node.int('output_dtype', 0);
  const other = named === 0 ? ui8 : elementTypeOf(named);
  const to: Type = point === null ? other : point.elementType;
  const scale = build.convert(beside(node, 1, shape), f32);
  const steps = build.unary(RoundNearestEvenOp, build.divide(build.convert(x, f32), scale));
  const moved =
    point === null ? steps : build.binary(AddOp, steps, build.convert(beside(node, 2, shape), f32));
  const above = build.binary(MaxOp, moved, build.scalar(moved, Number(lowest(to))));
  return [build.convert(build.binary(MinOp, above, build.scalar(moved, Number(highest(to)))), to)];
}

/** `(x - zero_point) * scale`. */
function dequantizeLinear(node: ImportedNode): readonly Tensor[] {
  const { build } = node;
  const x = build.convert(node.tensor(0), i32);
  const { shape } = x.type;
  const moved = node.optional(2) === null ? x : build.subtract(x, build.convert(beside(node, 2, shape), i32));
  const scale = beside(node, 1, shape);
  return [build.multiply(build.convert(moved, scale.type.elementType), scale)];
}

/** Importers of operations that turn floats into few integers and back. */
export const quantizationOps: Readonly<Record<string, NodeImporter>> = {
  QuantizeLinear: quantizeLinear,
  DequantizeLinear: dequantizeLinear,
};
