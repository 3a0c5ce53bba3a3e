import { builtinPasses, type Extension } from '@shardform/ir-core';
import { funcDialect } from '@shardform/dialect-func';
import { hloDialect } from '@shardform/dialect-hlo';
import { mpmdDialect } from '@shardform/dialect-mpmd';
import { sdyDialect } from '@shardform/dialect-sdy';
import { interpreterDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { stablehloPasses } from '@shardform/passes-stablehlo';
import { quantDialect } from '@shardform/dialects-mlir';
import { executionCapability } from './interpreter/gaps.ts';
import { batchNormInterpreters } from './ops/batch-norm.ts';
import { collectiveInterpreters } from './ops/collectives.ts';
import { contractionInterpreters } from './ops/contractions.ts';
import { controlFlowInterpreters } from './ops/control-flow.ts';
import { dynamicShapeInterpreters } from './ops/dynamic-shapes.ts';
import { elementwiseInterpreters, elementwiseVectorForms } from './ops/elementwise.ts';
import { gatherScatterInterpreters } from './ops/gather-scatter.ts';
import { hloInterpreters } from './ops/hlo.ts';
import { hostTransferInterpreters } from './ops/host-transfers.ts';
import { linearAlgebraInterpreters } from './ops/linear-algebra.ts';
import { meshInterpreters } from './ops/meshes.ts';
import { processRunInterpreters } from './ops/process-runs.ts';
import { randomInterpreters } from './ops/random-numbers.ts';
import { reduceInterpreters } from './ops/reduce.ts';
import { shapeInterpreters } from './ops/shape.ts';
import { shardingInterpreters } from './ops/sharding.ts';
import { sortInterpreters } from './ops/sort.ts';
import { tupleAndTokenInterpreters } from './ops/tuples-and-tokens.ts';
import { windowInterpreters } from './ops/windows.ts';

/** Interpretations of func, StableHLO and sdy operations. */
export const simulator: Extension = {
  name: 'runtime-sim',
  // The passes lower quantized operations to executable ones.
  get requires() {
    return [
      builtinPasses,
      funcDialect,
      hloDialect,
      quantDialect,
      stablehloDialect,
      stablehloPasses,
      interpreterDialect,
      sdyDialect,
      mpmdDialect,
    ];
  },
  interfaces: [
    ...batchNormInterpreters,
    ...collectiveInterpreters,
    ...contractionInterpreters,
    ...controlFlowInterpreters,
    ...dynamicShapeInterpreters,
    ...elementwiseInterpreters,
    ...elementwiseVectorForms,
    ...gatherScatterInterpreters,
    ...hloInterpreters,
    ...hostTransferInterpreters,
    ...linearAlgebraInterpreters,
    ...meshInterpreters,
    ...processRunInterpreters,
    ...randomInterpreters,
    ...reduceInterpreters,
    ...shapeInterpreters,
    ...shardingInterpreters,
    ...sortInterpreters,
    ...tupleAndTokenInterpreters,
    ...windowInterpreters,
  ],
  capabilities: [executionCapability],
};
