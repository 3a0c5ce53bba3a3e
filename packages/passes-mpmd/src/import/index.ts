import type { PassDefinition } from '@shardform/ir-core';
import { copyTopologyFromMain } from './copy-topology-from-main.ts';
import { enforceEquisharding } from './enforce-equisharding.ts';
import { generateSdyMeshes } from './generate-sdy-meshes.ts';
import { introduceTransfers } from './introduce-transfers.ts';
import { mapInputOutputToMesh } from './map-input-output-to-mesh.ts';
import {
  inlineNestedUserExposedOps,
  insertNamelessClones,
  mapNamedOps,
  simplifyNamedComputations,
  validateNamedOps,
} from './named-op-passes.ts';

/** Passes that put what users name on meshes. */
export const importPasses: readonly PassDefinition[] = [
  copyTopologyFromMain,
  enforceEquisharding,
  generateSdyMeshes,
  introduceTransfers,
  mapInputOutputToMesh,
  insertNamelessClones,
  simplifyNamedComputations,
  inlineNestedUserExposedOps,
  validateNamedOps,
  mapNamedOps,
];
