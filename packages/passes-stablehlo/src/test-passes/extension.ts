import type { Extension } from '@shardform/ir-core';
import { shapeReification, stablehloDialect } from '@shardform/dialect-stablehlo';
import { hloTestBroadcast } from './broadcast.ts';
import { hloTestInfer } from './infer.ts';
import { hloTestSpeculatability } from './speculatability.ts';

/** Passes that show what the dialect's operations say of themselves, under upstream's names. */
export const stablehloTestPasses: Extension = {
  name: 'passes-stablehlo/test-passes',
  get requires() {
    return [stablehloDialect, shapeReification];
  },
  passes: [hloTestBroadcast, hloTestInfer, hloTestSpeculatability],
};
