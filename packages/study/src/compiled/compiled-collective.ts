import type { ArrayShape, Computation, Instruction } from '@shardform/hlo-module';
import type { CountMeaning } from '@shardform/runtime-sim';
import type { BytesMeaning } from '../collectives/inserted-collective.ts';

/** An array that a collective moves; a collective that XLA has combined moves several. */
export interface MovedArray {
  /** The operand of the collective. */
  readonly operand: Instruction;
  /** The array of the result on a device. */
  readonly result: ArrayShape;
  /** Bytes that each device sends of it in one execution. */
  readonly bytes: number;
  /** As {@link CompiledCollective.usedSlice}, of this array. */
  readonly usedSlice: UsedSlice | null;
}

/** A collective of a program that XLA has compiled. */
export interface CompiledCollective {
  readonly instruction: Instruction;
  readonly computation: Computation;
  /** As StableHLO names it: `all_reduce`, ... */
  readonly kind: string;
  /** The devices that communicate with each other; of a permute, pairs of a source and a target. */
  readonly groups: readonly (readonly number[])[];
  readonly groupSize: number;
  /** Of a permute, in which pattern devices send, such as `ring of 8`; `null` for other collectives. */
  readonly pattern: string | null;
  /** The type of its result on a device, as HLO writes it. */
  readonly type: string;
  readonly arrays: readonly MovedArray[];
  /** Bytes that each device sends in one execution, with the algorithm that sends the least in a ring. */
  readonly bytes: number;
  /** `at-most` where the numbers of the program decide what is sent. */
  readonly bytesMeaning: BytesMeaning;
  /** How often it is executed when the program runs once. */
  readonly executions: number;
  readonly executionsMeaning: CountMeaning;
  /** The loops around it, the innermost last. */
  readonly loops: readonly Instruction[];
  /**
   * The slice that is all that a device uses of the result of an all-reduce of one array, as large as its part; `null` for other collectives.
   * XLA for GPUs and TPUs makes a reduce-scatter of both, XLA for CPUs does not.
   */
  readonly usedSlice: UsedSlice | null;
  /**
   * Its bytes over those of the same numbers in the type that the program has for them: 2 for bf16 that XLA for CPUs computes with, and sends, in
   * f32; 1 where it sends what the program has.
   */
  readonly widening: number;
}

/** The part of a sum that a device uses. */
export interface UsedSlice {
  readonly type: string;
  /** Bytes that a device sends for a reduce-scatter in one execution. */
  readonly bytes: number;
}
