import type { Computation, Instruction } from '@shardform/hlo-module';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** An instruction whose name may still change. */
export type InstructionDraft = Mutable<Instruction>;

/** A computation that is not finished yet, known by the calls of it. */
export type ComputationDraft = Mutable<Computation>;
