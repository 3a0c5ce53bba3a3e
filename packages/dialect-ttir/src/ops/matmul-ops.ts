import {
  defaultAttr,
  defineOp,
  boolAttr as bool,
  type OpReport,
  pure,
  type IntegerAttr,
} from '@shardform/ir-core';
import { broadcastShapes } from '../broadcast.ts';
import { boolAttr, i64ArrayAttr, tensor } from '../constraints.ts';

/** Contraction along dimensions given by number. Result: batch, rest of `lhs`, rest of `rhs`. */
export class DotGeneralOp extends defineOp('ttir.dot_general', {
  summary: 'general contraction',
  operands: { lhs: tensor, rhs: tensor },
  attrs: {
    batch_dims_lhs: i64ArrayAttr,
    contract_dims_lhs: i64ArrayAttr,
    batch_dims_rhs: i64ArrayAttr,
    contract_dims_rhs: i64ArrayAttr,
  },
  results: { result: tensor },
  traits: [pure],
}) {}

/** Product of the last two dimensions; those before are broadcast. A transposed operand has them exchanged. */
export class MatmulOp extends defineOp('ttir.matmul', {
  summary: 'matrix product',
  operands: { a: tensor, b: tensor },
  attrs: {
    transpose_a: defaultAttr(boolAttr, () => bool(false)),
    transpose_b: defaultAttr(boolAttr, () => bool(false)),
  },
  results: { result: tensor },
  traits: [pure],
}) {
  override verifyOp(report: OpReport): boolean {
    const { shape: a } = this.a.type;
    const { shape: b } = this.b.type;
    if (a.length === 0) return report.opError('Input A must be at least a 1D tensor');
    if (b.length === 0) return report.opError('Input B must be at least a 1D tensor');
    const left = matrix(a, this.transposeA, 'row');
    const right = matrix(b, this.transposeB, 'column');
    if (left.at(-1) !== right.at(-2)) {
      return report.opError(
        `Input A[-1](${left.at(-1)!}) and B[-2](${right.at(-2)!}) must have matching inner dimensions`,
      );
    }
    const batch = broadcastShapes(left.slice(0, -2), right.slice(0, -2));
    if (batch === null) {
      return report.opError(
        `Batch dimensions of input A(${left.slice(0, -2).join(',')}) and B(${right.slice(0, -2).join(',')}) are not broadcast compatible`,
      );
    }
    const expected = [...batch];
    if (a.length > 1) expected.push(left.at(-2)!);
    if (b.length > 1) expected.push(right.at(-1)!);
    const actual = this.result.type.shape;
    if (expected.length !== actual.length) {
      return report.opError(
        `Output shape rank(${actual.length}) must match the expected output shape rank(${expected.length})`,
      );
    }
    const wrong = expected.findIndex((size, i) => size !== actual[i]);
    return (
      wrong < 0 ||
      report.opError(
        `Output shape dimension[${wrong}](${actual[wrong]!}) doesn't match the expected output shape dimension[${wrong}](${expected[wrong]!})`,
      )
    );
  }
}

/** The shape of an operand as a matrix: a vector is a row or a column. */
function matrix(
  shape: readonly number[],
  transpose: IntegerAttr | null,
  vector: 'row' | 'column',
): readonly number[] {
  if (shape.length === 1) return vector === 'row' ? [1, shape[0]!] : [shape[0]!, 1];
  if (transpose?.value !== 1n) return shape;
  return [...shape.slice(0, -2), shape.at(-1)!, shape.at(-2)!];
}
