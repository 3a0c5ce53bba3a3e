import type { PassDefinition } from '@shardform/ir-core';
import { callInline, eraseUnusedCalleeArguments, sinkNegligibleOps } from './call-passes.ts';
import { copyConstants } from './copy-constants.ts';
import { fragmentDce, fragmentDedup } from './fragment-clean-up.ts';
import { mergeTransfers } from './merge-transfers.ts';
import { moveTransfersToProducer, removeTransferCycles } from './transfer-passes.ts';
import { uniquifyInputsOutputs } from './uniquify.ts';
import { fromUnrollToCallCounter, unrollForLoops } from './unroll-for-loops.ts';
import { schedulingUnitsVerifier, verifyStageMerging } from './verify-stage-merging.ts';

/** Passes that clean up programs, calls and transfers. */
export const commonPasses: readonly PassDefinition[] = [
  sinkNegligibleOps,
  eraseUnusedCalleeArguments,
  callInline,
  copyConstants,
  fragmentDedup,
  fragmentDce,
  mergeTransfers,
  removeTransferCycles,
  moveTransfersToProducer,
  uniquifyInputsOutputs,
  unrollForLoops,
  fromUnrollToCallCounter,
  verifyStageMerging,
  schedulingUnitsVerifier,
];
