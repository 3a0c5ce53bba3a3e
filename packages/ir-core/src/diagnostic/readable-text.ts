import { encodeText } from '../text/utf8.ts';

/**
 * Characters that move a terminal's cursor, start its commands or turn the direction of writing: controls but for tab and
 * line feed, line separators, marks of bidirectional text, and surrogates without their other half.
 */
const CONTROLS =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]/gu;

/** Replaces the characters of a text that a terminal may obey or that are no characters. */
export function replaceControls(text: string, replace: (character: string) => string): string {
  return text.replace(CONTROLS, replace);
}

/**
 * Escapes what is no character to read, as MLIR does in strings: ESC becomes `\1B`. Text for people, in which names of files
 * and programs stand, is passed through it where it is written; programs are not.
 */
export function printable(text: string): string {
  return replaceControls(text, (character) =>
    Array.from(encodeText(character), (byte) => `\\${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(
      '',
    ),
  );
}

/**
 * As {@link printable}, tabs and line breaks, too: a name stays on the line that it stands on. Names and texts of programs and
 * names of files are passed through it where they become a part of a text for people.
 */
export function oneLine(text: string): string {
  return /[\t\n]/.test(text)
    ? printable(text).replaceAll('\n', '\\0A').replaceAll('\t', '\\09')
    : printable(text);
}

/** As {@link printable}, one character for one, for text with marks under it. */
export function printableInPlace(text: string): string {
  return replaceControls(text, () => '\ufffd');
}

/** Characters of a line of a message that are shown: of longer ones the beginning and the end. */
const [SHOWN_FIRST, SHOWN_LAST] = [600, 300];

/** Longer lines are abridged; somewhat more, so that no text is replaced by one as long. */
const LONGEST_LINE = 1000;

/**
 * Leaves out the middle of lines that a person would not read, such as a type of ten thousand dimensions, and says how much:
 * what is wrong stands at the beginning of a message, and the remedy at its end.
 */
export function abridged(message: string): string {
  if (message.length <= LONGEST_LINE) return message;
  return message.split('\n').map(abridgedLine).join('\n');
}

function abridgedLine(line: string): string {
  if (line.length <= LONGEST_LINE) return line;
  const left = (line.length - SHOWN_FIRST - SHOWN_LAST).toLocaleString('en');
  return `${line.slice(0, SHOWN_FIRST)} ... (${left} characters) ... ${line.slice(-SHOWN_LAST)}`;
}
