import * as stablehlo from '@shardform/dialect-stablehlo';
import { RngGetAndUpdateStateOp } from '@shardform/dialect-hlo';
import { DenseElementsAttr, f32, FloatAttr, i64, i64Attr, RankedTensorType } from '@shardform/ir-core';
import type { ImportedInstruction, InstructionImporter } from '../imported-instruction.ts';

const DISTRIBUTIONS = { rng_uniform: 'UNIFORM', rng_normal: 'NORMAL' } as const;
const ALGORITHMS = { rng_default: 'DEFAULT', rng_three_fry: 'THREE_FRY', rng_philox: 'PHILOX' } as const;

function wordOf<V>(from: ImportedInstruction, table: Readonly<Record<string, V>>, text: string): V {
  return table[text.toLowerCase()] ?? from.fail(`has '${text}', which StableHLO does not have`);
}

const rng: InstructionImporter = (from) => {
  const { shape } = from.type;
  const value = DenseElementsAttr.fromNumbers(RankedTensorType.get([shape.length], i64), shape.map(BigInt));
  const sizes = from.builder.create(stablehlo.ConstantOp, { value }, [value.type]);
  return from.create(stablehlo.RngOp, {
    a: from.tensor(0),
    b: from.tensor(1),
    shape: sizes.output,
    rngDistribution: stablehlo.RngDistributionAttr.get(
      wordOf(from, DISTRIBUTIONS, from.required('distribution')),
    ),
  }).results;
};

const rngBitGenerator: InstructionImporter = (from) =>
  from.create(stablehlo.RngBitGeneratorOp, {
    initialState: from.tensor(0),
    rngAlgorithm: stablehlo.RngAlgorithmAttr.get(wordOf(from, ALGORITHMS, from.required('rngAlgorithm'))),
  }).results;

function normAttributes(from: ImportedInstruction) {
  return {
    epsilon: FloatAttr.get(from.required('epsilon'), f32),
    featureIndex: i64Attr(from.required('featureIndex')),
  };
}

/** Importers of random numbers and of batch normalization. */
export const randomAndNormImporters: Readonly<Record<string, InstructionImporter>> = {
  rng,
  'rng-bit-generator': rngBitGenerator,
  'rng-get-and-update-state': (from) =>
    from.create(RngGetAndUpdateStateOp, { delta: i64Attr(from.attributes.delta ?? 0) }).results,
  'batch-norm-training': (from) =>
    from.create(stablehlo.BatchNormTrainingOp, {
      operand: from.tensor(0),
      scale: from.tensor(1),
      offset: from.tensor(2),
      ...normAttributes(from),
    }).results,
  'batch-norm-inference': (from) =>
    from.create(stablehlo.BatchNormInferenceOp, {
      operand: from.tensor(0),
      scale: from.tensor(1),
      offset: from.tensor(2),
      mean: from.tensor(3),
      variance: from.tensor(4),
      ...normAttributes(from),
    }).results,
  'batch-norm-grad': (from) =>
    from.create(stablehlo.BatchNormGradOp, {
      operand: from.tensor(0),
      scale: from.tensor(1),
      mean: from.tensor(2),
      variance: from.tensor(3),
      gradOutput: from.tensor(4),
      ...normAttributes(from),
    }).results,
};
