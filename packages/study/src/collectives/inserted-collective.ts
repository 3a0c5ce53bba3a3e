import type { CountMeaning } from '@shardform/runtime-sim';

/** The meaning of a number of bytes: what is sent, the most that is, or the least. */
export type BytesMeaning = 'exact' | 'at-most' | 'at-least';

/** A collective that devices communicate for. */
export interface InsertedCollective {
  /** `all_reduce`, ... */
  readonly kind: string;
  /** As the operation writes them; empty for collectives that the program lists devices for. */
  readonly axes: string;
  /** Axes of the mesh along which devices communicate; empty where listed devices lie along none. */
  readonly axisNames: readonly string[];
  /**
   * Bytes that each device sends in one execution, with the algorithm that sends the least in a ring; where tensors are
   * placed on devices, that the one sends which sends most.
   */
  readonly bytes: number;
  /** The meaning of {@link bytes} where the program does not determine them: an upper bound, or the part that is known. */
  readonly bytesMeaning: BytesMeaning;
  /** How often it is executed when the program runs once: iterations of loops, and calls. */
  readonly executions: number;
  readonly executionsMeaning: CountMeaning;
  /** The local type of its result. */
  readonly type: string;
  /** Number of devices that communicate with each other. */
  readonly groupSize: number;
  /** Of a permute, in which pattern devices send, such as `ring of 8`; `null` for other collectives. */
  readonly pattern: string | null;
  /** The operation whose result it moves, or `argument`. */
  readonly source: string;
  /** That result or argument as the text names it; `null` where the program as it was given has none. */
  readonly value: string | null;
  /** The name in the user's program: an argument's name, or the name scopes of the operation. */
  readonly name: string | null;
  /** `file:line` of the operation that needs it. */
  readonly place: string | null;
  /** Why it is there, or between which devices where tensors are placed on devices; `null` for other collectives of the program itself. */
  readonly reason: string | null;
  /** The reason as the partitioner has it: operands, shardings and factors; `null` where {@link reason} is all that is known. */
  readonly detail: string | null;
  /** The operation of the loop that it is in. */
  readonly loop: string | null;
  /** Which argument of the main function it gathers. */
  readonly gatheredArgument: number | null;
}
