import type { Machine } from '@shardform/cost-model';
import type { SourcePlace } from '@shardform/inspect';
import type { Context, ModuleOp } from '@shardform/ir-core';
import type { Partitioner } from '@shardform/study';
import type { Tie } from '../problem/sharding-problem.ts';
import type { GivenRoles } from '../layouts/program-roles.ts';
import type { PlannedMesh } from './apply-plan.ts';

/** A program that is planned for one mesh, which it declares. */
export interface ProgramOnMesh {
  readonly module: ModuleOp;
  readonly context: Context;
  readonly mesh: PlannedMesh;
  readonly machine: Machine;
  /**
   * The partitioner that is going to compile the program: plans are simulated as it would partition them. For `xla`, a plan is
   * shardings of arguments, of the results that take their place, and a few constraints.
   */
  readonly partitioner: Partitioner;
  /** The roles of arguments that the user gives; others are recognized. */
  readonly roles?: GivenRoles | undefined;
  /** Results that must be split as arguments are. */
  readonly ties: readonly Tie[];
  /**
   * The same program with fewer shardings to keep. It is planned, too, and of its plans those are considered that keep all:
   * a sharding that is kept because it was planned gives the same plan again, or a faster one.
   */
  readonly freer?: ProgramOnMesh | undefined;
  /** The lines of the constraints that were taken out of the program before it is planned; `null` for one whose line is not known. */
  readonly dropped?: readonly (SourcePlace | null)[] | undefined;
  /** The program with shardings that the plan does not have to keep, in the same context: a plan is never slower than these. */
  readonly given?: ModuleOp | undefined;
}
