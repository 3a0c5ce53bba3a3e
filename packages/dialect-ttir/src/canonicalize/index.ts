import type { RewritePattern } from '@shardform/ir-core';
import { constantToFull } from './constant-to-full.ts';
import { elementwisePatterns } from './elementwise-patterns.ts';
import { matmulPatterns } from './matmul-patterns.ts';
import { otherPatterns } from './other-patterns.ts';
import { shapePatterns } from './shape-patterns.ts';

/** Simplifications of TTIR operations that are not folds. */
export const ttirCanonicalizations: readonly RewritePattern[] = [
  constantToFull,
  ...elementwisePatterns,
  ...shapePatterns,
  ...matmulPatterns,
  ...otherPatterns,
];
