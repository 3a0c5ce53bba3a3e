import { escapeLiteral } from './posix-regex.ts';
import { findMatch } from './longest-match.ts';
import { EvaluationError, evaluate } from './numeric-expression.ts';
import { formatNumber, readNumber } from './numeric-format.ts';
import type { Pattern, PatternPiece } from './pattern.ts';
import type { VariableScope } from './variable-scope.ts';

/** The reason why a pattern could not be tried, at a position in the check file. */
export interface PatternProblem {
  readonly message: string;
  readonly offset: number;
}

/** The text that a `-NOT` pattern defined a variable from; its position counts from the start of the match. */
export interface Capture {
  readonly name: string;
  readonly position: number;
  readonly length: number;
}

/** How matching a pattern ended. Positions count from the start of the text that was searched. */
export type MatchOutcome =
  | {
      readonly kind: 'found';
      readonly position: number;
      readonly length: number;
      readonly captures: readonly Capture[];
    }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'invalid'; readonly problems: readonly PatternProblem[] };

const overflow = 'unable to substitute variable or numeric expression: overflow error';

/** A variable or expression of a pattern with the text it stood for. */
export interface SubstitutedValue {
  readonly text: string;
  readonly value: string;
}

/** The text that a piece expands to; a problem if it has none. */
function substitute(piece: PatternPiece, pattern: Pattern, scope: VariableScope): string | PatternProblem {
  if (piece.kind === 'regex') return piece.source;
  if (piece.kind === 'string') {
    return (
      scope.strings.get(piece.name) ?? { message: `undefined variable: ${piece.name}`, offset: piece.offset }
    );
  }
  try {
    const value = evaluate(piece.expression, scope.numbers, pattern.line);
    return formatNumber(value, piece.format) ?? { message: overflow, offset: piece.offset };
  } catch (error) {
    if (error instanceof EvaluationError)
      return { message: error.message, offset: error.offset ?? piece.offset };
    throw error;
  }
}

/** The current values of the variables and expressions of `pattern`; undefined ones are omitted. */
export function substitutedValues(pattern: Pattern, scope: VariableScope): readonly SubstitutedValue[] {
  const values: SubstitutedValue[] = [];
  for (const piece of pattern.pieces) {
    if (piece.kind === 'regex') continue;
    const value = substitute(piece, pattern, scope);
    if (typeof value === 'string')
      values.push({ text: piece.kind === 'string' ? piece.name : piece.text, value });
  }
  return values;
}

function findFixed(text: string, fixed: string, ignoreCase: boolean): MatchOutcome {
  const position = ignoreCase ? text.toLowerCase().indexOf(fixed.toLowerCase()) : text.indexOf(fixed);
  return position < 0
    ? { kind: 'not-found' }
    : { kind: 'found', position, length: fixed.length, captures: [] };
}

/** `CHECK-EMPTY`: the match is the empty line itself, behind the newline that ends the line before. */
function findEmptyLine(text: string): MatchOutcome {
  const newline = /\n(?![^\n])/.exec(text);
  return newline
    ? { kind: 'found', position: newline.index + 1, length: 0, captures: [] }
    : { kind: 'not-found' };
}

function captures({ strings, numbers }: Pattern, match: RegExpExecArray): readonly Capture[] {
  return [...strings, ...numbers]
    .map(({ name, group }) => {
      const [start, end] = match.indices?.[group] ?? [match.index, match.index];
      return { name, position: start - match.index, length: end - start };
    })
    .sort((left, right) => left.position - right.position);
}

/**
 * Looks for the first match of `pattern` in `text`, and gives the variables it defines their values.
 */
export function matchPattern(
  pattern: Pattern,
  text: string,
  scope: VariableScope,
  ignoreCase: boolean,
): MatchOutcome {
  if (pattern.kind === 'end-of-file')
    return { kind: 'found', position: text.length, length: 0, captures: [] };
  if (pattern.kind === 'empty') return findEmptyLine(text);
  if (pattern.fixed !== null) return findFixed(text, pattern.fixed, ignoreCase);

  let source = '';
  const problems: PatternProblem[] = [];
  for (const piece of pattern.pieces) {
    const substituted = substitute(piece, pattern, scope);
    if (typeof substituted !== 'string') problems.push(substituted);
    else source += piece.kind === 'regex' ? substituted : escapeLiteral(substituted);
  }
  if (problems.length > 0) return { kind: 'invalid', problems };

  // Only the report on excluded text shows where the variables were found.
  const indices = pattern.kind === 'not';
  const match = findMatch({ source, ignoreCase, ambiguous: pattern.ambiguous, indices }, text);
  if (!match) return { kind: 'not-found' };
  for (const { name, group } of pattern.strings) scope.strings.set(name, match[group] ?? '');
  for (const { name, group, format } of pattern.numbers)
    scope.numbers.set(name, readNumber(match[group] ?? '0', format));
  return {
    kind: 'found',
    position: match.index,
    length: match[0].length,
    captures: indices ? captures(pattern, match) : [],
  };
}
