import type { Context, ModuleOp } from '@shardform/ir-core';
import { nestImplicitly, runPasses, symbolDce } from '@shardform/ir-core';
import { complexMathExpander, targetIndependentOptimization } from '@shardform/passes-stablehlo';
import { legalizeChloForHlo, mergeConstants } from './chlo.ts';
import { materializeSplats } from './materialize-splats.ts';
import { roundTripShardings } from './round-trip/round-trip-shardings.ts';
import { simplifyForHlo } from './simplify/simplify-for-hlo.ts';
import { sinkConstants } from './sink-constants.ts';

/**
 * Brings a program into the form that is exported instruction by instruction, by the passes that XLA runs before its own
 * export, in their order.
 *
 * @returns false after an error was reported.
 */
export function prepareForExport(module: ModuleOp, context: Context): boolean {
  if (!roundTripShardings(module, context)) return false;
  const passes = [
    mergeConstants,
    symbolDce,
    legalizeChloForHlo,
    complexMathExpander,
    sinkConstants,
    targetIndependentOptimization,
    simplifyForHlo,
    sinkConstants,
    materializeSplats,
  ];
  const pipeline = nestImplicitly(
    module.name,
    passes.map((pass) => pass.create()),
  );
  return runPasses(module, pipeline, context, { verify: false }).succeeded;
}
