import { wildcard } from './numeric-format.ts';
import { PatternError } from './pattern-error.ts';
import type { NumericDefinition, PatternBody, PatternPiece, StringDefinition } from './pattern.ts';
import { PosixRegexError } from './posix-regex-error.ts';
import {
  type RegexContext,
  type TranslatedRegex,
  escapeLiteral,
  lineEnd,
  lineStart,
  translatePosixRegex,
} from './posix-regex.ts';
import {
  type NumericBlock,
  type SubstitutionBlock,
  findBlockEnd,
  readSubstitutionBlock,
} from './substitution-block.ts';
import type { VariableScope } from './variable-scope.ts';

/** How a pattern is to be read. */
export interface PatternStyle {
  /** Whether `{{` and `[[` are literal. */
  readonly literal: boolean;
  /** Whether a match must cover a line. */
  readonly fullLines: boolean;
  /** Whether blanks around a full line count. */
  readonly strictWhitespace: boolean;
}

/** POSIX has no backreference with two digits. */
const largestBackreference = 9;

function translate(regex: string, offset: number, context: RegexContext): TranslatedRegex {
  try {
    return translatePosixRegex(regex, context);
  } catch (error) {
    if (error instanceof PosixRegexError) throw new PatternError(`invalid regex: ${error.message}`, offset);
    throw error;
  }
}

class PatternBuilder {
  private readonly pieces: PatternPiece[] = [];
  private readonly strings: StringDefinition[] = [];
  private readonly numbers: NumericDefinition[] = [];
  private groups = 0;
  private ambiguous = false;
  private example = '';
  private readonly line: number | null;
  private readonly scope: VariableScope;

  constructor(line: number | null, scope: VariableScope) {
    this.line = line;
    this.scope = scope;
  }

  finish(): PatternBody {
    const { pieces, ambiguous, strings, numbers, example } = this;
    return { fixed: null, pieces, ambiguous, strings, numbers, example };
  }

  /** @param example the same in POSIX's notation; the input is compared with it to guess what was meant. */
  source(source: string, example = source): void {
    this.pieces.push({ kind: 'regex', source });
    this.example += example;
  }

  /** @param enclosed whether the group opened last is still open. */
  regex(regex: string, offset: number, enclosed: boolean): void {
    const { source, groups, ambiguous } = translate(regex, offset, { groupsBefore: this.groups, enclosed });
    this.groups += groups;
    this.ambiguous ||= ambiguous;
    this.source(source, regex);
  }

  /** An expression as a group of its own, so that `|` stays inside. */
  isolatedRegex(regex: string, offset: number): void {
    this.groups++;
    this.source('(');
    this.regex(regex, offset, true);
    this.source(')');
  }

  block(block: SubstitutionBlock, offset: number): void {
    switch (block.kind) {
      case 'string-use':
        this.useString(block.name, offset);
        return;
      case 'string-definition':
        this.strings.push({ name: block.name, group: ++this.groups });
        this.scope.declaredStrings.add(block.name);
        this.source('(');
        if (block.regex !== '') this.regex(block.regex, block.regexOffset, true);
        this.source(')');
        return;
      case 'numeric':
        this.numeric(block);
    }
  }

  private useString(name: string, offset: number): void {
    const group = this.strings.findLast((definition) => definition.name === name)?.group;
    if (group === undefined) {
      this.pieces.push({ kind: 'string', name, offset });
      return;
    }
    if (group > largestBackreference)
      throw new PatternError("Can't back-reference more than 9 variables", offset);
    this.source(`(?:\\${group})`, `\\${group}`);
  }

  private numeric(block: NumericBlock): void {
    const { name, format, expression, text, offset } = block;
    if (name !== null) {
      this.numbers.push({ name, format, group: ++this.groups });
      this.source('(');
    }
    if (expression) this.pieces.push({ kind: 'number', expression, format, text, offset });
    else {
      const any = wildcard(format);
      const { source, groups } = translatePosixRegex(any);
      this.groups += groups;
      this.source(source, any);
    }
    if (name !== null) this.source(')');
  }
}

/** Returns whether a `[[...]]` block begins at `at`: of three brackets the first one is literal. */
const startsBlock = (text: string, at: number): boolean => text.startsWith('[[', at) && text[at + 2] !== '[';

/** The end of the fixed text that begins at `from`. */
function fixedEnd(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && !text.startsWith('{{', at) && !startsBlock(text, at)) at++;
  return at;
}

/**
 * Reads a pattern: fixed text with `{{regex}}`, `[[VAR:regex]]`, `[[VAR]]` and `[[#...]]` in it.
 *
 * @param offset the pattern's position in the check file, for errors.
 * @param line the value of `@LINE`.
 * @throws PatternError with FileCheck's wording.
 */
export function parsePattern(
  text: string,
  offset: number,
  style: PatternStyle,
  line: number | null,
  scope: VariableScope,
): PatternBody {
  const plain = !text.includes('{{') && !text.includes('[[');
  if (style.literal || (plain && !style.fullLines)) {
    return { fixed: text, pieces: [], ambiguous: false, strings: [], numbers: [], example: text };
  }
  const builder = new PatternBuilder(line, scope);
  const blanks = style.strictWhitespace ? '' : ' *';
  if (style.fullLines) builder.source(lineStart + blanks, `^${blanks}`);
  let at = 0;
  while (at < text.length) {
    if (text.startsWith('{{', at)) {
      const end = text.indexOf('}}', at);
      if (end < 0) throw new PatternError("found start of regex string with no end '}}'", offset + at);
      // LLVM looks for `|` in the whole rest; this decides what a backreference's number means.
      const inside = text.slice(at + 2, end);
      if (text.includes('|', at)) builder.isolatedRegex(inside, offset + at + 2);
      else builder.regex(inside, offset + at + 2, false);
      at = end + 2;
    } else if (startsBlock(text, at)) {
      const end = findBlockEnd(text, at + 2, offset);
      if (end < 0) throw new PatternError('Invalid substitution block, no ]] found', offset + at);
      const inside = offset + at + 2;
      builder.block(readSubstitutionBlock(text.slice(at + 2, end), inside, line, scope), inside);
      at = end + 2;
    } else {
      const end = fixedEnd(text, at);
      builder.source(escapeLiteral(text.slice(at, end)));
      at = end;
    }
  }
  if (style.fullLines) builder.source(blanks + lineEnd, `${blanks}$`);
  return builder.finish();
}
