import {
  booleanOption,
  canonicalize,
  cse,
  definePipeline,
  inline,
  nest,
  type PipelineElement,
  symbolDce,
} from '@shardform/ir-core';
import { chloLegalizeToStablehlo, targetIndependentOptimization } from '@shardform/passes-stablehlo';
import { callInline, eraseUnusedCalleeArguments, sinkNegligibleOps } from '../common/call-passes.ts';
import { fragmentDce, fragmentDedup } from '../common/fragment-clean-up.ts';
import { moveTransfersToProducer, removeTransferCycles } from '../common/transfer-passes.ts';
import { fromUnrollToCallCounter, unrollForLoops } from '../common/unroll-for-loops.ts';
import { schedulingUnitsVerifier } from '../common/verify-stage-merging.ts';
import { copyTopologyFromMain } from '../import/copy-topology-from-main.ts';
import { enforceEquisharding } from '../import/enforce-equisharding.ts';
import { generateSdyMeshes } from '../import/generate-sdy-meshes.ts';
import { introduceTransfers } from '../import/introduce-transfers.ts';
import { mapInputOutputToMesh } from '../import/map-input-output-to-mesh.ts';
import {
  inlineNestedUserExposedOps,
  insertNamelessClones,
  mapNamedOps,
  simplifyNamedComputations,
  validateNamedOps,
} from '../import/named-op-passes.ts';
import { absorbInferredFragments } from '../merge/absorb-inferred-fragments.ts';
import { mergeInferredFragments, mergeUserFragments } from '../merge/merge-passes.ts';
import {
  type IndexMap,
  type InputOutputConstraint,
  type NameMap,
  nameMapOption,
} from '../options/assignments.ts';
import { splitBackwardFragments } from '../optimize/split-fragments.ts';
import { defaultInferMeshSettings, inferMeshPasses, type InferMeshSettings } from './infer-mesh-pipeline.ts';

/** Settings of the import. */
export interface ImportSettings {
  /** Meshes, and stages, of named computations and tensors. */
  readonly assignment: NameMap;
  readonly inputs: IndexMap;
  readonly outputs: IndexMap;
  /** Inputs and outputs that are to be on one mesh. */
  readonly constraints: readonly InputOutputConstraint[];
  /** True if inferred fragments are merged when fragments have been scheduled. */
  readonly mergesAfterScheduling: boolean;
  /** True if each mesh of the topology is an `sdy.mesh` of its own. */
  readonly hasHeterogeneousMeshes: boolean;
  readonly absorbsOnEntryPoint: boolean;
  readonly splitsBackward: boolean;
  readonly verifiesScheduleUnits: boolean;
  readonly inference: InferMeshSettings;
}

/** What is set where users say nothing. */
export const defaultImportSettings: ImportSettings = {
  assignment: new Map(),
  inputs: new Map(),
  outputs: new Map(),
  constraints: [],
  mergesAfterScheduling: false,
  hasHeterogeneousMeshes: false,
  absorbsOnEntryPoint: false,
  splitsBackward: false,
  verifiesScheduleUnits: false,
  inference: defaultInferMeshSettings,
};

/** Returns the passes that merge inferred fragments with those around, or with each other. */
export function mergeInferredPasses(absorbsOnEntryPoint: boolean): PipelineElement[] {
  return [
    nest(
      'func.func',
      absorbInferredFragments.create({ 'absorb-on-entry-point-function': absorbsOnEntryPoint }),
      mergeInferredFragments.create({ 'merge-any-consumer': true }),
      mergeInferredFragments.create({ 'merge-sideways': true }),
    ),
  ];
}

/** The canonicalizer as upstream makes it between its passes: bottom-up, and blocks stay. */
export const plainCanonicalize = (): PipelineElement =>
  canonicalize.create({ 'region-simplify': 'disabled', 'top-down': false });

/** Returns the passes that make an MPMD program of one with named computations. */
export function importPasses(settings: ImportSettings): PipelineElement[] {
  const { assignment, constraints } = settings;
  return [
    nest('func.func', chloLegalizeToStablehlo.create()),
    inline.create(),
    nest('func.func', cse.create(), canonicalize.create()),
    copyTopologyFromMain.create(),
    ...(settings.hasHeterogeneousMeshes ? [generateSdyMeshes.create()] : []),
    nest(
      'func.func',
      unrollForLoops.create(),
      canonicalize.create(),
      targetIndependentOptimization.create({ 'fold-op-element-limit': 0 }),
      fromUnrollToCallCounter.create(),
    ),
    sinkNegligibleOps.create(),
    nest('func.func', insertNamelessClones.create(), simplifyNamedComputations.create()),
    mapInputOutputToMesh.create({
      'input-assignment': settings.inputs,
      'output-assignment': settings.outputs,
    }),
    nest(
      'func.func',
      inlineNestedUserExposedOps.create({ assignment }),
      validateNamedOps.create(),
      mapNamedOps.create({ assignment }),
    ),
    introduceTransfers.create(),
    eraseUnusedCalleeArguments.create(),
    ...inferMeshPasses({ ...settings.inference, constraints }),
    ...(settings.mergesAfterScheduling ? [] : mergeInferredPasses(settings.absorbsOnEntryPoint)),
    nest(
      'func.func',
      enforceEquisharding.create({ constraints }),
      fragmentDedup.create(),
      fragmentDce.create(),
      removeTransferCycles.create(),
    ),
    callInline.create(),
    symbolDce.create(),
    nest(
      'func.func',
      ...(settings.mergesAfterScheduling ? [] : [mergeInferredFragments.create()]),
      moveTransfersToProducer.create(),
      mergeUserFragments.create(),
      ...(settings.verifiesScheduleUnits ? [schedulingUnitsVerifier.create()] : []),
      ...(settings.splitsBackward ? [splitBackwardFragments.create()] : []),
    ),
    plainCanonicalize(),
    nest('func.func', fragmentDce.create()),
  ];
}

/** `mpmd-import-pipeline`. */
export const mpmdImportPipeline = /* @__PURE__ */ definePipeline({
  name: 'mpmd-import-pipeline',
  summary: 'Makes an MPMD program of fragments and transfers from one with named computations.',
  options: {
    'name-to-mesh-assignment': nameMapOption(
      'The mesh, and the stage, of each named computation and tensor: f@m1,g@m2/1.',
    ),
    'merge-after-scheduling': booleanOption('Whether to merge inferred fragments after scheduling only.'),
    'enable-heterogeneous-meshes': booleanOption('Whether to make an sdy.mesh of each mesh.'),
  },
  build: (options) =>
    importPasses({
      ...defaultImportSettings,
      assignment: options['name-to-mesh-assignment'],
      mergesAfterScheduling: options['merge-after-scheduling'],
      hasHeterogeneousMeshes: options['enable-heterogeneous-meshes'],
    }),
});
