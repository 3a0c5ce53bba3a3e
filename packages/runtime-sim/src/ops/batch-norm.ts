import * as hlo from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation } from '@shardform/ir-core';
import { interpretable } from '../interpreter/interpretable.ts';
import { batchNormGrad, batchNormInference, batchNormTraining } from '../kernels/index.ts';

/** Normalisation of features. */
export const batchNormInterpreters: readonly InterfaceImplementation[] = [
  interpretable.implementFor(
    hlo.BatchNormTrainingOp,
    (op) =>
      ([x, scale, offset]) =>
        batchNormTraining(x, scale, offset, op.epsilon.value, op.featureIndex.number),
  ),
  interpretable.implementFor(hlo.BatchNormInferenceOp, (op) => ([x, scale, offset, mean, variance]) => [
    batchNormInference(x, scale, offset, mean, variance, op.epsilon.value, op.featureIndex.number),
  ]),
  interpretable.implementFor(
    hlo.BatchNormGradOp,
    (op) =>
      ([x, scale, mean, variance, gradOutput]) =>
        batchNormGrad(x, scale, mean, variance, gradOutput, op.epsilon.value, op.featureIndex.number),
  ),
];
