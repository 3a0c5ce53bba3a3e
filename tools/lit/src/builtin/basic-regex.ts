import { translatePosixRegex } from '../file-check/posix-regex.ts';
import { PosixRegexError } from '../file-check/posix-regex-error.ts';
import { CommandFailure } from './text-input.ts';

/** GNU's shorthands and their expansions. */
const shorthands = new Map([
  ['s', '[[:space:]]'],
  ['S', '[^[:space:]]'],
  ['w', '[[:alnum:]_]'],
  ['W', '[^[:alnum:]_]'],
  ['<', '[[:<:]]'],
  ['>', '[[:>:]]'],
]);

/** The end of the bracket expression that starts at `start`. */
function bracketEnd(text: string, start: number): number {
  let at = start + 1;
  if (text[at] === '^') at++;
  if (text[at] === ']') at++;
  while (at < text.length && text[at] !== ']') {
    const named = /^\[([:.=]).*?\1\]/.exec(text.slice(at));
    at += named ? named[0].length : 1;
  }
  return at + 1;
}

/** Rewrites GNU's regular expressions, basic or extended, in POSIX's extended notation. */
function toExtended(text: string, extended: boolean): string {
  let result = '';
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    const next = text.charAt(at + 1);
    if (character === '[') {
      const end = bracketEnd(text, at);
      result += text.slice(at, end);
      at = end - 1;
    } else if (character === '\\' && shorthands.has(next)) {
      result += shorthands.get(next)!;
      at++;
    } else if (character === '\\' && !extended && /[(){}|+?]/.test(next)) {
      result += next;
      at++;
    } else if (character === '\\') {
      result += character + next;
      at++;
    } else if (!extended && /[(){}|+?]/.test(character)) {
      result += `\\${character}`;
    } else if (!extended && character === '*' && (result === '' || result === '^')) {
      result += '\\*';
    } else {
      result += character;
    }
  }
  return result;
}

/**
 * Compiles a GNU regular expression for one line at a time.
 *
 * @param flags JavaScript's.
 * @throws CommandFailure when it is malformed.
 */
export function compileGnuRegex(text: string, extended: boolean, flags: string): RegExp {
  if (text === '') return new RegExp('', flags);
  try {
    return new RegExp(translatePosixRegex(toExtended(text, extended)).source, flags);
  } catch (error) {
    if (error instanceof PosixRegexError) throw new CommandFailure(error.message, 2);
    throw error;
  }
}
