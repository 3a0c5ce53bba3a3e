import type { HloModule, Instruction } from '@shardform/hlo-module';
import type { Operation } from '@shardform/ir-core';
import type { CollectiveNotes } from '../collectives/collective-list.ts';
import type { ProgramVersion } from '../program-versions.ts';
import type { AssignedMemory } from './assigned-memory.ts';
import type { AttributedCollective } from './attribution.ts';

/** The program that XLA has compiled of another one, as a stage has it. */
export interface CompiledProgram {
  /** Names the file. */
  readonly file: string;
  readonly hlo: HloModule;
  /** In the order of the compiled program. */
  readonly collectives: readonly AttributedCollective[];
  /** The collectives by the operations of the stage that they were imported as. */
  readonly byOperation: ReadonlyMap<Operation, AttributedCollective>;
  /** The instructions that the operations of the stage were imported of. */
  readonly instructions: ReadonlyMap<Operation, Instruction>;
  /** As costs are told of it. */
  readonly version: ProgramVersion;
  /** Returns the memory of XLA's buffer assignment; `null` where the file has none. */
  readonly assigned: () => AssignedMemory | null;
  /** What is known of it beside its operations. */
  readonly notes: Required<Pick<CollectiveNotes, 'known' | 'mesh'>>;
}
