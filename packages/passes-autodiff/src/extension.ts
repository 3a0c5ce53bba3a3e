import { funcDialect } from '@shardform/dialect-func';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import type { Extension } from '@shardform/ir-core';
import { stablehloDifferentiate } from './pass.ts';
import { arithmeticRules } from './rules/arithmetic.ts';
import { branchRules } from './rules/branches.ts';
import { choiceRules } from './rules/choice.ts';
import { complexRules } from './rules/complex.ts';
import { contractionRules } from './rules/contraction.ts';
import { elementaryRules } from './rules/elementary.ts';
import { loopRules } from './rules/loop.ts';
import { sortRules } from './rules/sort.ts';
import { shapeRules } from './rules/shape.ts';

/** Differentiation as a pass, with rules for StableHLO. */
export const autodiffPasses: Extension = {
  name: 'passes-autodiff',
  requires: [funcDialect, stablehloDialect],
  passes: [stablehloDifferentiate],
  interfaces: [
    ...arithmeticRules,
    ...elementaryRules,
    ...complexRules,
    ...choiceRules,
    ...shapeRules,
    ...sortRules,
    ...branchRules,
    ...loopRules,
    ...contractionRules,
  ],
};
