import type { Extension } from '@shardform/ir-core';
import { chloDialect, interpreterDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { shapeDialect, tensorDialect } from '@shardform/dialects-mlir';
import { chloLegalizeToStablehlo } from './chlo-legalize/pass.ts';
import { chloPreSerialization } from './chlo-legalize/pre-serialization-pipeline.ts';
import { canonicalizeDynamism } from './canonicalize-dynamism/pass.ts';
import { checkShapeAssertions } from './check-shape-assertions.ts';
import { compatibilityExpander } from './compatibility-expander/pass.ts';
import { complexMathExpander } from './complex-math/pass.ts';
import { convertToSignless } from './convert-to-signless.ts';
import { instrumentWithProbe } from './instrument-with-probe.ts';
import { legalizeCompositeToCall } from './legalize-composite-to-call.ts';
import { legalizeDeprecatedOps } from './legalize-deprecated-ops.ts';
import { legalizeQuantToMath } from './legalize-quant-to-math/pass.ts';
import { legalizeQdqToQuantizedOp } from './legalize-qdq-to-quantized-op.ts';
import { legalizeQuantizedOpToQdq } from './legalize-quantized-op-to-qdq.ts';
import { refineArguments } from './refine-arguments.ts';
import { refineShapes } from './refine-shapes/pass.ts';
import { aggressiveFolder } from './fold/aggressive-folder.ts';
import { aggressiveSimplification } from './simplify/aggressive-simplification.ts';
import { targetIndependentOptimization } from './target-independent-optimization.ts';
import { shapeLegalizeToStablehlo } from './shape-legalize/pass.ts';
import { wrapInComposite } from './wrap-in-composite.ts';

/** Passes on StableHLO programs, under upstream's names. */
export const stablehloPasses: Extension = {
  name: 'passes-stablehlo',
  get requires() {
    return [stablehloDialect, chloDialect, interpreterDialect, shapeDialect, tensorDialect];
  },
  passes: [
    aggressiveFolder,
    aggressiveSimplification,
    canonicalizeDynamism,
    checkShapeAssertions,
    chloLegalizeToStablehlo,
    compatibilityExpander,
    complexMathExpander,
    convertToSignless,
    instrumentWithProbe,
    legalizeCompositeToCall,
    legalizeDeprecatedOps,
    legalizeQdqToQuantizedOp,
    legalizeQuantToMath,
    legalizeQuantizedOpToQdq,
    refineArguments,
    refineShapes,
    targetIndependentOptimization,
    shapeLegalizeToStablehlo,
    wrapInComposite,
  ],
  pipelines: [chloPreSerialization],
};
