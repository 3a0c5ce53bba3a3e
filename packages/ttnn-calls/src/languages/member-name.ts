import { UnwritableValue } from '../unwritable.ts';

/** Returns a member's name. @throws UnwritableValue for text that is none, such as that of a foreign attribute. */
export function memberName(word: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(word)) return word;
  throw new UnwritableValue(`'${word}' is not a member of an enumeration`);
}
