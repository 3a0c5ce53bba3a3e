import type { Diagnostic, ModuleOp } from '@shardform/ir-core';
import type { PeakMemory } from './time/simulated-time.ts';
import type { ChosenPartition } from './choice/partition-on.ts';

/** A program as it is partitioned for devices. */
export interface ProgramVersion {
  readonly module: ModuleOp;
  /** With collectives on global sizes; `null` for a program whose tensors are on devices, or that can't be partitioned. */
  readonly collectives: ModuleOp | null;
  /** The program of one device, if all run the same one. */
  readonly local: ModuleOp | null;
  readonly problems: readonly string[];
  /** Returns the memory of a device that its compiler has assigned; absent where it is estimated. */
  readonly assigned?: () => PeakMemory | null;
}

/** A program after propagation, and what was said about it. */
export interface Propagated {
  readonly module: ModuleOp | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** The stages of partitioning, and what was said about them. */
export interface Partitioning extends ChosenPartition {
  readonly diagnostics: readonly Diagnostic[];
  /** Of these, what was said until the program was propagated. */
  readonly ofPropagation: readonly Diagnostic[];
}
