import { ReshardOp, ShardingConstraintOp } from '@shardform/dialect-sdy';
import { type SourcePlace, sourcePlaceOf } from '@shardform/inspect';
import { type Context, type ModuleOp, parsePipeline, runPasses } from '@shardform/ir-core';

/**
 * Removes the shardings and meshes of a program.
 *
 * @returns the lines of its constraints, each once; `null` for one whose line is not known.
 */
export function dropShardings(module: ModuleOp, context: Context): (SourcePlace | null)[] {
  const dropped = new Map<string, SourcePlace | null>();
  module.walk((op) => {
    if (!(op instanceof ShardingConstraintOp || op instanceof ReshardOp)) return undefined;
    if (op instanceof ShardingConstraintOp) {
      const place = sourcePlaceOf(op.location);
      dropped.set(place === null ? '' : `${place.file}:${place.line}`, place);
    }
    op.result.replaceAllUsesWith(op.input);
    op.erase();
    return 'skip';
  });
  runPasses(module, parsePipeline('builtin.module(sdy-drop-sharding-and-mesh)', context), context);
  return [...dropped.values()];
}
