import { defineEnumAttr, type EnumAttr, type EnumAttrClass } from '@shardform/ir-core';

/* @__NO_SIDE_EFFECTS__ */
function stablehloEnum<const V extends string>(
  mnemonic: string,
  values: readonly V[],
  cppName: string,
  summary: string,
): EnumAttrClass<V> {
  return defineEnumAttr(`stablehlo.${mnemonic}`, {
    values,
    style: 'word',
    summary,
    cppEnum: `::mlir::stablehlo::${cppName}`,
    cppAttr: `StableHLO_${cppName}Attr`,
  });
}

/** The precision of a contraction's computation (StableHLO spec, "dot_general", `precision_config`). */
export const PrecisionAttr = /* @__PURE__ */ stablehloEnum(
  'precision',
  ['DEFAULT', 'HIGH', 'HIGHEST'],
  'Precision',
  'XLA precision for an operand. Has backend specific meaning.',
);

/** The relation that `compare` tests. */
export const ComparisonDirectionAttr = /* @__PURE__ */ stablehloEnum(
  'comparison_direction',
  ['EQ', 'NE', 'GE', 'GT', 'LE', 'LT'],
  'ComparisonDirection',
  'Which comparison operation to perform.',
);

/** The order that `compare` uses. */
export const ComparisonTypeAttr = /* @__PURE__ */ stablehloEnum(
  'comparison_type',
  ['NOTYPE', 'FLOAT', 'TOTALORDER', 'SIGNED', 'UNSIGNED'],
  'ComparisonType',
  'Which comparison type to use.',
);

/** The kind of a Fourier transform. */
export const FftTypeAttr = /* @__PURE__ */ stablehloEnum(
  'fft_type',
  ['FFT', 'IFFT', 'RFFT', 'IRFFT'],
  'FftType',
  'XLA fast fourier transform type.',
);

/** The transposition of the matrix of `triangular_solve`. */
export const TransposeAttr = /* @__PURE__ */ stablehloEnum(
  'transpose',
  ['TRANSPOSE_INVALID', 'NO_TRANSPOSE', 'TRANSPOSE', 'ADJOINT'],
  'Transpose',
  'Transpose options',
);

/** The distribution of the numbers that `rng` makes. */
export const RngDistributionAttr = /* @__PURE__ */ stablehloEnum(
  'rng_distribution',
  ['UNIFORM', 'NORMAL'],
  'RngDistribution',
  'XLA PRNG distribution to be used.',
);

/** The algorithm of `rng_bit_generator`. */
export const RngAlgorithmAttr = /* @__PURE__ */ stablehloEnum(
  'rng_algorithm',
  ['DEFAULT', 'THREE_FRY', 'PHILOX'],
  'RngAlgorithm',
  'XLA PRNG algorithm to be used.',
);

/** The accuracy that a transcendental function has to reach. */
export const ResultAccuracyModeAttr = /* @__PURE__ */ defineEnumAttr('stablehlo.result_accuracy_mode', {
  values: ['DEFAULT', 'HIGHEST', 'TOLERANCE'],
  style: 'angle',
  summary: 'XLA result accuracy mode.',
  cppEnum: '::mlir::stablehlo::ResultAccuracyMode',
  cppAttr: 'StableHLO_ResultAccuracyModeAttr',
});
export type PrecisionAttr = EnumAttr<(typeof PrecisionAttr.values)[number]>;
export type ComparisonDirectionAttr = EnumAttr<(typeof ComparisonDirectionAttr.values)[number]>;
export type ComparisonTypeAttr = EnumAttr<(typeof ComparisonTypeAttr.values)[number]>;
export type ResultAccuracyModeAttr = EnumAttr<(typeof ResultAccuracyModeAttr.values)[number]>;
export type FftTypeAttr = EnumAttr<(typeof FftTypeAttr.values)[number]>;
export type TransposeAttr = EnumAttr<(typeof TransposeAttr.values)[number]>;
export type RngDistributionAttr = EnumAttr<(typeof RngDistributionAttr.values)[number]>;
export type RngAlgorithmAttr = EnumAttr<(typeof RngAlgorithmAttr.values)[number]>;
