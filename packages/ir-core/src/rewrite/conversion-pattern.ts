import { groupOf } from '../definition/segments.ts';
import type { OpWithDefinition } from '../ir/interface.ts';
import { byOp } from '../ir/op-table.ts';
import type { Operation } from '../ir/operation.ts';
import type { Value } from '../ir/value.ts';
import type { CreatableOp } from './builder.ts';
import type { ConversionRewriter } from './conversion-rewriter.ts';
import type { TypeConverter } from './type-converter.ts';

/** The declaration of a conversion pattern beside its function. */
export interface ConversionPatternOptions {
  /** Of patterns that lead to legal operations equally fast, the one with the greatest benefit is tried first; 1. */
  readonly benefit?: number;
  /** True if the pattern may be applied to operations that it made itself. */
  readonly isRecursive?: boolean;
  /** Names of operations that the pattern makes; it is not tried when they can't be made legal. */
  readonly generates?: readonly string[];
  /** Types of operands that the pattern gets; without it those of the whole conversion. */
  readonly typeConverter?: TypeConverter;
}

/** One way to convert operations of a kind to legal ones. A value: see {@link conversionPattern}. */
export interface ConversionPattern extends ConversionPatternOptions {
  readonly name: string;
  /** The name of the operations that the pattern converts; `null` for all. */
  readonly root: string | null;
  /**
   * Converts `op` through `rewriter` only, which stands before it.
   *
   * @param operands for each operand of `op` the values of converted types that stand for it.
   * @returns false when the pattern does not apply; what it did is taken back.
   */
  matchAndRewrite(
    op: Operation,
    operands: readonly (readonly Value[])[],
    rewriter: ConversionRewriter,
  ): boolean;
}

/**
 * Declares a conversion pattern for the operations of one class. It does not apply to operations with an operand that
 * became several values.
 *
 * @param rewrite gets the converted operands and the attributes by name, as `create` of the class takes them.
 */
/* @__NO_SIDE_EFFECTS__ */
export function conversionPattern<A, T extends Operation>(
  op: CreatableOp<A, T>,
  name: string,
  rewrite: (op: T, adaptor: A, rewriter: ConversionRewriter) => boolean,
  options: ConversionPatternOptions = {},
): ConversionPattern {
  return {
    name,
    root: op.definition.name,
    ...options,
    matchAndRewrite: byOp(
      op,
      (matched, operands: readonly (readonly Value[])[], rewriter: ConversionRewriter) => {
        const values: Value[] = [];
        for (const group of operands) {
          if (group.length !== 1) return false;
          values.push(group[0]!);
        }
        // The adaptor has what the declaration says.
        return rewrite(matched, adaptorOf(matched, values) as A, rewriter);
      },
    ).apply,
  };
}

/** Declares a conversion pattern whose operands may be any number of values each. */
/* @__NO_SIDE_EFFECTS__ */
export function oneToManyPattern<T extends Operation>(
  op: OpWithDefinition<T>,
  name: string,
  rewrite: (op: T, operands: readonly (readonly Value[])[], rewriter: ConversionRewriter) => boolean,
  options: ConversionPatternOptions = {},
): ConversionPattern {
  return {
    name,
    root: op.definition.name,
    ...options,
    matchAndRewrite: byOp(op, rewrite).apply,
  };
}

function adaptorOf(op: Operation, values: readonly Value[]): Record<string, unknown> {
  const adaptor: Record<string, unknown> = {};
  op.definition.operands.forEach(({ accessor, arity }, i) => {
    const [start, count] = groupOf(op, 'operand', i);
    adaptor[accessor] = arity === 'variadic' ? values.slice(start, start + count) : (values[start] ?? null);
    if (arity === 'optional' && count === 0) adaptor[accessor] = null;
  });
  op.definition.attrs.forEach(({ accessor }, i) => {
    adaptor[accessor] = op.properties[i] ?? null;
  });
  return adaptor;
}
