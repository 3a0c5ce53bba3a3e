import type { RewritePattern } from '@shardform/ir-core';
import { choiceFolds } from './choices.ts';
import { controlFlowFolds } from './control-flow.ts';
import { convertFold } from './convert.ts';
import { elementwiseFolds } from './elementwise.ts';
import type { FoldOptions } from './options.ts';
import { reduceFolds } from './reduce.ts';
import { shapeFolds } from './shape.ts';

/** Returns the patterns of `stablehlo-aggressive-folder`: what they compute of constants becomes a constant. */
export function foldPatterns(options: FoldOptions): readonly RewritePattern[] {
  return [
    ...elementwiseFolds(options),
    ...choiceFolds(options),
    convertFold(options),
    ...shapeFolds(options),
    ...reduceFolds,
    ...controlFlowFolds(options),
  ];
}
