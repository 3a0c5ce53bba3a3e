import type { RewritePattern } from '@shardform/ir-core';
import { constantToFull } from './constant-to-full.ts';
import { clampByConstants, compareTheOtherWay } from './elementwise-patterns.ts';

/** Simplifications of TTIR operations that are not folds. */
export const ttirCanonicalizations: readonly RewritePattern[] = [
  constantToFull,
  clampByConstants,
  ...compareTheOtherWay,
];
