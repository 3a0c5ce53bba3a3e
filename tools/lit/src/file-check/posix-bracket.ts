import { PosixRegexError } from './posix-regex-error.ts';

/** Members of POSIX's named classes in the C locale, as the inside of a JavaScript class. */
const namedClasses = new Map([
  ['alnum', '0-9A-Za-z'],
  ['alpha', 'A-Za-z'],
  ['blank', '\\t '],
  ['cntrl', '\\x00-\\x1f\\x7f'],
  ['digit', '0-9'],
  ['graph', '\\x21-\\x7e'],
  ['lower', 'a-z'],
  ['print', '\\x20-\\x7e'],
  ['punct', '\\x21-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7e'],
  ['space', '\\t-\\r '],
  ['upper', 'A-Z'],
  ['xdigit', '0-9A-Fa-f'],
]);

const wordBoundaries = new Map([
  ['[[:<:]]', '(?<![0-9A-Za-z_])(?=[0-9A-Za-z_])'],
  ['[[:>:]]', '(?<=[0-9A-Za-z_])(?![0-9A-Za-z_])'],
]);

/** A bracket expression in JavaScript's notation, and where it ended. */
export interface Bracket {
  readonly source: string;
  readonly end: number;
}

function escapeMember(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

/** The text between `[:`, `[.` or `[=` at `start` and its closing twin. */
function namedElement(text: string, start: number): string {
  const close = text.indexOf(`${text.charAt(start + 1)}]`, start + 2);
  if (close < 0) throw new PosixRegexError('brackets ([ ]) not balanced');
  return text.slice(start + 2, close);
}

/**
 * Translates the POSIX bracket expression that starts at `start` (a `[`). A backslash is an ordinary
 * member, `]` is one when it comes first, and a negated set never contains a newline.
 *
 * @throws PosixRegexError with the C library's words.
 */
export function translateBracket(text: string, start: number): Bracket {
  for (const [spelling, source] of wordBoundaries) {
    if (text.startsWith(spelling, start)) return { source, end: start + spelling.length };
  }
  let at = start + 1;
  const negated = text[at] === '^';
  if (negated) at++;
  let members = '';

  /** One end of a range, or a single member: a character or a `[.x.]`. */
  const element = (): string => {
    if (!text.startsWith('[.', at)) return text.charAt(at++);
    const name = namedElement(text, at);
    if (name.length !== 1) throw new PosixRegexError('invalid collating element');
    at += 5;
    return name;
  };

  if (text[at] === ']' || text[at] === '-') members += escapeMember(text.charAt(at++));
  while (at < text.length && text[at] !== ']' && !text.startsWith('-]', at)) {
    if (text.startsWith('[:', at)) {
      const name = namedElement(text, at);
      const range = namedClasses.get(name);
      if (range === undefined) throw new PosixRegexError('invalid character class');
      members += range;
      at += name.length + 4;
      continue;
    }
    if (text.startsWith('[=', at)) {
      const name = namedElement(text, at);
      if (name.length !== 1) throw new PosixRegexError('invalid collating element');
      members += escapeMember(name);
      at += 5;
      continue;
    }
    if (text[at] === '-') throw new PosixRegexError('invalid character range');
    const low = element();
    if (text[at] !== '-' || text[at + 1] === ']' || at + 1 >= text.length) {
      members += escapeMember(low);
      continue;
    }
    at++;
    const high = element();
    if (low > high) throw new PosixRegexError('invalid character range');
    members += `${escapeMember(low)}-${escapeMember(high)}`;
  }
  if (text[at] === '-') members += escapeMember(text.charAt(at++));
  if (text[at] !== ']') throw new PosixRegexError('brackets ([ ]) not balanced');
  return { source: negated ? `[^\\n${members}]` : `[${members}]`, end: at + 1 };
}
