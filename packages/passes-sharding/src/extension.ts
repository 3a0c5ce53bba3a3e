import type { Extension } from '@shardform/ir-core';
import { costModel } from '@shardform/cost-model';
import { sdyDialect } from '@shardform/dialect-sdy';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { shardingCanonicalizations } from './canonicalize/index.ts';
import { dataFlowOps } from './data-flow/index.ts';
import { borderExchanges } from './export/exchange-borders/forms/index.ts';
import { localLowerings } from './export/global-to-local/lowerings/index.ts';
import { exportPasses } from './export/index.ts';
import { exportPipeline } from './export/export-pipeline.ts';
import { opPaddings } from './export/pad-for-divisibility/index.ts';
import { importPipeline } from './import/import-pipeline.ts';
import { importPasses } from './import/index.ts';
import { partitionPipeline, partitionStagePipelines, tryKeeping } from './partition/partition-pipeline.ts';
import { attachChloRules, attachPartitionRules } from './partition/partition-rules.ts';
import { captureInvariants } from './xla/capture-invariants.ts';
import { dropEmptyOperands } from './xla/drop-empty-operands.ts';
import { inlineCalls } from './partition/inline-calls/inline-calls.ts';
import { lowerBroadcasts } from './xla/lower-broadcasts.ts';
import { orderOperations } from './xla/order-operations.ts';
import { mergeCollectives } from './xla/merge-collectives.ts';
import { repeatBroadcasts } from './xla/repeat-broadcasts.ts';
import { sumBeforeSlicing } from './xla/sum-before-slicing.ts';
import { widenCollectives } from './xla/widen-collectives.ts';
import { opShardingPasses } from './op-sharding/index.ts';
import { propagationPasses } from './propagation/index.ts';
import { propagationPipeline } from './propagation-pipeline.ts';
import { shardingRuleCapability } from './rules/gaps.ts';
import { shardingRules } from './rules/index.ts';

/** Sharding rules, and the passes that import, propagate and export shardings. */
export const shardingPasses: Extension = {
  name: 'passes-sharding',
  get requires() {
    return [stablehloDialect, sdyDialect, costModel];
  },
  interfaces: [...shardingRules, ...dataFlowOps, ...localLowerings, ...opPaddings, ...borderExchanges],
  canonicalizations: shardingCanonicalizations,
  passes: [
    ...importPasses,
    ...propagationPasses,
    ...exportPasses,
    ...opShardingPasses,
    attachChloRules,
    attachPartitionRules,
    captureInvariants,
    dropEmptyOperands,
    inlineCalls,
    lowerBroadcasts,
    orderOperations,
    repeatBroadcasts,
    mergeCollectives,
    sumBeforeSlicing,
    widenCollectives,
    tryKeeping,
  ],
  capabilities: [shardingRuleCapability],
  pipelines: [
    importPipeline,
    propagationPipeline,
    exportPipeline,
    partitionPipeline,
    ...partitionStagePipelines,
  ],
};
