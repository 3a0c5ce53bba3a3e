import {
  defineOp,
  DYNAMIC,
  i32,
  type OpReport,
  pure,
  RankedTensorType,
  type Speculatability,
} from '@shardform/ir-core';
import { int32Tensor, nonNegativeI64, tensor, tensorOrPerAxis } from '../constraints.ts';
import { dim, dimsOf, tensorOfDims } from '../inference/bounded-shape.ts';
import { constantSizes } from '../inference/shape-operand.ts';
import { isConstant, noEffects, sizesStay, when } from '../speculatability.ts';

/** The size of a dimension (StableHLO spec, "get_dimension_size"). */
export class GetDimensionSizeOp extends defineOp('stablehlo.get_dimension_size', {
  summary: 'size of a dimension',
  operands: { operand: tensorOrPerAxis },
  attrs: { dimension: nonNegativeI64 },
  results: { result: int32Tensor },
  traits: [pure],
  format: '$operand `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)',
}) {
  override inferResultTypes(report: OpReport): readonly RankedTensorType[] | null {
    const { rank } = this.operand.type;
    const dimension = this.dimension.number;
    if (dimension < rank) return [RankedTensorType.get([], i32)];
    report.error(`requires dimension attribute in range [0, ${rank}); found (${dimension})`);
    return null;
  }
}

/** The same tensor of which a dimension counts as so long (StableHLO, "set_dimension_size"). */
export class SetDimensionSizeOp extends noEffects(
  defineOp('stablehlo.set_dimension_size', {
    summary: 'sets the size of a dimension',
    operands: { operand: tensor, size: int32Tensor },
    attrs: { dimension: nonNegativeI64 },
    results: { result: tensor },
    format: '$operand `,` $size `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)',
  }),
) {
  speculatability(): Speculatability {
    const { operand, result, size, dimension } = this;
    const at = dimension.number;
    const fits = isConstant(size) || result.type.shape[at] === DYNAMIC;
    return when(fits && sizesStay(operand.type, result.type, (d) => d === at));
  }

  override inferResultTypes(report: OpReport): readonly RankedTensorType[] | null {
    const { type } = this.operand;
    const at = this.dimension.number;
    if (this.size.type.rank !== 0) {
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
    const isFull = limit !== DYNAMIC && constantSizes(this.size)?.[0] === limit;
    dims[at] = isFull ? dim(limit) : dim(DYNAMIC, limit);
    return [tensorOfDims(dims, type.elementType, type.encoding)];
  }
}
