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
import { effectFree, ifKnownSizesStay, never, speculatable } from '../speculatability.ts';
import { allElementTypesMatch } from '../traits.ts';

/** Random numbers of a distribution; another draw each time (StableHLO spec, "rng"). */
export class RngOp extends speculatable(
  never,
  defineOp('stablehlo.rng', {
    summary: 'random numbers (RNG) of a distribution',
    operands: { a: randomScalarTensor, b: randomScalarTensor, shape: shapeTensor },
    attrs: { rng_distribution: RngDistributionAttr.constraint },
    results: { result: randomTensor },
    traits: [allElementTypesMatch('a', 'b', 'result')],
    format:
      '$a `,` $b `,` $shape `,` `distribution` `=` $rng_distribution attr-dict `:` functional-type(operands, results)',
  }),
) {
  override inferResultTypes(report: OpReport): readonly RankedTensorType[] | null {
    const { elementType } = this.a.type;
    if (this.rngDistribution.value === 'NORMAL' && !(elementType instanceof FloatType)) {
      report.error('mu and sigma must be floats');
      return null;
    }
    const count = this.shape.type.shape[0]!;
    const sizes = constantSizes(this.shape) ?? new Array<number>(count).fill(DYNAMIC);
    return [RankedTensorType.get(sizes, elementType)];
  }
}

/** Random bits and the state for the next ones (StableHLO spec, "rng_bit_generator"). */
export class RngBitGeneratorOp extends effectFree(
  ifKnownSizesStay,
  defineOp('stablehlo.rng_bit_generator', {
    summary: 'random bits (RNG)',
    operands: { initial_state: intOrFloatTensor },
    attrs: { rng_algorithm: RngAlgorithmAttr.constraint },
    results: { output_state: intOrFloatTensor, output: staticIntOrFloatTensor },
    format:
      '$initial_state `,` `algorithm` `=` $rng_algorithm attr-dict `:` functional-type(operands, results)',
  }),
) {
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
