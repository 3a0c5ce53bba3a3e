import { booleanOption, definePipeline, nest, type PipelineElement } from '@shardform/ir-core';
import { inferMeshAssignConstraints } from '../inference/assign-constraints.ts';
import { inferMeshAssignLeaves } from '../inference/assign-leaves.ts';
import { inferMeshConvertReduceOps } from '../inference/convert-reduce-ops.ts';
import { inferMeshFinalize } from '../inference/finalize.ts';
import { inferMeshPopulateSrcSet } from '../inference/populate-src-set.ts';
import { inferMeshPopulateUseSet } from '../inference/populate-use-set.ts';
import { inferMeshRewrite } from '../inference/rewrite-using-analysis.ts';
import { inferMeshValidateNoTransfers, inferMeshValidateSrcSet } from '../inference/validate.ts';
import type { InputOutputConstraint } from '../options/assignments.ts';

/** Settings of mesh inference. */
export interface InferMeshSettings {
  /** True if transfers are made where values are not on the meshes that need them. */
  readonly infersTransfers: boolean;
  /** True if operations that combine values of several meshes become reductions over meshes. */
  readonly infersReductions: boolean;
  /** How often an operation may be copied into the fragments that use it. */
  readonly maxClones: number;
  /** Errors after which passes stop; -1 for all. */
  readonly errorLimit: number;
  readonly constraints: readonly InputOutputConstraint[];
}

/** What is set where users say nothing. */
export const defaultInferMeshSettings: InferMeshSettings = {
  infersTransfers: false,
  infersReductions: false,
  maxClones: 1,
  errorLimit: 5,
  constraints: [],
};

/** Returns the passes that find meshes for all operations. */
export function inferMeshPasses(settings: InferMeshSettings): PipelineElement[] {
  const { constraints, infersTransfers } = settings;
  const transfers = { 'infer-transfers': infersTransfers };
  const limit = { 'error-limit': settings.errorLimit };
  return [
    inferMeshPopulateUseSet.create(),
    inferMeshPopulateSrcSet.create(),
    ...(constraints.length > 0 ? [inferMeshAssignConstraints.create({ constraints })] : []),
    nest(
      'func.func',
      inferMeshConvertReduceOps.create({
        'infer-cross-mesh-reductions': settings.infersReductions || infersTransfers,
      }),
    ),
    ...(infersTransfers ? [] : [inferMeshValidateSrcSet.create(limit)]),
    inferMeshAssignLeaves.create({ ...transfers, ...limit }),
    inferMeshPopulateUseSet.create(),
    ...(infersTransfers ? [] : [inferMeshValidateNoTransfers.create(limit)]),
    inferMeshRewrite.create({ 'max-clones': settings.maxClones }),
    inferMeshFinalize.create(transfers),
  ];
}

/** `mpmd-infer-mesh-pipeline`. */
export const mpmdInferMeshPipeline = /* @__PURE__ */ definePipeline({
  name: 'mpmd-infer-mesh-pipeline',
  summary: 'Finds the meshes of all operations, and puts these into fragments.',
  options: {
    'infer-transfers': booleanOption('Whether to create transfers where they are needed.'),
    'infer-cross-mesh-reductions': booleanOption(
      'Whether operations that combine values of several meshes become reductions over meshes.',
    ),
  },
  build: (options) =>
    inferMeshPasses({
      ...defaultInferMeshSettings,
      infersTransfers: options['infer-transfers'],
      infersReductions: options['infer-cross-mesh-reductions'],
    }),
});
