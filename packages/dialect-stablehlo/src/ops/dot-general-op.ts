import {
  attrOf,
  type CustomDirective,
  defineOp,
  DYNAMIC,
  type OpReport,
  optionalAttr,
} from '@shardform/ir-core';
import { DotAlgorithmAttr } from '../attrs/dot-algorithm-attr.ts';
import { DotDimensionNumbersAttr } from '../attrs/dot-dimension-numbers-attr.ts';
import { PrecisionAttr } from '../attrs/enums.ts';
import { tensorOrPerAxis } from '../constraints.ts';
import {
  precisionConfigAndAlgorithm,
  precisionConfigAttr,
  verifyPrecisionConfig,
} from '../directives/precision-config.ts';
import type { Dim } from '../inference/bounded-shape.ts';
import { dotDimensionsProblem, dotResultDims } from '../inference/dot-general.ts';
import { quantizedDotProblem } from '../inference/quantization.ts';
import {} from '../speculatability.ts';
import { verifyInferredShape } from './inferred.ts';

/** `batching_dims = [0] x [0], contracting_dims = [2] x [1]`. */
const dotDimensionNumbers: CustomDirective = {
  print(printer, op) {
    const {
      lhsBatchingDimensions: lhsBatching,
      rhsBatchingDimensions: rhsBatching,
      lhsContractingDimensions: lhsContracting,
      rhsContractingDimensions: rhsContracting,
      // The directive is in the format of this operation only.
    } = (op as DotGeneralOp).dotDimensionNumbers;
    const pair = (a: readonly number[], b: readonly number[]): string =>
      `[${a.join(', ')}] x [${b.join(', ')}]`;
    if (lhsBatching.length > 0 || rhsBatching.length > 0) {
      printer.write(`batching_dims = ${pair(lhsBatching, rhsBatching)}, `);
    }
    printer.write(`contracting_dims = ${pair(lhsContracting, rhsContracting)}`);
  },
  parse(parser, state, args) {
    const list = (): number[] => parser.parseList('square', () => parser.parseNumber());
    const pair = (): [number[], number[]] => {
      parser.expect('=');
      const left = list();
      parser.expectKeyword('x');
      return [left, list()];
    };
    let batching: [number[], number[]] = [[], []];
    if (parser.acceptKeyword('batching_dims')) {
      batching = pair();
      parser.expect(',');
    }
    parser.expectKeyword('contracting_dims');
    const [lhsContracting, rhsContracting] = pair();
    const [lhsBatching, rhsBatching] = batching;
    state.setAttr(
      args[0]!,
      DotDimensionNumbersAttr.get({
        lhsBatchingDimensions: lhsBatching,
        rhsBatchingDimensions: rhsBatching,
        lhsContractingDimensions: lhsContracting,
        rhsContractingDimensions: rhsContracting,
      }),
    );
  },
};

/**
 * Contraction of two tensors (StableHLO spec, "dot_general"). Result dimensions: the batching ones, the
 * remaining ones of `lhs`, the remaining ones of `rhs`.
 */
export class DotGeneralOp extends defineOp('stablehlo.dot_general', {
  summary: 'general dot product: contracts and batches dimensions',
  operands: { lhs: tensorOrPerAxis, rhs: tensorOrPerAxis },
  attrs: {
    dot_dimension_numbers: attrOf(
      DotDimensionNumbersAttr,
      'Attribute that models the dimension information for dot.',
    ),
    precision_config: optionalAttr(precisionConfigAttr),
    algorithm: optionalAttr(
      attrOf(DotAlgorithmAttr, 'Attribute that models the algorithm constraints to use for computing dot.'),
    ),
  },
  results: { result: tensorOrPerAxis },
  effects: 'none',
  speculates: (op) => {
    const {
      lhsBatchingDimensions: lhsBatching,
      rhsBatchingDimensions: rhsBatching,
      lhsContractingDimensions: lhsContracting,
      rhsContractingDimensions: rhsContracting,
    } = op.dotDimensionNumbers;
    const [lhs, rhs] = [op.lhs.type.shape, op.rhs.type.shape];
    const known = (shape: readonly number[], dims: readonly number[]): boolean =>
      dims.every((d) => shape[d] !== DYNAMIC);
    const batchingAndContracting =
      known(lhs, [...lhsBatching, ...lhsContracting]) && known(rhs, [...rhsBatching, ...rhsContracting]);
    if (!batchingAndContracting) return false;
    const inferred = dotResultDims(op.lhs.type, op.rhs.type, op.dotDimensionNumbers);
    return op.result.type.shape.every((size, d) => size === DYNAMIC || inferred[d]?.size !== DYNAMIC);
  },
  format:
    '$lhs `,` $rhs `,` custom<DotDimensionNumbers>($dot_dimension_numbers) `` custom<PrecisionConfigAndAlgorithm>($precision_config, $algorithm) attr-dict `:` functional-type(operands, results)',
  directives: {
    DotDimensionNumbers: dotDimensionNumbers,
    PrecisionConfigAndAlgorithm: precisionConfigAndAlgorithm,
  },
}) {
  override verifyOp(report: OpReport): boolean {
    if (!verifyPrecisionConfig(this.precisionConfig, report)) return false;
    const [lhs, rhs] = [this.lhs.type, this.rhs.type];
    const problem = dotDimensionsProblem(lhs.shape, rhs.shape, this.dotDimensionNumbers);
    if (problem !== null) return report.error(problem);
    if (!verifyInferredShape(this.inferShape(), this.result.type, report)) return false;
    const asksForMore = this.precisionConfig?.elements.some(
      (element) => element !== PrecisionAttr.get('DEFAULT'),
    );
    if (this.algorithm !== null && asksForMore === true) {
      return report.error('must specify DEFAULT precision config when algorithm is set.');
    }
    const { rhsContractingDimensions: rhsContracting } = this.dotDimensionNumbers;
    const quantization = quantizedDotProblem(
      lhs.elementType,
      rhs.elementType,
      this.result.type.elementType,
      rhsContracting,
    );
    return quantization === null || report.error(quantization);
  }

  /** Sizes of the result's dimensions. */
  inferShape(): number[] {
    return this.inferDims().map(({ size }) => size);
  }

  /** The result's dimensions with their bounds. */
  inferDims(): Dim[] {
    return dotResultDims(this.lhs.type, this.rhs.type, this.dotDimensionNumbers);
  }
}
