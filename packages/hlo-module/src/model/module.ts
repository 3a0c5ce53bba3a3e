import type { InstructionAttributes } from './attributes.ts';
import type { Metadata, StackFrame } from './metadata.ts';
import type { ProgramShape, Shape } from './shape.ts';
import type { Sharding } from './sharding.ts';

/** Attributes of the program that was lowered. A value in braces is written without quotes: `{k = v}`. */
export type FrontendAttributes = ReadonlyMap<string, string>;

/** Roles of called computations: `to_apply=`, `body=`, `condition=`, `calls=` and so on. */
export type CalledRole =
  | 'to_apply'
  | 'calls'
  | 'body'
  | 'condition'
  | 'branch'
  | 'true'
  | 'false'
  | 'select'
  | 'scatter'
  | 'comparator'
  | 'called'
  | 'async';

/** An instruction. Names are without `%`; operands and called computations are the objects, not names. */
export interface Instruction {
  readonly name: string;
  /** As in the text: `all-reduce`, `get-tuple-element`. */
  readonly opcode: string;
  readonly shape: Shape;
  readonly operands: readonly Instruction[];
  readonly attributes: InstructionAttributes;
  /** Computations that it calls with their roles, in the order of the text. */
  readonly called: readonly { readonly role: CalledRole; readonly computation: Computation }[];
  readonly controlPredecessors?: readonly Instruction[];
  readonly metadata?: Metadata;
  readonly sharding?: Sharding;
  readonly frontendAttributes?: FrontendAttributes;
  /** The configuration without quotes and escapes: `{"a":1}` of `backend_config={"a":1}`, or any other text. */
  readonly backendConfig?: string;
  /** `statistics=`, `origin=` and other members that only some versions print, as written. */
  readonly others?: ReadonlyMap<string, string>;
  /** The line of the text, from 1; 0 for a module that was not text. */
  readonly line: number;
}

/** A computation. Instructions are in the order of the text, which of a scheduled module is its schedule. */
export interface Computation {
  readonly name: string;
  readonly instructions: readonly Instruction[];
  readonly parameters: readonly Instruction[];
  readonly root: Instruction;
  /** `execution_thread=`; absent for the main one. */
  readonly executionThread?: string;
  readonly line: number;
}

/** An element of the results that may share the buffer of an element of a parameter. */
export interface InputOutputAlias {
  readonly output: readonly number[];
  readonly parameter: number;
  readonly parameterIndex: readonly number[];
  readonly kind: 'may-alias' | 'must-alias';
}

/** A donated element of a parameter. */
export interface BufferDonor {
  readonly parameter: number;
  readonly parameterIndex: readonly number[];
}

/** A logical buffer placed in an allocation. */
export interface AssignedBuffer {
  readonly instruction: string;
  readonly shapeIndex: readonly number[];
  readonly offset: number;
  readonly size: number;
}

/** An allocation of XLA's buffer assignment. Sizes are in bytes. */
export interface BufferAllocation {
  readonly index: number;
  readonly size: number;
  readonly isThreadLocal: boolean;
  readonly isConstant: boolean;
  readonly maybeLiveOut: boolean;
  /** The parameter that it holds; absent for another buffer. */
  readonly parameter?: { readonly number: number; readonly index: readonly number[] };
  readonly memorySpace: number;
  readonly buffers: readonly AssignedBuffer[];
}

/** A module. */
export interface HloModule {
  readonly name: string;
  readonly entry: Computation;
  /** In the order of the text: callees before callers. The entry is among them. */
  readonly computations: readonly Computation[];
  readonly isScheduled: boolean;
  readonly inputOutputAliases: readonly InputOutputAlias[];
  readonly bufferDonors: readonly BufferDonor[];
  readonly entryLayout?: ProgramShape;
  /** Where the source does not say it, the number that shardings and collectives speak of. */
  readonly numPartitions: number;
  /** True where the source does not say the number of partitions, and shardings and collectives do. */
  readonly isNumPartitionsInferred?: boolean;
  readonly replicaCount: number;
  readonly frontendAttributes: FrontendAttributes;
  /** Numbered from 1: element 0 is frame 1. */
  readonly stackFrames: readonly StackFrame[];
  /** Shardings of a partitioned module's parameters and results, which only protobuf has. */
  readonly parameterShardings?: readonly Sharding[];
  readonly outputSharding?: Sharding;
  readonly allowSpmdShardingPropagationToParameters?: readonly boolean[];
  readonly allowSpmdShardingPropagationToOutput?: readonly boolean[];
  /** Other attributes of the first line, as written and in their order. */
  readonly others: ReadonlyMap<string, string>;
  /** Absent where the source has no buffer assignment. */
  readonly bufferAllocations?: readonly BufferAllocation[];
}
