import type { DialectDocumentation } from '@shardform/ir-core';
import { creationDocumentation } from './creation.ts';
import { fusedDocumentation } from './fused.ts';
import { memoryDocumentation } from './memory.ts';
import { preparedWeightDocumentation } from './prepared-weights.ts';
import { programDocumentation } from './programs.ts';

/** The documentation of operations that TTIR has not. */
export const ttnnDocumentation: DialectDocumentation = {
  ...creationDocumentation,
  ...fusedDocumentation,
  ...memoryDocumentation,
  ...preparedWeightDocumentation,
  ...programDocumentation,
};
