import type { Operation, Value } from '@shardform/ir-core';
import type { CompiledCollective, MovedArray } from './compiled-collective.ts';
import type { InstructionOrigin } from './instruction-origin.ts';
import type { PartitionedSource } from './partitioned-source.ts';

/**
 * Why devices communicate: the program writes it, or asks for another sharding; partial results are combined; an operation needs elements
 * that other devices hold; neighbours exchange borders; a size is not divisible by its devices; devices hold the parts in another order;
 * one device computes a value for all; or no rule tells.
 */
export type CauseKind =
  | 'written'
  | 'constraint'
  | 'partial-results'
  | 'conflict'
  | 'borders'
  | 'indivisible'
  | 'device-order'
  | 'single-device'
  | 'unknown';

/** Why devices communicate. */
export interface Cause {
  readonly kind: CauseKind;
  readonly text: string;
}

/** The cause of a collective that no rule explains. */
export const UNKNOWN_CAUSE: Cause = { kind: 'unknown', text: 'not known' };

/** An array that a compiled collective moves, with its origin in the program. */
export interface CauseSite {
  readonly collective: CompiledCollective;
  readonly array: MovedArray;
  readonly origin: InstructionOrigin;
  /** The value of the operation that the elements are of, as the compiled program tells; `null` if unknown. */
  readonly nearest: Value | null;
  /** Axes of the mesh along which devices communicate. */
  readonly axes: readonly string[];
  /** The operation of the program that it was made for; `null` if unknown. */
  readonly op: Operation | null;
  /** The name of that operation in the user's program, without scopes, such as `dot_general`; empty if unknown. */
  readonly name: string;
  /** That operation for people: `dot_general (model.py:14)`; empty if unknown. */
  readonly title: string;
  readonly source: PartitionedSource | null;
}

/** A site with the value that is moved. */
export interface ValueSite extends CauseSite {
  /** `null` if unknown. */
  readonly value: Value | null;
  /** The sharding before and after, as {@link MovedValue} has it. */
  readonly from: string | null;
  readonly to: string | null;
  /** Returns the name of a value in the program's text; of an argument of a function or a loop, that of what is passed. */
  readonly nameOf: (value: Value) => string | null;
  /** Returns whether a value is an argument of the program, whole or in parts. */
  readonly isArgument: (value: Value) => boolean;
}
