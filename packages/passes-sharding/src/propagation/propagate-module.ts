import { attachedShardingRule } from '../rules/sharding-rule.ts';
import { FuncOp } from '@shardform/dialect-func';
import { SHARDING_RULE, ShardingGroupOp } from '@shardform/dialect-sdy';
import { type Context, type ModuleOp, ShapedType, TupleType, type Type } from '@shardform/ir-core';
import { entryFunctions } from '../module/main-function.ts';
import { PropagationRecorder } from '../record/propagation-recorder.ts';
import { opPrioritySchedules, unrestrictedSchedules } from './op-priority.ts';
import { propagate } from './propagate.ts';
import { PropagationGraph } from './propagation-graph.ts';
import type { PropagationObserver } from './propagation-observer.ts';
import type { PropagationOptions } from './propagation-options.ts';
import { StepCache } from './propagation-step.ts';
import { connectGroups, haveOneGroupEach, syncShardingGroups } from './sharding-groups.ts';
import { factorPropagations } from './strategy.ts';
import { DEFAULT_PRIORITY, UserPriorities } from './user-priority.ts';

/**
 * Propagates the shardings of a module, in place.
 *
 * @returns false after an error was reported, with nothing changed.
 * @throws Interrupted if the budget is exhausted. The module may then be partially updated; a pass restores it.
 */
export function propagateModule(module: ModuleOp, context: Context, options: PropagationOptions): boolean {
  if (!hasPropagatableShapes(module, context) || !hasEntry(module, context)) return false;
  const groups = shardingGroupOps(module);
  if (!haveOneGroupEach(groups, context)) return false;
  const recorder = PropagationRecorder.create(module, context, {
    origins: options.recordOrigins,
    edges: options.recordEdges,
  });
  syncShardingGroups(groups, context);
  const graph = new PropagationGraph(module, context);
  connectGroups(groups, graph);
  const priorities = options.byUserPriority ? new UserPriorities(graph) : null;
  const observers: readonly PropagationObserver[] = [
    ...(recorder === null ? [] : [recorder]),
    ...(options.observers ?? []),
  ];
  const run = propagationRun(graph, options, observers);
  run();
  let propagated = DEFAULT_PRIORITY;
  for (const priority of priorities?.priorities ?? []) {
    if (options.betweenPriorities !== undefined) {
      graph.writeBack();
      options.betweenPriorities(propagated);
    }
    priorities!.release(priority);
    run();
    propagated = priority;
  }
  for (const observer of observers) observer.end?.(graph);
  graph.writeBack();
  recorder?.save();
  if (!options.keepShardingRules) dropShardingRules(graph);
  return true;
}

/** All strategies in all rounds. */
function propagationRun(
  graph: PropagationGraph,
  options: PropagationOptions,
  observers: readonly PropagationObserver[],
): () => void {
  const schedules = options.byOpPriority ? opPrioritySchedules : unrestrictedSchedules;
  const caches = factorPropagations[options.strategy].map(
    (strategy) => new StepCache(graph.meshes, strategy),
  );
  const { conservative } = options;
  return () => {
    for (const directionsOf of schedules) {
      for (const steps of caches) propagate(graph, { steps, directionsOf, conservative, observers });
    }
  };
}

/** Removes the attached rules that no user wrote. */
function dropShardingRules({ ops }: PropagationGraph): void {
  for (const { op } of ops) if (attachedShardingRule(op)?.isCustom === false) op.setAttr(SHARDING_RULE, null);
}

function shardingGroupOps(module: ModuleOp): ShardingGroupOp[] {
  const ops: ShardingGroupOp[] = [];
  module.walkOf(ShardingGroupOp, (op) => {
    ops.push(op);
  });
  return ops;
}

function hasPropagatableShapes(module: ModuleOp, { diagnostics }: Context): boolean {
  const outcome = module.walk((op) => {
    for (const { type } of op.results) {
      const problem = shapeProblem(type);
      if (problem === null) continue;
      diagnostics.error(op.location, `${problem}: '${String(type)}'`);
      return 'interrupt';
    }
    return 'advance';
  });
  return outcome !== 'interrupt';
}

/** The shardings of the results are agreed on with the functions where programs start. */
function hasEntry(module: ModuleOp, { diagnostics }: Context): boolean {
  if (entryFunctions(module).length > 0) return true;
  for (const op of module.body) {
    if (!(op instanceof FuncOp)) continue;
    diagnostics.error(
      op.location,
      `'${op.name}' op is one of several functions, none of which is @main or public`,
    );
    return false;
  }
  return true;
}

function shapeProblem(type: Type): string | null {
  if (type instanceof TupleType) return "Shardy propagation doesn't support tuples";
  if (!(type instanceof ShapedType) || type.hasStaticShape) return null;
  return 'Shardy propagation only supports ranked tensors with a static shape. type';
}
