import { defineOp, DYNAMIC, RankedTensorType, variadic } from '@shardform/ir-core';
import { variadicOperandWithAttribute } from '../directives/variadic-operand-with-attribute.ts';
import { dimensionsAttr, scalarIntTensor, tensor } from '../constraints.ts';
import { allElementTypesMatch } from '../traits.ts';

/** A slice of fixed size at computed start indices, which are clamped to fit (StableHLO spec, "dynamic_slice"). */
export class DynamicSliceOp extends defineOp('stablehlo.dynamic_slice', {
  summary: 'slice at dynamic start indices',
  operands: { operand: tensor, start_indices: variadic(scalarIntTensor) },
  attrs: { slice_sizes: dimensionsAttr },
  results: { result: tensor },
  traits: [allElementTypesMatch('operand', 'result')],
  effects: 'none',
  speculates: 'always',
  format:
    '$operand `,` custom<VariadicOperandWithAttribute>($start_indices) `sizes` `=` $slice_sizes attr-dict `:` functional-type(operands, results)',
  directives: { VariadicOperandWithAttribute: variadicOperandWithAttribute },
  infer: (op, report) => {
    const fail = (message: string): null => {
      report.error(message);
      return null;
    };
    const sizes = op.sliceSizes.numbers();
    const { startIndices } = op;
    const { type } = op.operand;
    if (sizes.length !== startIndices.length) {
      return fail(
        `has mismatched number of slice sizes (${sizes.length}) and number of start indices (${startIndices.length})`,
      );
    }
    if (startIndices.length !== type.rank) {
      return fail(
        `has mismatched number of start indices (${startIndices.length}) and the rank of operand (${type.rank})`,
      );
    }
    if (startIndices.some((index) => index.type !== startIndices[0]!.type)) {
      return fail('start indices must have same element type');
    }
    for (const [d, size] of sizes.entries()) {
      if (size < 0) return fail(`has negative size index to dynamic slice: ${size}`);
      if (type.shape[d] !== DYNAMIC && size > type.dimSize(d)) {
        return fail(
          `has slice size ${size} greater than dimension size ${type.shape[d]} in dimension ${d} of operand`,
        );
      }
    }
    return [RankedTensorType.get(sizes, type.elementType)];
  },
}) {}

/** A tensor with a slice at computed start indices replaced (StableHLO spec, "dynamic_update_slice"). */
export class DynamicUpdateSliceOp extends defineOp('stablehlo.dynamic_update_slice', {
  summary: 'updates a slice at dynamic start indices',
  operands: { operand: tensor, update: tensor, start_indices: variadic(scalarIntTensor) },
  results: { result: tensor },
  traits: [allElementTypesMatch('operand', 'update', 'result')],
  effects: 'none',
  speculates: 'always',
  format: 'operands attr-dict `:` functional-type(operands, results)',
  infer: (op, report) => {
    const fail = (message: string): null => {
      report.error(message);
      return null;
    };
    const [operand, update] = [op.operand.type, op.update.type];
    const { startIndices } = op;
    if (update.rank !== operand.rank) {
      return fail(`update rank does not match operand rank: ${update.rank} vs ${operand.rank}.`);
    }
    if (startIndices.length !== operand.rank) {
      return fail(
        `expects number of start_indices to match operand rank: ${startIndices.length} vs ${operand.rank}.`,
      );
    }
    if (startIndices.some((index) => index.type !== startIndices[0]!.type)) {
      return fail('start indices must have same element type');
    }
    for (const [d, size] of update.shape.entries()) {
      const limit = operand.dimSize(d);
      if (size !== DYNAMIC && limit !== DYNAMIC && size > limit) {
        return fail(`expects size at dimension ${d} of update to be in range [0, ${limit}]. Got: ${size}.`);
      }
    }
    return [operand];
  },
}) {}
