import { booleanOption, definePipeline } from '@shardform/ir-core';
import { indexMapOption, nameMapOption } from '../options/assignments.ts';
import { scheduleOption } from '../optimize/schedules.ts';
import { defaultImportSettings, importPasses } from './import-pipeline.ts';
import { defaultInferMeshSettings } from './infer-mesh-pipeline.ts';
import { defaultOptimizeSettings, optimizePasses } from './optimize-pipeline.ts';
import { propagationPasses } from './propagation-pipeline.ts';

/** `shardform-mpmd-pipeline`. */
export const shardformMpmdPipeline = /* @__PURE__ */ definePipeline({
  name: 'shardform-mpmd-pipeline',
  summary:
    'From named computations to fragments in the order of a schedule, with shardings: import, order, propagation',
  options: {
    'name-to-mesh-assignment': nameMapOption(
      'The mesh, and the stage, of each named computation and tensor: f@m1,g@m2/1.',
    ),
    'input-assignment': indexMapOption('Meshes of inputs: 0@m1,2@m2; others are inferred.'),
    'output-assignment': indexMapOption('Meshes of outputs: 0@m1,2@m2; others are inferred.'),
    'infer-transfers': booleanOption('Whether to create transfers where they are needed.'),
    'infer-cross-mesh-reductions': booleanOption(
      'Whether operations that combine values of several meshes become reductions over meshes.',
    ),
    'enable-heterogeneous-meshes': booleanOption('Whether to make an sdy.mesh of each mesh.'),
    schedule: scheduleOption,
    'split-bwd-fragments': booleanOption(
      'Whether to split backward fragments into what other meshes wait for and the gradients of weights; zero-bubble schedules do.',
    ),
    remat: booleanOption('Whether to compute forward fragments again for the backward ones.'),
    'merge-remat-fragments': booleanOption(
      'Whether to merge what is computed again with the backward fragment.',
    ),
  },
  build: (options) => [
    ...importPasses({
      ...defaultImportSettings,
      assignment: options['name-to-mesh-assignment'],
      inputs: options['input-assignment'],
      outputs: options['output-assignment'],
      hasHeterogeneousMeshes: options['enable-heterogeneous-meshes'],
      splitsBackward: options['split-bwd-fragments'] || options.schedule.startsWith('ZeroBubble'),
      inference: {
        ...defaultInferMeshSettings,
        infersTransfers: options['infer-transfers'],
        infersReductions: options['infer-cross-mesh-reductions'],
      },
    }),
    ...optimizePasses({
      ...defaultOptimizeSettings,
      schedule: options.schedule,
      rematerializes: options.remat,
      mergesRemat: options['merge-remat-fragments'],
    }),
    ...propagationPasses(),
  ],
});
