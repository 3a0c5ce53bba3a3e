import { funcDialect } from '@shardform/dialect-func';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import type { Extension } from '@shardform/ir-core';
import { stablehloDifferentiate } from './pass.ts';
import { contractionRules } from './rules/contraction.ts';
import { elementwiseRules } from './rules/elementwise.ts';
import { shapeRules } from './rules/shape.ts';

/** Differentiation as a pass, with rules for StableHLO. */
export const autodiffPasses: Extension = {
  name: 'passes-autodiff',
  requires: [funcDialect, stablehloDialect],
  passes: [stablehloDifferentiate],
  interfaces: [...elementwiseRules, ...shapeRules, ...contractionRules],
};
