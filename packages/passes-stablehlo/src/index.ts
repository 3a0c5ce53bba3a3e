export { chloLegalizeToStablehlo, isExpandedChlo } from './chlo-legalize/pass.ts';
export { complexMathExpander } from './complex-math/pass.ts';
export { dropLoneCollectives } from './custom-calls/drop-lone-collectives.ts';
export { readCustomCalls, standsForOperation } from './custom-calls/read-custom-calls.ts';
export { stablehloPasses } from './extension.ts';
export { legalizeCompositeToCall } from './legalize-composite-to-call.ts';
export { aggressiveSimplification } from './simplify/aggressive-simplification.ts';
export { targetIndependentOptimization } from './target-independent-optimization.ts';
export { stablehloTestPasses } from './test-passes/extension.ts';
