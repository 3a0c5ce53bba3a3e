import { builtinPasses, type Extension } from '@shardform/ir-core';
import { mpmdDialect } from '@shardform/dialect-mpmd';
import { interpreterDialect } from '@shardform/dialect-stablehlo';
import { shardingPasses } from '@shardform/passes-sharding';
import { stablehloPasses } from '@shardform/passes-stablehlo';
import { commonPasses } from './common/index.ts';
import { devicePasses } from './devices/index.ts';
import { exportPasses } from './export/index.ts';
import { importPasses } from './import/index.ts';
import { inferencePasses } from './inference/index.ts';
import { mergePasses } from './merge/index.ts';
import { optimizePasses } from './optimize/index.ts';
import { mpmdExportPipeline } from './pipelines/export-pipeline.ts';
import { mpmdImportPipeline } from './pipelines/import-pipeline.ts';
import { mpmdInferMeshPipeline } from './pipelines/infer-mesh-pipeline.ts';
import { mpmdOptimizePipeline } from './pipelines/optimize-pipeline.ts';
import { mpmdShardingPropagationPipeline } from './pipelines/propagation-pipeline.ts';
import { shardformMpmdPipeline } from './pipelines/schedule-pipeline.ts';
import { propagationPasses } from './propagation/index.ts';
import { transferRule } from './propagation/transfer-rule.ts';

/** The passes and pipelines of MPMD programs. */
export const mpmdPasses: Extension = {
  name: 'passes-mpmd',
  get requires() {
    return [builtinPasses, interpreterDialect, mpmdDialect, shardingPasses, stablehloPasses];
  },
  interfaces: [transferRule],
  passes: [
    ...importPasses,
    ...inferencePasses,
    ...commonPasses,
    ...mergePasses,
    ...optimizePasses,
    ...propagationPasses,
    ...exportPasses,
    ...devicePasses,
  ],
  pipelines: [
    mpmdImportPipeline,
    mpmdInferMeshPipeline,
    mpmdOptimizePipeline,
    mpmdShardingPropagationPipeline,
    mpmdExportPipeline,
    shardformMpmdPipeline,
  ],
};
