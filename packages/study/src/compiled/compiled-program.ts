import type { MeshAttr } from '@shardform/dialect-sdy';
import type { HloModule } from '@shardform/hlo-module';
import type { Operation } from '@shardform/ir-core';
import type { InsertedCollective } from '../collectives/inserted-collective.ts';
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
  /** The same, as those of programs that are partitioned here are described. */
  readonly described: ReadonlyMap<Operation, InsertedCollective>;
  /** The mesh of the program before it was compiled; `null` for none. */
  readonly mesh: MeshAttr | null;
}
