import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import type { Extension } from '@shardform/ir-core';
import { stablehloDifferentiate } from './pass.ts';
import { arithmeticRules } from './rules/arithmetic.ts';
import { branchRules } from './rules/branches.ts';
import { chloRules } from './rules/chlo.ts';
import { choiceRules } from './rules/choice.ts';
import { complexRules } from './rules/complex.ts';
import { convolutionRules } from './rules/convolution.ts';
import { dotRules } from './rules/dot.ts';
import { elementaryRules } from './rules/elementary.ts';
import { gradientCapability } from './rules/gaps.ts';
import { linearAlgebraRules } from './rules/linear-algebra.ts';
import { loopRules } from './rules/loop.ts';
import { sortRules } from './rules/sort.ts';
import { mapRules } from './rules/map.ts';
import { reductionRules } from './rules/reduction.ts';
import { windowRules } from './rules/window.ts';
import { scatterRules } from './rules/scatter.ts';
import { shapeRules } from './rules/shape.ts';
import { shardingRules } from './rules/sharding.ts';

/** Differentiation as a pass, with rules for StableHLO and Shardy's constraints. */
export const autodiffPasses: Extension = {
  name: 'passes-autodiff',
  get requires() {
    return [funcDialect, sdyDialect, stablehloDialect];
  },
  passes: [stablehloDifferentiate],
  interfaces: [
    ...arithmeticRules,
    ...elementaryRules,
    ...complexRules,
    ...choiceRules,
    ...shapeRules,
    ...sortRules,
    ...scatterRules,
    ...chloRules,
    ...branchRules,
    ...loopRules,
    ...dotRules,
    ...convolutionRules,
    ...reductionRules,
    ...windowRules,
    ...mapRules,
    ...linearAlgebraRules,
    ...shardingRules,
  ],
  capabilities: [gradientCapability],
};
