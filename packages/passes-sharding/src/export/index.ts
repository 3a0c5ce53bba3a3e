import type { PassDefinition } from '@shardform/ir-core';
import { closeShardings } from './close-shardings.ts';
import { combineCollectives } from './combine-collectives/combine-collectives.ts';
import { constantOrScalarMerger } from './constant-or-scalar-merger.ts';
import { convertGlobalToLocal } from './global-to-local/convert-global-to-local.ts';
import { dropShardingAndMesh } from './drop-sharding-and-mesh.ts';
import { dropShardingRules } from './drop-sharding-rules.ts';
import { insertExplicitReshards } from './explicit-reshards/insert-explicit-reshards.ts';
import { eraseUnused } from './erase-unused/erase-unused.ts';
import { exchangeBorders } from './exchange-borders/exchange-borders.ts';
import { simplifyMoves } from './simplify-moves/simplify-moves.ts';
import { hoistReshards } from './hoist-reshards/hoist-reshards.ts';
import { overlapCollectives } from './overlap-collectives/overlap-collectives.ts';
import { synchronizeCollectives } from './overlap-collectives/synchronize-collectives.ts';
import { inlineMeshes } from './inline-meshes.ts';
import { removePropagationBarriers } from './remove-propagation-barriers.ts';
import { removePropagationDebugInfo } from './remove-propagation-debug-info.ts';
import { padForDivisibility } from './pad-for-divisibility/pad-for-divisibility.ts';
import { perInstructionPartitioning } from './per-instruction/per-instruction-partitioning.ts';
import { removeDotCollectives } from './remove-dot-collectives.ts';
import { removeShardingGroups } from './remove-sharding-groups.ts';
import { removeSubAxesInInputOutputShardings } from './remove-sub-axes-in-input-output-shardings.ts';
import { shardingConstraintToReshard } from './sharding-constraint-to-reshard.ts';
import { resolvePermutationFactors } from './resolve-permutation-factors/resolve-permutation-factors.ts';
import { recomputeReshards } from './recompute/recompute-reshards.ts';
import { reshardToCollectives } from './reshard-to-collectives/reshard-to-collectives.ts';
import { resolveSingleDeviceSharding } from './resolve-single-device-sharding.ts';
import { separateCollectives } from './combine-collectives/separate-collectives.ts';
import { sinkDataFlowEdges } from './sink-data-flow-edges.ts';
import { splitReductions } from './split-reductions/split-reductions.ts';
import { updateNonDivisibleInputOutputShardings } from './update-non-divisible-input-output-shardings.ts';
import { verifyUnreducedAxes } from './verify-unreduced-axes.ts';

/** The passes after propagation, in the order of the export pipeline. */
export const exportPasses: readonly PassDefinition[] = [
  constantOrScalarMerger,
  sinkDataFlowEdges,
  removeShardingGroups,
  shardingConstraintToReshard,
  updateNonDivisibleInputOutputShardings,
  removeSubAxesInInputOutputShardings,
  closeShardings,
  verifyUnreducedAxes,
  removePropagationBarriers,
  insertExplicitReshards,
  perInstructionPartitioning,
  reshardToCollectives,
  removeDotCollectives,
  removePropagationDebugInfo,
  dropShardingRules,
  inlineMeshes,
  eraseUnused,
  simplifyMoves,
  recomputeReshards,
  hoistReshards,
  splitReductions,
  exchangeBorders,
  resolvePermutationFactors,
  padForDivisibility,
  resolveSingleDeviceSharding,
  convertGlobalToLocal,
  dropShardingAndMesh,
  combineCollectives,
  separateCollectives,
  overlapCollectives,
  synchronizeCollectives,
];
