import {
  cloneOp,
  type Context,
  type ModuleOp,
  type Operation,
  parsePipeline,
  runPasses,
} from '@shardform/ir-core';

/** The steps from an annotated program to local shapes, with the passes of each. */
const STEPS = [
  ['propagated', 'sdy-propagation-pipeline'],
  [
    'collectives',
    'func.func(sdy-insert-explicit-reshards{enable-full-version=true exact-reductions=true},sdy-reshard-to-collectives)',
  ],
  ['local', 'sdy-convert-global-to-local'],
] as const;

/** A step of partitioning. */
export type PartitionStep = (typeof STEPS)[number][0];

/** The module after each step; `null` from the step on that failed. */
export type PartitionStages = Readonly<Record<PartitionStep, ModuleOp | null>>;

/** Partitions a copy of a module and keeps every stage. Problems are in the context's diagnostics. */
export function partition(module: ModuleOp, context: Context): PartitionStages {
  const stages: Record<PartitionStep, ModuleOp | null> = { propagated: null, collectives: null, local: null };
  let current = copyOf(module);
  for (const [step, passes] of STEPS) {
    if (!runPasses(current, parsePipeline(`builtin.module(${passes})`, context), context).succeeded) break;
    stages[step] = current;
    current = copyOf(current);
  }
  return stages;
}

/** A copy of a module. */
export function copyOf(module: ModuleOp): ModuleOp {
  const copy: Operation = cloneOp(module);
  // The copy of an operation is of its class.
  return copy as ModuleOp;
}
