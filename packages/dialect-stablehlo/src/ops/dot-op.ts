import { defineOp, type OpReport, optionalAttr, lastOf } from '@shardform/ir-core';
import { tensor, tensorOrPerAxis } from '../constraints.ts';
import {
  precisionConfig,
  precisionConfigAttr,
  verifyPrecisionConfig,
} from '../directives/precision-config.ts';
import { type Dim, dimsOf } from '../inference/bounded-shape.ts';
import { areCompatibleSizes } from '../inference/compatible-types.ts';
import { verifyInferredShape } from './inferred.ts';

/** Product of matrices and vectors (StableHLO, deprecated: `dot_general` says the same). */
export class DotOp extends defineOp('stablehlo.dot', {
  summary: 'dot product of vectors and matrices',
  operands: { lhs: tensor, rhs: tensorOrPerAxis },
  attrs: { precision_config: optionalAttr(precisionConfigAttr) },
  results: { result: tensorOrPerAxis },
  effects: 'none',
  speculates: 'always',
  format:
    '$lhs `,` $rhs `` custom<PrecisionConfig>($precision_config) attr-dict `:` functional-type(operands, results)',
  directives: { PrecisionConfig: precisionConfig },
}) {
  override verifyOp(report: OpReport): boolean {
    if (!verifyPrecisionConfig(this.precisionConfig, report)) return false;
    const [lhs, rhs] = [this.lhs.type.shape, this.rhs.type.shape];
    const isMatrixOrVector = (shape: readonly number[]): boolean => shape.length === 1 || shape.length === 2;
    if (
      !isMatrixOrVector(lhs) ||
      !isMatrixOrVector(rhs) ||
      !areCompatibleSizes(lastOf(lhs), this.rhs.type.dimSize(0))
    ) {
      return report.error('expected both lhs/rhs ranks to be either 1 or 2');
    }
    return verifyInferredShape(
      this.inferDims().map(({ size }) => size),
      this.result.type,
      report,
    );
  }

  /** The result's dimensions: those of `lhs` but the last, those of `rhs` but the first. */
  inferDims(): Dim[] {
    return [...dimsOf(this.lhs.type).slice(0, -1), ...dimsOf(this.rhs.type).slice(1)];
  }
}
