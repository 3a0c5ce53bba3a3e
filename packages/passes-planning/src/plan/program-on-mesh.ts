import type { Machine } from '@shardform/cost-model';
import type { Context, ModuleOp } from '@shardform/ir-core';

import type { Tie } from '../problem/sharding-problem.ts';
import type { PlannedMesh } from './apply-plan.ts';

/** A program that is planned for one mesh, which it declares. */
export interface ProgramOnMesh {
  readonly module: ModuleOp;
  readonly context: Context;
  readonly mesh: PlannedMesh;
  readonly machine: Machine;
  /** Results that must be split as arguments are. */
  readonly ties: readonly Tie[];
  /**
   * Returns the program as a plan is going to be told of: what is simulated. By default that is the program with the
   * shardings of the plan, and operands may be constrained, too.
   */
  readonly realize?: ((planned: ModuleOp) => ModuleOp) | undefined;
  /**
   * The same program with fewer shardings to keep. It is planned, too, and of its plans those are considered that keep all:
   * a sharding that is kept because it was planned gives the same plan again, or a faster one.
   */
  readonly freer?: ProgramOnMesh | undefined;
}
