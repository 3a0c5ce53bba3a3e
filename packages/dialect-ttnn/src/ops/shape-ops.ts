import { defineOp, f32, floatAttr, pure, variadic } from '@shardform/ir-core';
import { i32ArrayAttr, i32DenseArrayAttr, i64ArrayAttr, si32Attr } from '@shardform/dialect-ttir';
import { shapeAttr, tensor } from '../constraints.ts';

/** The same elements in row-major order under another shape. */
export class ReshapeOp extends defineOp('ttnn.reshape', {
  summary: 'change of shape',
  operands: { input: tensor },
  attrs: { shape: i32ArrayAttr },
  results: { result: tensor },
  traits: [pure],
}) {}

/** Exchanges dimensions: dimension `i` of the result is dimension `permutation[i]` of the operand. */
export class PermuteOp extends defineOp('ttnn.permute', {
  summary: 'permutation of dimensions',
  operands: { input: tensor },
  attrs: { permutation: i64ArrayAttr },
  results: { result: tensor },
  traits: [pure],
}) {}

/** Repeats the tensor: how often, per dimension. */
export class RepeatOp extends defineOp('ttnn.repeat', {
  summary: 'repetition',
  operands: { input: tensor },
  attrs: { repeat_dims: shapeAttr },
  results: { result: tensor },
  traits: [pure],
}) {}

/** Joins tensors along one dimension. */
export class ConcatOp extends defineOp('ttnn.concat', {
  summary: 'concatenation along a dimension',
  operands: { inputs: variadic(tensor) },
  attrs: { dim: si32Attr },
  results: { result: tensor },
  traits: [pure],
}) {}

/** A rectangular part with steps; ends are exclusive. */
export class SliceStaticOp extends defineOp('ttnn.slice_static', {
  summary: 'rectangular part of a tensor',
  operands: { input: tensor },
  attrs: { begins: i32ArrayAttr, ends: i32ArrayAttr, step: i32ArrayAttr },
  results: { result: tensor },
  traits: [pure],
}) {}

/** Adds a number around a tensor: `padding` lists what comes before and after, per dimension. */
export class PadOp extends defineOp('ttnn.pad', {
  summary: 'padding with a number',
  operands: { input: tensor },
  attrs: { padding: i32DenseArrayAttr, value: floatAttr(f32, '32-bit float attribute') },
  results: { result: tensor },
  traits: [pure],
}) {}
