import { CallOp } from '@shardform/dialect-func';
import {
  ManualComputationOp,
  PropagationBarrierOp,
  ReshardOp,
  ShardingConstraintOp,
  ShardingGroupOp,
} from '@shardform/dialect-sdy';
import { type Context, type ModuleOp, type Operation, parsePipeline, runPasses } from '@shardform/ir-core';
import type { DiagnosticLog } from '../diagnostic-log.ts';
import { ModuleError } from '../load-module.ts';

/**
 * Prepares a program for strategies, in place: inlines calls and removes shardings.
 *
 * @throws ModuleError for operations that can't be simulated, and for computations on shards.
 */
export function makePlain(module: ModuleOp, context: Context, log: DiagnosticLog): void {
  inlineCalls(module, context, log);
  dropShardings(module, context, log);
}

/** Strategies shard in their own way; what a program does on shards that it has cut itself stays what it is. */
function dropShardings(module: ModuleOp, context: Context, log: DiagnosticLog): void {
  const refused: Operation[] = [];
  module.walk((op) => {
    if (op instanceof ManualComputationOp) {
      refused.push(op);
      context.diagnostics.emitOn(
        op,
        'error',
        'a manual computation works on shards, and no strategy can shard it in another way; without --degrees, the program is simulated as it is',
      );
    } else if (op instanceof ShardingGroupOp) op.erase();
    else if (
      op instanceof ShardingConstraintOp ||
      op instanceof PropagationBarrierOp ||
      op instanceof ReshardOp
    ) {
      op.replaceAllUsesWith([op.input]);
      op.erase();
    }
  });
  if (refused.length > 0) throw new ModuleError(log.text(), log.diagnostics);
}

/**
 * Inlines all calls, in place: JAX emits calls for `relu`, `softmax` and others. Composites are replaced by their
 * decompositions.
 *
 * @throws ModuleError if a call remains, which would be simulated as a no-op.
 */
function inlineCalls(module: ModuleOp, context: Context, log: DiagnosticLog): void {
  const passes = 'builtin.module(stablehlo-legalize-composite-to-call,inline,symbol-dce)';
  const { succeeded } = runPasses(module, parsePipeline(passes, context), context);
  let isWhole = succeeded;
  module.walk((op) => {
    if (!(op instanceof CallOp)) return;
    isWhole = false;
    context.diagnostics.emitOn(
      op,
      'error',
      `the call of '@${op.callee.root}' can't be inlined; what it does isn't known, or it calls itself`,
    );
  });
  if (!isWhole) throw new ModuleError(log.text(), log.diagnostics);
}
