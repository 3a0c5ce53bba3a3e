/** The kind of a directive. `end-of-file` closes trailing `-DAG` and `-NOT` groups. */
export type DirectiveKind = 'plain' | 'next' | 'same' | 'not' | 'dag' | 'label' | 'empty' | 'end-of-file';

/** A directive found in a check file. */
export interface Directive {
  readonly kind: DirectiveKind | 'comment' | 'bad-not' | 'bad-count' | 'misspelled';
  /** The check or comment prefix it was written with. */
  readonly prefix: string;
  /** How often the pattern must match in a row; 1 without `-COUNT-n`. */
  readonly count: number;
  /** Whether the pattern is literal, as by `{LITERAL}`. */
  readonly literal: boolean;
  /** Offset of the prefix. */
  readonly start: number;
  /** Offset behind the directive's colon; for a malformed one, where reading stopped. */
  readonly end: number;
}

const suffixes = new Map<string, DirectiveKind>([
  ['NEXT', 'next'],
  ['SAME', 'same'],
  ['NOT', 'not'],
  ['DAG', 'dag'],
  ['LABEL', 'label'],
  ['EMPTY', 'empty'],
]);

const impossiblePairs = /^(?:(?:DAG|NEXT|SAME|EMPTY)-NOT|NOT-(?:DAG|NEXT|SAME|EMPTY)):/;

const largestCount = 2 ** 31 - 1;

const isWordCharacter = (character: string): boolean => /^[A-Za-z0-9_-]$/.test(character);

/** The name a directive goes by in messages, such as `CHECK-NEXT` or `CHECK{LITERAL}`. */
export function directiveName(kind: DirectiveKind, prefix: string, count: number, literal: boolean): string {
  if (kind === 'end-of-file') return 'implicit EOF';
  const plainSuffix = count > 1 ? '-COUNT' : '';
  const suffix = kind === 'plain' ? plainSuffix : `-${kind.toUpperCase()}`;
  return `${prefix}${suffix}${literal ? '{LITERAL}' : ''}`;
}

/** The modifiers and colon that end a directive: `:` or `{LITERAL}:`; null when they are not there. */
function readEnd(text: string, at: number): { literal: boolean; end: number } | null {
  if (text[at] === ':') return { literal: false, end: at + 1 };
  const modifiers = /\{\s*LITERAL\s*(?:,\s*LITERAL\s*)*\}:/y;
  modifiers.lastIndex = at;
  return modifiers.test(text) ? { literal: true, end: modifiers.lastIndex } : null;
}

/** Reads what follows `prefix` at `start`; null when that is no directive. */
function readDirective(text: string, start: number, prefix: string, isComment: boolean): Directive | null {
  const base = { prefix, start, count: 1, literal: false };
  const at = start + prefix.length;
  if (isComment) return text[at] === ':' ? { ...base, kind: 'comment', end: at + 1 } : null;

  const plain = readEnd(text, at);
  if (plain) return { ...base, ...plain, kind: 'plain' };
  const separator = text[at];
  if (separator !== '-' && separator !== '_') return null;
  const misspelled = separator === '_';
  const rest = text.slice(at + 1, at + 64);

  if (rest.startsWith('COUNT-')) {
    const digits = /^\d*/.exec(rest.slice(6))![0];
    const count = Number(digits);
    const afterDigits = at + 7 + digits.length;
    const colon = /[:{]/.test(text.charAt(afterDigits));
    if (digits === '' || count <= 0 || count > largestCount || !colon) {
      return { ...base, kind: misspelled ? 'misspelled' : 'bad-count', end: afterDigits };
    }
    const end = readEnd(text, afterDigits);
    return end && { ...base, ...end, count, kind: misspelled ? 'misspelled' : 'plain' };
  }
  if (impossiblePairs.test(rest)) {
    return { ...base, kind: misspelled ? 'misspelled' : 'bad-not', end: at + 1 };
  }
  for (const [suffix, kind] of suffixes) {
    if (!rest.startsWith(suffix)) continue;
    const end = readEnd(text, at + 1 + suffix.length);
    return end && { ...base, ...end, kind: misspelled ? 'misspelled' : kind };
  }
  return null;
}

/** Finds the directives of a check file, in order. */
export class DirectiveScanner {
  private readonly text: string;
  private readonly comments: ReadonlySet<string>;
  private readonly prefixes: RegExp;

  constructor(text: string, checkPrefixes: readonly string[], commentPrefixes: readonly string[]) {
    this.text = text;
    this.comments = new Set(commentPrefixes);
    // Of two prefixes at one position the longer one matches.
    const longestFirst = [...checkPrefixes, ...commentPrefixes].sort((a, b) => b.length - a.length);
    this.prefixes = new RegExp(longestFirst.join('|'), 'g');
  }

  /** The first directive at or behind `from`; null when there is none. */
  next(from: number): Directive | null {
    let at = from;
    for (;;) {
      this.prefixes.lastIndex = at;
      const found = this.prefixes.exec(this.text);
      if (!found) return null;
      const [prefix] = found;
      if (found.index === at || !isWordCharacter(this.text.charAt(found.index - 1))) {
        const directive = readDirective(this.text, found.index, prefix, this.comments.has(prefix));
        if (directive) return directive;
      }
      at = found.index + prefix.length;
      while (at < this.text.length && isWordCharacter(this.text.charAt(at))) at++;
    }
  }
}
