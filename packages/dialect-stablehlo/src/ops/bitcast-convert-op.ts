import {
  ComplexType,
  defineOp,
  elementBitWidth,
  type OpReport,
  type RankedTensorType,
  type Type,
} from '@shardform/ir-core';
import { tensorOrPerAxis } from '../constraints.ts';
import { areCompatibleShapes } from '../inference/compatible-types.ts';
import { storageType } from '../inference/quantized-types.ts';
import { sizesStay } from '../speculatability.ts';

/** Number of bits of an element, or `null` when it has no fixed number. */
function bitWidth(type: Type): number | null {
  return elementBitWidth(storageType(type));
}

/**
 * The same bits as elements of another type (StableHLO spec, "bitcast_convert"). Elements of several smaller ones
 * gain or lose a last dimension.
 */
export class BitcastConvertOp extends defineOp('stablehlo.bitcast_convert', {
  summary: 'reinterpretation of bits',
  operands: { operand: tensorOrPerAxis },
  results: { result: tensorOrPerAxis },
  effects: 'none',
  speculates: (op) => {
    const [from, to] = [op.operand.type, op.result.type];
    // The last dimension of the longer type has a fixed size.
    const common = Math.min(from.rank, to.rank);
    return sizesStay(from, to, (d) => d >= common);
  },
  format: 'operands attr-dict `:` functional-type(operands, results)',
}) {
  override verifyOp(report: OpReport): boolean {
    const problem = bitcastProblem(this.operand.type, this.result.type);
    return problem === null || report.error(problem);
  }
}

function bitcastProblem(from: RankedTensorType, to: RankedTensorType): string | null {
  const types = `${quoted(from)} and ${quoted(to)}`;
  if (from.elementType instanceof ComplexType !== to.elementType instanceof ComplexType) {
    return `cannot convert between real and complex types, but got: ${types}`;
  }
  const [fromBits, toBits] = [bitWidth(from.elementType), bitWidth(to.elementType)];
  if (fromBits === null || toBits === null) return null;
  const [smaller, larger] = fromBits < toBits ? [from, to] : [to, from];
  const [smallBits, largeBits] = fromBits < toBits ? [fromBits, toBits] : [toBits, fromBits];
  let leading = smaller.shape;
  if (smallBits !== largeBits) {
    if (smaller.rank !== larger.rank + 1) {
      return `rank of smaller element type (${smaller.rank}) should be 1 more than rank of larger element type (${larger.rank}), but ${smaller.rank} != ${larger.rank} + 1.`;
    }
    const last = smaller.dimSize(-1);
    if (last >= 0 && smallBits * last !== largeBits) {
      return `requires compatible bit widths. Got: ${types}, but ${smallBits} * ${last} != ${largeBits}.`;
    }
    leading = leading.slice(0, -1);
  }
  if (areCompatibleShapes(leading, larger.shape)) return null;
  return `operand and result shapes must match except for the innermost dimension of the shape with the smaller element type. Got: ${types}.`;
}

function quoted(type: Type): string {
  return `'${String(type)}'`;
}
