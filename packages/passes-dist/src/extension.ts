import type { Extension } from '@shardform/ir-core';
import { distDialect } from '@shardform/dialect-dist';
import { mpmdDialect } from '@shardform/dialect-mpmd';
import { interpreterDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { shardingPasses } from '@shardform/passes-sharding';
import * as passes from './passes/dist-passes.ts';

/** Strategies as passes on distributed programs. */
export const distPasses: Extension = {
  name: 'passes-dist',
  // Computations of tensors are divided along the factors of their sharding rules.
  get requires() {
    return [distDialect, stablehloDialect, interpreterDialect, mpmdDialect, shardingPasses];
  },
  passes: [
    passes.distImport,
    passes.distPlaceStages,
    passes.distPipeline,
    passes.distUnrollPipeline,
    passes.distSpread,
    passes.distShard,
    passes.distMap,
    passes.distLowerPmap,
    passes.distDissolveTuples,
    passes.distRecompute,
    passes.distInsertFree,
    passes.distLowerToStablehlo,
    passes.distLowerToMpmd,
  ],
};
