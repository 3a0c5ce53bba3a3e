import { defineOp, DYNAMIC, i32, RankedTensorType } from '@shardform/ir-core';
import { int32Tensor, nonNegativeI64, tensor, tensorOrPerAxis } from '../constraints.ts';
import { dim, dimsOf, tensorOfDims } from '../inference/bounded-shape.ts';
import { constantSizes } from '../inference/shape-operand.ts';
import { isConstant, sizesStay } from '../speculatability.ts';

/** The size of a dimension (StableHLO spec, "get_dimension_size"). */
export class GetDimensionSizeOp extends defineOp('stablehlo.get_dimension_size', {
  summary: 'size of a dimension',
  operands: { operand: tensorOrPerAxis },
  attrs: { dimension: nonNegativeI64 },
  results: { result: int32Tensor },
  effects: 'none',
  speculates: 'always',
  format: '$operand `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)',
  infer: (op, report) => {
    const { rank } = op.operand.type;
    const dimension = op.dimension.number;
    if (dimension < rank) return [RankedTensorType.get([], i32)];
    report.error(`requires dimension attribute in range [0, ${rank}); found (${dimension})`);
    return null;
  },
}) {}

/** The same tensor of which a dimension counts as so long (StableHLO, "set_dimension_size"). */
export class SetDimensionSizeOp extends defineOp('stablehlo.set_dimension_size', {
  summary: 'sets the size of a dimension',
  operands: { operand: tensor, size: int32Tensor },
  attrs: { dimension: nonNegativeI64 },
  results: { result: tensor },
  effects: 'none',
  speculates: (op) => {
    const { operand, result, size, dimension } = op;
    const at = dimension.number;
    const fits = isConstant(size) || result.type.shape[at] === DYNAMIC;
    return fits && sizesStay(operand.type, result.type, (d) => d === at);
  },
  format: '$operand `,` $size `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)',
  infer: (op, report) => {
    const { type } = op.operand;
    const at = op.dimension.number;
    if (op.size.type.rank !== 0) {
      report.error('size operand should be of rank-0');
      return null;
    }
    const dims = dimsOf(type);
    const known = dims[at];
    if (known === undefined) {
      report.error(`requires dimension attribute in range [0, ${type.rank}); found (${at})`);
      return null;
    }
    const limit = known.size === DYNAMIC ? known.bound : known.size;
    const isFull = limit !== DYNAMIC && constantSizes(op.size)?.[0] === limit;
    dims[at] = isFull ? dim(limit) : dim(DYNAMIC, limit);
    return [tensorOfDims(dims, type.elementType, type.encoding)];
  },
}) {}
