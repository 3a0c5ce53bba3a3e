import { stablehloDialect } from '@shardform/dialect-stablehlo';
import type { Extension } from '@shardform/ir-core';
import { dropNegations } from './drop-negations.ts';

/** The pass: what `shardform --load` takes, and what a `Context` is made from. */
export const dropNegationsExtension: Extension = {
  name: 'drop-negations',
  requires: [stablehloDialect],
  passes: [dropNegations],
};
