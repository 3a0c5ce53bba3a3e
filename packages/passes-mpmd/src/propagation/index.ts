import type { PassDefinition } from '@shardform/ir-core';
import { convertSdyConstants, convertSdyShardings, simplifyProgram } from './convert-shardings.ts';
import { enforceUserShardings } from './enforce-user-shardings.ts';
import { extractReshards } from './extract-reshards.ts';
import { populateUnreducedOutSharding } from './populate-unreduced.ts';

/** Passes around the propagation of shardings. */
export const propagationPasses: readonly PassDefinition[] = [
  convertSdyShardings,
  convertSdyConstants,
  simplifyProgram,
  enforceUserShardings,
  extractReshards,
  populateUnreducedOutSharding,
];
