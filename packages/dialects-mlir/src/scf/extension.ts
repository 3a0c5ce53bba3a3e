import type { Extension } from '@shardform/ir-core';
import { arithDialect } from '../arith/extension.ts';
import { cfDialect } from '../cf/extension.ts';
import { ExecuteRegionOp, executeRegionInterface } from './execute-region-op.ts';
import { forInterfaces, ForOp } from './for-op.ts';
import { ifInterface, IfOp } from './if-op.ts';
import { indexSwitchInterface, IndexSwitchOp } from './index-switch-op.ts';
import { ifPatterns } from './patterns/conditions.ts';
import { forPatterns } from './patterns/counted-loops.ts';
import { singleExecutionPatterns } from './patterns/single-executions.ts';
import { whilePatterns } from './patterns/while-loops.ts';
import { whileInterfaces, WhileOp } from './while-op.ts';
import { conditionInterface, ConditionOp, YieldOp } from './yield-op.ts';

/** Loops and conditions as operations with regions. */
export const scfDialect: Extension = {
  name: 'dialects-mlir/scf',
  get requires() {
    return [arithDialect, cfDialect];
  },
  dialects: [
    {
      name: 'scf',
      documentation: async () => (await import('../docs/control-flow-documentation.ts')).scfDocumentation,
      inlining: {
        isLegalToInlineOp: () => true,
        isLegalToInlineRegion: () => true,
      },
    },
  ],
  ops: [ConditionOp, ExecuteRegionOp, ForOp, IfOp, IndexSwitchOp, WhileOp, YieldOp],
  interfaces: [
    conditionInterface,
    executeRegionInterface,
    ...forInterfaces,
    ifInterface,
    indexSwitchInterface,
    ...whileInterfaces,
  ],
  canonicalizations: [...ifPatterns, ...forPatterns, ...whilePatterns, ...singleExecutionPatterns],
};
