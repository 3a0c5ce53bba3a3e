import { definePipeline, nest, type PipelineElement } from '@shardform/ir-core';
import { propagationPipeline } from '@shardform/passes-sharding';
import { targetIndependentOptimization } from '@shardform/passes-stablehlo';
import { uniquifyInputsOutputs } from '../common/uniquify.ts';
import {
  convertSdyConstants,
  convertSdyShardings,
  simplifyProgram,
} from '../propagation/convert-shardings.ts';
import { enforceUserShardings } from '../propagation/enforce-user-shardings.ts';
import { extractReshards } from '../propagation/extract-reshards.ts';
import { populateUnreducedOutSharding } from '../propagation/populate-unreduced.ts';

/** Returns the passes that propagate shardings over fragments and put them into types. */
export function propagationPasses(): PipelineElement[] {
  return [
    nest('func.func', uniquifyInputsOutputs.create({ 'use-transfer-instead-of-fragment': true })),
    ...propagationPipeline.create({ 'avoid-export-for-partitioning': true }),
    nest(
      'func.func',
      populateUnreducedOutSharding.create(),
      enforceUserShardings.create(),
      extractReshards.create(),
      convertSdyShardings.create(),
      convertSdyConstants.create(),
      targetIndependentOptimization.create(),
      simplifyProgram.create(),
    ),
  ];
}

/** `mpmd-sharding-propagation-pipeline`. */
export const mpmdShardingPropagationPipeline = /* @__PURE__ */ definePipeline({
  name: 'mpmd-sharding-propagation-pipeline',
  summary: 'Propagates shardings over the fragments of an MPMD program, and puts them into types.',
  build: propagationPasses,
});
