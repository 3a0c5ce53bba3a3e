import { canonicalize, nest, type PipelineElement } from '@shardform/ir-core';
import {
  closeShardings,
  reshardToCollectives,
  shardingConstraintToReshard,
  userPriorityPropagate,
} from '@shardform/passes-sharding';
import { decoupleConstFanout } from './passes/decouple-const-fanout.ts';
import { flattenOrConvertComposites } from './passes/flatten-or-convert-composites.ts';
import { insertExplicitReshardsUnlessSolved } from './passes/insert-explicit-reshards.ts';
import { registerCustomShardingRule } from './passes/register-custom-sharding-rule.ts';
import { registerUserShardingRule } from './passes/register-user-sharding-rule.ts';
import { reoutlineComposite } from './passes/reoutline-composite.ts';
import { replicateNonSplittableValues } from './passes/replicate-non-splittable-values.ts';
import { shardyCclCanonicalization } from './passes/shardy-ccl-canonicalization.ts';
import { updateGlobalToLocalShapes } from './passes/update-global-to-local-shapes.ts';
import { wrapUnderManualComputation } from './passes/wrap-under-manual-computation.ts';

/** Returns the passes that show the communication that a choice of shardings needs. */
export function passesAfterAutoSharding(): readonly PipelineElement[] {
  return [
    decoupleConstFanout.create(),
    flattenOrConvertComposites.create(),
    registerCustomShardingRule.create(),
    registerUserShardingRule.create(),
    userPriorityPropagate.create({ 'conservative-propagation': true }),
    nest('func.func', shardingConstraintToReshard.create()),
    replicateNonSplittableValues.create(),
    insertExplicitReshardsUnlessSolved.create(),
    wrapUnderManualComputation.create(),
    nest('func.func', reshardToCollectives.create()),
    shardyCclCanonicalization.create(),
    updateGlobalToLocalShapes.create(),
    reoutlineComposite.create(),
    closeShardings.create(),
    canonicalize.create(),
  ];
}
