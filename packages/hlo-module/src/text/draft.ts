import type { InstructionAttributes } from '../model/attributes.ts';
import type { CalledRole, Computation, Instruction } from '../model/module.ts';
import type { MetadataReader } from './metadata.ts';
import type { Mutable } from '../mutable.ts';
import type { Scanner } from './scanner.ts';
import type { ShapeReader } from './shapes.ts';
import type { ShardingReader } from './shardings.ts';

/** A call while computations are read: the callee may follow. */
export type CalledDraft = Mutable<Instruction['called'][number]>;

/** An instruction while it is read. */
export interface InstructionDraft extends Mutable<Omit<Instruction, 'attributes' | 'called' | 'others'>> {
  attributes: Mutable<InstructionAttributes>;
  /** Attributes of the opcode that no member holds. */
  unread?: Map<string, string>;
  others?: Map<string, string>;
  called: CalledDraft[];
}

/** Readers of parts of instructions, with the names that are known where they stand. */
export interface TextReader {
  readonly scanner: Scanner;
  readonly shapes: ShapeReader;
  readonly metadata: MetadataReader;
  readonly shardings: ShardingReader;
  /** Reads the name of an instruction of the present computation. */
  instruction(): Instruction;
  /** Reads the name of a computation, or a computation in braces, that an instruction calls. */
  call(draft: InstructionDraft, role: CalledRole): void;
  /** Returns a name that no computation has. */
  freshName(stem: string): string;
  /** Enters a computation that the text does not write. */
  enter(computation: Computation): void;
}

/** Computations by name, for those that are named before they are read. */
export interface PendingCall {
  readonly called: CalledDraft;
  readonly name: string;
  readonly position: number;
}
