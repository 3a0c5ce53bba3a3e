import type { PassDefinition } from '@shardform/ir-core';
import { inferMeshAssignConstraints } from './assign-constraints.ts';
import { inferMeshAssignLeaves } from './assign-leaves.ts';
import { inferMeshConvertReduceOps } from './convert-reduce-ops.ts';
import { inferMeshFinalize } from './finalize.ts';
import { inferMeshPopulateSrcSet } from './populate-src-set.ts';
import { inferMeshPopulateUseSet } from './populate-use-set.ts';
import { inferMeshRewrite } from './rewrite-using-analysis.ts';
import { inferMeshValidateNoTransfers, inferMeshValidateSrcSet } from './validate.ts';

/** Passes that find the meshes of everything else. */
export const inferencePasses: readonly PassDefinition[] = [
  inferMeshAssignConstraints,
  inferMeshAssignLeaves,
  inferMeshConvertReduceOps,
  inferMeshFinalize,
  inferMeshPopulateSrcSet,
  inferMeshPopulateUseSet,
  inferMeshRewrite,
  inferMeshValidateSrcSet,
  inferMeshValidateNoTransfers,
];
