import { booleanOption, definePipeline, type PipelineElement, symbolDce } from '@shardform/ir-core';
import { addDataFlowEdgesPass } from './add-data-flow-edges.ts';
import { applyShardingConstraintsPass } from './apply-sharding-constraints.ts';
import { constantOrScalarSplitter } from './constant-or-scalar-splitter.ts';
import { flattenCallGraphPass } from './flatten-call-graph.ts';
import { importFuncCallsPass } from './import-func-calls.ts';
import { liftInlinedMeshesPass } from './lift-inlined-meshes.ts';
import { manualAxesCleanup } from './manual-axes-cleanup.ts';
import { propagateShardingFromFuncToCallPass } from './propagate-sharding-from-func-to-call.ts';
import { removeSizeOneAxesPass } from './remove-size-one-axes.ts';
import { shardingGroupImport } from './sharding-group-import.ts';

/** Options of pipelines that import. */
export const importPipelineOptions = {
  'dedup-functions-fully': booleanOption(
    'if true, regardless of the input and output shardings of functions, keep one copy of each function',
  ),
};

/** Options of the import pipeline, for pipelines that contain it. */
export interface ImportPipelineSettings {
  /** Keep calls while shardings are propagated, with one function for all calls of it. */
  readonly dedupFunctionsFully: boolean;
  readonly recordOrigins: boolean;
  readonly recordEdges: boolean;
}

/** Brings a module into the form in which shardings are propagated. */
export function importPipelinePasses(settings: ImportPipelineSettings): PipelineElement[] {
  return [
    symbolDce.create(),
    liftInlinedMeshesPass.create(),
    removeSizeOneAxesPass.create(),
    propagateShardingFromFuncToCallPass.create(),
    constantOrScalarSplitter.create(),
    symbolDce.create(),
    manualAxesCleanup.create(),
    addDataFlowEdgesPass.create(),
    ...(settings.dedupFunctionsFully ? constraintPasses(settings) : []),
  ];
}

/** Passes that apply constraints and groups, once calls are in the form in which they are propagated through. */
export function constraintPasses({ recordOrigins, recordEdges }: ImportPipelineSettings): PipelineElement[] {
  return [
    applyShardingConstraintsPass.create({
      'debug-sharding-origins': recordOrigins,
      'debug-propagation-edge-sharding': recordEdges,
    }),
    shardingGroupImport.create(),
  ];
}

/** Replaces calls by the bodies of their functions, one copy a call, and applies constraints there. */
export function inlinedCallPasses(settings: ImportPipelineSettings): PipelineElement[] {
  return [
    flattenCallGraphPass.create(),
    symbolDce.create(),
    importFuncCallsPass.create(),
    symbolDce.create(),
    ...constraintPasses(settings),
  ];
}

/** `sdy-import-pipeline`. */
export const importPipeline = /* @__PURE__ */ definePipeline({
  name: 'sdy-import-pipeline',
  summary: 'Run a sequence of import passes needed as a pre-processing step for Shardy propagation',
  options: importPipelineOptions,
  build: (options) =>
    importPipelinePasses({
      dedupFunctionsFully: options['dedup-functions-fully'],
      recordOrigins: false,
      recordEdges: false,
    }),
});
