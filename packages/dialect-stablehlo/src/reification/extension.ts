import type { Extension } from '@shardform/ir-core';
import { arithDialect, shapeDialect, tensorDialect } from '@shardform/dialects-mlir';
import { chloDialect } from '../chlo/extension.ts';
import { stablehloDialect } from '../extension.ts';
import { chloShapes } from './chlo-shapes.ts';
import { stablehloShapes } from './stablehlo-shapes.ts';

/** Shapes of results as values, computed with MLIR's `shape`, `tensor` and `arith`. */
export const shapeReification: Extension = {
  name: 'stablehlo-shape-reification',
  get requires() {
    return [stablehloDialect, chloDialect, arithDialect, shapeDialect, tensorDialect];
  },
  interfaces: [...stablehloShapes, ...chloShapes],
};
