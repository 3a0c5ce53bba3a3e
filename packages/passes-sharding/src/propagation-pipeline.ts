import { definePipeline, nest, type PipelineElement, symbolDce } from '@shardform/ir-core';
import {
  exportPipelineOptions,
  exportPipelinePasses,
  type ExportPipelineSettings,
} from './export/export-pipeline.ts';
import { addFuncDataFlowEdgesPass } from './import/add-func-data-flow-edges.ts';
import { exportNamedComputationsPass } from './import/export-named-computations.ts';
import { importPipelineOptions, importPipelinePasses, inlinedCallPasses } from './import/import-pipeline.ts';
import { insertFuncCallReshardsPass } from './import/insert-func-call-reshards.ts';
import { preOrderFuncs } from './import/pre-order-funcs.ts';
import { propagateToFuncResultsPass } from './import/propagate-to-func-results.ts';
import { sinkFuncDataFlowEdgesPass } from './import/sink-func-data-flow-edges.ts';
import { unflattenCallGraphPass } from './import/unflatten-call-graph.ts';
import { userPriorityPropagate } from './propagation/propagation-passes.ts';

/** `sdy-propagation-pipeline`: import, propagation and export in one. Meshes stay named. */
export const propagationPipeline = definePipeline({
  name: 'sdy-propagation-pipeline',
  summary: 'Runs the Shardy propagation pass, with pre and post processing',
  options: { ...importPipelineOptions, ...exportPipelineOptions },
  build(options): readonly PipelineElement[] {
    const dedup = options['dedup-functions-fully'];
    const recorded = {
      recordOrigins: options['dump-sharding-origins'],
      recordEdges: options['dump-propagation-edges'],
    };
    const imported = { dedupFunctionsFully: dedup, ...recorded };
    const exported: ExportPipelineSettings = { ...options, 'inline-meshes': false };
    return [
      ...importPipelinePasses(imported),
      ...(dedup ? [addFuncDataFlowEdgesPass.create()] : inlinedCallPasses(imported)),
      preOrderFuncs.create(),
      userPriorityPropagate.create({
        'keep-sharding-rules': true,
        'debug-sharding-origins': recorded.recordOrigins,
        'debug-propagation-edge-sharding': recorded.recordEdges,
      }),
      ...(dedup
        ? [propagateToFuncResultsPass.create(), nest('func.func', sinkFuncDataFlowEdgesPass.create())]
        : [exportNamedComputationsPass.create(), propagateToFuncResultsPass.create()]),
      unflattenCallGraphPass.create(),
      symbolDce.create(),
      insertFuncCallReshardsPass.create(),
      ...exportPipelinePasses(exported),
    ];
  },
});
