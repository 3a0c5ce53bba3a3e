import { defineOp, DYNAMIC, FloatType, type OpReport, RankedTensorType } from '@shardform/ir-core';
import { RngAlgorithmAttr, RngDistributionAttr } from '../attrs/enums.ts';
import {
  intOrFloatTensor,
  randomScalarTensor,
  randomTensor,
  shapeTensor,
  staticIntOrFloatTensor,
} from '../constraints.ts';
import { areCompatibleShapes } from '../inference/compatible-types.ts';
import { constantSizes } from '../inference/shape-operand.ts';
import { ifKnownSizesStay } from '../speculatability.ts';
import { allElementTypesMatch } from '../traits.ts';

/** Random numbers of a distribution; another draw each time (StableHLO spec, "rng"). */
export class RngOp extends defineOp('stablehlo.rng', {
  summary: 'random numbers (RNG) of a distribution',
  operands: { a: randomScalarTensor, b: randomScalarTensor, shape: shapeTensor },
  attrs: { rng_distribution: RngDistributionAttr.constraint },
  results: { result: randomTensor },
  traits: [allElementTypesMatch('a', 'b', 'result')],
  effects: 'unknown',
  speculates: 'never',
  format:
    '$a `,` $b `,` $shape `,` `distribution` `=` $rng_distribution attr-dict `:` functional-type(operands, results)',
  infer: (op, report) => {
    const { elementType } = op.a.type;
    if (op.rngDistribution.value === 'NORMAL' && !(elementType instanceof FloatType)) {
      report.error('mu and sigma must be floats');
      return null;
    }
    const count = op.shape.type.dimSize(0);
    const sizes = constantSizes(op.shape) ?? new Array<number>(count).fill(DYNAMIC);
    return [RankedTensorType.get(sizes, elementType)];
  },
}) {}

/** Random bits and the state for the next ones (StableHLO spec, "rng_bit_generator"). */
export class RngBitGeneratorOp extends defineOp('stablehlo.rng_bit_generator', {
  summary: 'random bits (RNG)',
  operands: { initial_state: intOrFloatTensor },
  attrs: { rng_algorithm: RngAlgorithmAttr.constraint },
  results: { output_state: intOrFloatTensor, output: staticIntOrFloatTensor },
  effects: 'none',
  speculates: ifKnownSizesStay,
  format:
    '$initial_state `,` `algorithm` `=` $rng_algorithm attr-dict `:` functional-type(operands, results)',
}) {
  override verifyOp(report: OpReport): boolean {
    const [from, to] = [this.initialState.type, this.outputState.type];
    return (
      areCompatibleShapes(from.shape, to.shape) ||
      report.error(
        `output state shape must be compatible with initial state shape. Got: '${String(from)}' and '${String(to)}'`,
      )
    );
  }
}
