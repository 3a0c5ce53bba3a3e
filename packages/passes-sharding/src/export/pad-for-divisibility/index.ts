import type { InterfaceImplementation } from '@shardform/ir-core';
import { collectivePaddings } from './collectives.ts';
import { constantPaddings } from './constants.ts';
import { contractionPaddings } from './contractions.ts';
import { reducePadding } from './reduce.ts';
import { sliceAndPadPaddings } from './slice-pad.ts';

/** The padded forms of operations that need more than greater types. */
export const opPaddings: readonly InterfaceImplementation[] = [
  ...collectivePaddings,
  ...constantPaddings,
  ...contractionPaddings,
  reducePadding,
  ...sliceAndPadPaddings,
];
