import type { Extension } from '@shardform/ir-core';
import { stablehloDialect } from '../extension.ts';
import { canonicalizeDynamism } from './canonicalize-dynamism/pass.ts';
import { checkShapeAssertions } from './check-shape-assertions.ts';
import { convertToSignless } from './convert-to-signless.ts';
import { legalizeCompositeToCall } from './legalize-composite-to-call.ts';
import { legalizeDeprecatedOps } from './legalize-deprecated-ops.ts';
import { refineArguments } from './refine-arguments.ts';
import { wrapInComposite } from './wrap-in-composite.ts';

/** Passes on StableHLO programs, under upstream's names. */
export const stablehloPasses: Extension = {
  name: 'stablehlo-passes',
  requires: [stablehloDialect],
  passes: [
    canonicalizeDynamism,
    checkShapeAssertions,
    convertToSignless,
    legalizeCompositeToCall,
    legalizeDeprecatedOps,
    refineArguments,
    wrapInComposite,
  ],
};
