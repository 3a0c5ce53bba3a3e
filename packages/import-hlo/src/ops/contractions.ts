import * as stablehlo from '@shardform/dialect-stablehlo';
import { ScaledDotOp } from '@shardform/dialect-hlo';
import { ArrayAttr, boolAttr, DenseArrayAttr, i1, i64Attr } from '@shardform/ir-core';
import type { ImportedInstruction, InstructionImporter } from '../imported-instruction.ts';
import { dotAlgorithmOf } from './dot-algorithms.ts';

const { chlo, numbersAttr } = stablehlo;

const PRECISIONS = ['DEFAULT', 'HIGH', 'HIGHEST'] as const;

/** The precisions of two operands by their words; HLO's text leaves out the default. */
function precisionWords(from: ImportedInstruction): readonly (typeof PRECISIONS)[number][] {
  const { operandPrecision } = from.attributes;
  if (operandPrecision === undefined || operandPrecision.length === 0) return ['DEFAULT', 'DEFAULT'];
  return operandPrecision.map((text) => {
    const word = text.toUpperCase();
    return (
      PRECISIONS.find((known) => known === word) ??
      from.fail(`has the operand precision '${text}', which StableHLO does not have`)
    );
  });
}

function precisionConfig(from: ImportedInstruction): ArrayAttr {
  return ArrayAttr.get(precisionWords(from).map((value) => stablehlo.PrecisionAttr.get(value)));
}

function dotDimensions(from: ImportedInstruction) {
  const { lhsBatch, rhsBatch, lhsContracting, rhsContracting } = from.required('dot');
  return {
    lhsBatchingDimensions: lhsBatch,
    rhsBatchingDimensions: rhsBatch,
    lhsContractingDimensions: lhsContracting,
    rhsContractingDimensions: rhsContracting,
  };
}

const dot: InstructionImporter = (from) =>
  from.create(stablehlo.DotGeneralOp, {
    lhs: from.tensor(0),
    rhs: from.tensor(1),
    dotDimensionNumbers: stablehlo.DotDimensionNumbersAttr.get(dotDimensions(from)),
    precisionConfig: precisionConfig(from),
    algorithm: dotAlgorithmOf(from),
  }).results;

const convolution: InstructionImporter = (from) => {
  const numbers = from.required('convolution');
  const window = from.attributes.window ?? [];
  return from.create(stablehlo.ConvolutionOp, {
    lhs: from.tensor(0),
    rhs: from.tensor(1),
    windowStrides: numbersAttr(window.map(({ stride = 1 }) => stride)),
    padding: stablehlo.paddingAttr(
      window.map(({ paddingLow = 0, paddingHigh = 0 }) => [paddingLow, paddingHigh]),
    ),
    lhsDilation: numbersAttr(window.map(({ baseDilation = 1 }) => baseDilation)),
    rhsDilation: numbersAttr(window.map(({ windowDilation = 1 }) => windowDilation)),
    windowReversal: DenseArrayAttr.get(
      i1,
      window.map(({ isReversed }) => (isReversed === true ? 1 : 0)),
    ),
    dimensionNumbers: stablehlo.ConvDimensionNumbersAttr.get({
      inputBatchDimension: numbers.inputBatch,
      inputFeatureDimension: numbers.inputFeature,
      inputSpatialDimensions: numbers.inputSpatial,
      kernelInputFeatureDimension: numbers.kernelInputFeature,
      kernelOutputFeatureDimension: numbers.kernelOutputFeature,
      kernelSpatialDimensions: numbers.kernelSpatial,
      outputBatchDimension: numbers.outputBatch,
      outputFeatureDimension: numbers.outputFeature,
      outputSpatialDimensions: numbers.outputSpatial,
    }),
    featureGroupCount: i64Attr(from.attributes.featureGroupCount ?? 1),
    batchGroupCount: i64Attr(from.attributes.batchGroupCount ?? 1),
    precisionConfig: precisionConfig(from),
  }).results;
};

const fft: InstructionImporter = (from) =>
  from.create(stablehlo.FftOp, {
    operand: from.tensor(0),
    fftType: stablehlo.FftTypeAttr.get(from.required('fftType')),
    fftLength: numbersAttr(from.required('fftLength')),
  }).results;

const triangularSolve: InstructionImporter = (from) => {
  const { leftSide, lower, unitDiagonal, transposeA = 'NO_TRANSPOSE' } = from.attributes;
  return from.create(stablehlo.TriangularSolveOp, {
    a: from.tensor(0),
    b: from.tensor(1),
    leftSide: boolAttr(leftSide === true),
    lower: boolAttr(lower === true),
    unitDiagonal: boolAttr(unitDiagonal === true),
    transposeA: stablehlo.TransposeAttr.get(transposeA),
  }).results;
};

/** Importers of products and of linear algebra. */
export const contractionImporters: Readonly<Record<string, InstructionImporter>> = {
  dot,
  convolution,
  fft,
  'triangular-solve': triangularSolve,
  cholesky: (from) =>
    from.create(stablehlo.CholeskyOp, {
      a: from.tensor(0),
      lower: boolAttr(from.attributes.lower === true),
    }).results,
  'ragged-dot': (from) => {
    const numbers = (name: string): number[] => listOf(from.attributes.others?.get(name));
    return from.create(chlo.RaggedDotOp, {
      lhs: from.tensor(0),
      rhs: from.tensor(1),
      groupSizes: from.tensor(2),
      raggedDotDimensionNumbers: stablehlo.RaggedDotDimensionNumbersAttr.get({
        ...dotDimensions(from),
        lhsRaggedDimensions: numbers('lhs_ragged_dims'),
        rhsGroupDimensions: numbers('rhs_group_dims'),
      }),
      precisionConfig: ArrayAttr.get(
        precisionWords(from).map((value) => stablehlo.ChloPrecisionAttr.get(value)),
      ),
    }).results;
  },
  'scaled-dot': (from) =>
    from.create(ScaledDotOp, {
      lhs: from.tensor(0),
      rhs: from.tensor(1),
      lhsScale: from.tensor(2),
      rhsScale: from.tensor(3),
      dotDimensionNumbers: stablehlo.DotDimensionNumbersAttr.get(dotDimensions(from)),
    }).results,
};

/** The numbers of `{0,1}`. */
function listOf(text: string | undefined): number[] {
  return [...(text ?? '').matchAll(/\d+/g)].map(([digits]) => Number(digits));
}
