import type { OpDefinition } from '../definition/op-definition.ts';
import type { Class } from '../ir/attribute.ts';
import type { Operation } from '../ir/operation.ts';
import type { Value } from '../ir/value.ts';
import type { Rewriter } from './rewriter.ts';

/** One way to convert operations of a kind to legal ones. A value: see {@link conversionPattern}. */
export interface ConversionPattern {
  readonly name: string;
  /** The name of the operations that the pattern converts; `null` for all. */
  readonly root: string | null;
  /** Patterns with a greater benefit are tried first; 1 by default. */
  readonly benefit?: number;
  /** Whether the pattern may be applied to operations that it made itself. */
  readonly isRecursive?: boolean;
  /**
   * Converts `op` through `rewriter` only, which stands before it.
   *
   * @param operands the operands of `op`, of converted types.
   * @returns false when the pattern does not apply; then nothing was changed.
   */
  matchAndRewrite(op: Operation, operands: readonly Value[], rewriter: Rewriter): boolean;
}

/** Declares a conversion pattern for the operations of one class. See {@link ConversionPattern.matchAndRewrite}. */
/* @__NO_SIDE_EFFECTS__ */
export function conversionPattern<T extends Operation>(
  op: Class<T> & { readonly definition: OpDefinition },
  name: string,
  rewrite: (op: T, operands: readonly Value[], rewriter: Rewriter) => boolean,
  options: { readonly benefit?: number; readonly isRecursive?: boolean } = {},
): ConversionPattern {
  return {
    name,
    root: op.definition.name,
    ...options,
    // The driver looks patterns up by the name of the operation, so that it is of the class given here.
    matchAndRewrite: (matched, operands, rewriter) => rewrite(matched as T, operands, rewriter),
  };
}
