import { PatternError } from './pattern-error.ts';

/** A variable's name at the head of a text. */
export interface VariableName {
  /** With its `$` or `@`. */
  readonly name: string;
  /** Whether it is one of FileCheck's own, such as `@LINE`. */
  readonly isPseudo: boolean;
}

/**
 * Reads the variable name at `at` of `text`: a letter or `_`, then letters, digits and `_`; a leading
 * `$` makes it global and a leading `@` a pseudo variable.
 *
 * @throws PatternError when there is none.
 */
export function readVariableName(text: string, at: number, base: number): VariableName {
  if (at >= text.length) throw new PatternError('empty variable name', base + at);
  const pattern = /[$@]?[A-Za-z_][A-Za-z0-9_]*/y;
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  if (!found) throw new PatternError('invalid variable name', base + at);
  return { name: found[0], isPseudo: found[0].startsWith('@') };
}
