import { type NumericFormat, formatName, sameFormat } from './numeric-format.ts';
import { PatternError } from './pattern-error.ts';

/** Functions of two numbers that expressions may call; `+` and `-` are `add` and `sub`. */
export type NumericFunction = 'add' | 'div' | 'max' | 'min' | 'mul' | 'sub';

/** An expression between `[[#` and `]]`. */
export type Expression =
  | { readonly kind: 'literal'; readonly value: bigint }
  | { readonly kind: 'variable'; readonly name: string; readonly offset: number }
  | { readonly kind: 'line' }
  | {
      readonly kind: 'call';
      readonly function: NumericFunction;
      readonly left: Expression;
      readonly right: Expression;
    };

/**
 * An expression without a value; `message` is the reason, and `offset` the position of the offending variable, if any.
 */
export class EvaluationError extends Error {
  readonly offset: number | null;

  constructor(message: string, offset: number | null = null) {
    super(message);
    this.offset = offset;
  }
}

function apply(name: NumericFunction, left: bigint, right: bigint): bigint {
  switch (name) {
    case 'add':
      return left + right;
    case 'sub':
      return left - right;
    case 'mul':
      return left * right;
    case 'max':
      return left > right ? left : right;
    case 'min':
      return left < right ? left : right;
    case 'div':
      if (right === 0n)
        throw new EvaluationError('unable to substitute variable or numeric expression: overflow error');
      return left / right;
  }
}

/**
 * The value of an expression.
 *
 * @throws EvaluationError on an undefined variable and on a division by zero.
 */
export function evaluate(
  expression: Expression,
  variables: ReadonlyMap<string, bigint>,
  line: number | null,
): bigint {
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'line':
      return BigInt(line ?? 0);
    case 'variable': {
      const value = variables.get(expression.name);
      if (value === undefined)
        throw new EvaluationError(`undefined variable: ${expression.name}`, expression.offset);
      return value;
    }
    case 'call': {
      const left = evaluate(expression.left, variables, line);
      return apply(expression.function, left, evaluate(expression.right, variables, line));
    }
  }
}

/**
 * The format an expression takes from the variables in it; null when it has none.
 *
 * @throws PatternError when two variables disagree.
 */
export function implicitFormat(
  expression: Expression,
  formats: ReadonlyMap<string, { readonly format: NumericFormat }>,
  text: (of: Expression) => string,
  offset: number,
): NumericFormat | null {
  if (expression.kind === 'variable') return formats.get(expression.name)?.format ?? null;
  if (expression.kind !== 'call') return null;
  const left = implicitFormat(expression.left, formats, text, offset);
  const right = implicitFormat(expression.right, formats, text, offset);
  if (left && right && !sameFormat(left, right)) {
    const sides = `'${text(expression.left)}' (${formatName(left)}) and '${text(expression.right)}' (${formatName(right)})`;
    throw new PatternError(
      `implicit format conflict between ${sides}, need an explicit format specifier`,
      offset,
    );
  }
  return left ?? right;
}
