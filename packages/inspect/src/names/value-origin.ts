import type { CallOp } from '@shardform/dialect-func';
import type { Operation } from '@shardform/ir-core';

/** The source of a value in the user's program, seen through loops, calls, slices and layouts. */
export type ValueOrigin =
  /** An argument of the program by its path, or by its name in the text where it has none that a user gave. */
  | { readonly kind: 'argument'; readonly name: string; readonly isOfUser: boolean }
  /** The argument of a function that several calls with different values enter. */
  | { readonly kind: 'either'; readonly first: ValueOrigin; readonly others: number }
  /** The result of an operation, inside of calls, the innermost first, with the arguments that a product takes. */
  | {
      readonly kind: 'computed';
      readonly op: Operation;
      readonly calls: readonly CallOp[];
      readonly weights: readonly ValueOrigin[];
    }
  /** The part that an iteration of a loop takes of a value. */
  | { readonly kind: 'slice'; readonly of: ValueOrigin; readonly count: number; readonly noun: LoopNoun }
  /** An element at a known index. */
  | { readonly kind: 'element'; readonly of: ValueOrigin; readonly index: number }
  /** The same numbers in another element type. */
  | { readonly kind: 'converted'; readonly of: ValueOrigin; readonly type: string }
  /** The values of all iterations of a loop, kept beside each other. */
  | {
      readonly kind: 'stacked';
      readonly of: ValueOrigin;
      readonly count: number;
      readonly noun: LoopNoun;
      /** True if the backward pass uses them. */
      readonly isSaved: boolean;
    }
  /** A sum over the iterations of a loop; `null` counts an unknown number of them. */
  | {
      readonly kind: 'summed';
      readonly of: ValueOrigin;
      readonly count: number | null;
      readonly noun: LoopNoun;
    }
  /** A value that each iteration of a loop takes from the one before. */
  | { readonly kind: 'carried'; readonly of: ValueOrigin }
  | { readonly kind: 'counter' };

/** The unit in which the iterations of a loop are counted: a loop over the layers of weights has layers. */
export type LoopNoun = 'layer' | 'iteration';
