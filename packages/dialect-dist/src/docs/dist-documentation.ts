import type { DialectDocumentation } from '@shardform/ir-core';
import { communicationDocumentation } from './communication.ts';
import { computeDocumentation } from './compute.ts';
import { structureDocumentation } from './structure.ts';

/** The documentation of dist's operations. */
export const distDocumentation: DialectDocumentation = {
  ...communicationDocumentation,
  ...computeDocumentation,
  ...structureDocumentation,
};
