import { type Directive, DirectiveScanner, type DirectiveKind, directiveName } from './directive.ts';
import { PatternError } from './pattern-error.ts';
import { parsePattern } from './pattern-parser.ts';
import type { Pattern, PatternBody } from './pattern.ts';
import { type CheckRequest, defaultRequest } from './request.ts';
import { CheckFileError, SourceText } from './source-text.ts';
import type { VariableScope } from './variable-scope.ts';

/** A positive directive with the `-DAG` and `-NOT` directives written before it. */
export interface CheckStep {
  readonly pattern: Pattern;
  readonly dagsAndNots: readonly Pattern[];
}

/** A check file without a directive; `message` is the line to print. */
export class NoChecksError extends Error {}

const emptyBody: PatternBody = {
  fixed: null,
  pieces: [],
  ambiguous: false,
  strings: [],
  numbers: [],
  example: '',
};

/** Runs of blanks as one space (unless they matter) and `\r\n` as `\n`. */
export function canonicalize(text: string, strictWhitespace: boolean): string {
  const lines = text.replaceAll('\r\n', '\n');
  return strictWhitespace ? lines : lines.replace(/[ \t]+/g, ' ');
}

function fail(source: SourceText, offset: number, text: string): never {
  throw new CheckFileError({ severity: 'error', text, source, offset });
}

class CheckFileReader {
  private readonly source: SourceText;
  private readonly request: CheckRequest;
  private readonly scope: VariableScope;
  private readonly steps: CheckStep[] = [];
  private readonly seenPrefixes = new Set<string>();
  private readonly implicit: readonly Pattern[];
  private pending: Pattern[];
  private readonly keepBlanks: boolean;

  constructor(source: SourceText, request: CheckRequest, scope: VariableScope) {
    this.source = source;
    this.request = request;
    this.scope = scope;
    this.keepBlanks = request.strictWhitespace && request.matchFullLines;
    this.implicit = request.implicitCheckNot.map((text, index) => this.implicitPattern(text, index + 1));
    this.pending = [...this.implicit];
  }

  read(): readonly CheckStep[] {
    const { checkPrefixes, commentPrefixes } = this.request;
    const scanner = new DirectiveScanner(this.source.text, checkPrefixes, commentPrefixes);
    let at = 0;
    for (let found = scanner.next(at); found; found = scanner.next(at)) at = this.directive(found);

    this.requirePrefixes();
    if (this.pending.length > 0) this.steps.push({ pattern: this.endOfFile(), dagsAndNots: this.pending });
    return this.steps;
  }

  private requirePrefixes(): void {
    const { checkPrefixes, allowUnusedPrefixes } = this.request;
    // Implicit patterns alone are a check, unless a prefix was given explicitly.
    if (this.implicit.length > 0 && checkPrefixes === defaultRequest.checkPrefixes) return;
    const missing = checkPrefixes.filter((prefix) => !this.seenPrefixes.has(prefix)).sort();
    if (missing.length <= (allowUnusedPrefixes ? checkPrefixes.length - 1 : 0)) return;
    const names = missing.map((prefix) => `'${prefix}:'`).join(', ');
    throw new NoChecksError(
      `error: no check strings found with prefix${missing.length > 1 ? 'es' : ''} ${names}`,
    );
  }

  /** Reads one directive's pattern; the answer is where scanning goes on. */
  private directive(directive: Directive): number {
    const { kind, prefix, start, end, count, literal } = directive;
    if (kind !== 'comment') this.seenPrefixes.add(prefix);
    if (kind === 'misspelled') {
      fail(this.source, start, `misspelled directive '${this.source.text.slice(start, end)}'`);
    }
    if (kind === 'bad-not') fail(this.source, end, `unsupported -NOT combo on prefix '${prefix}'`);
    if (kind === 'bad-count')
      fail(this.source, end, `invalid count in -COUNT specification on prefix '${prefix}'`);

    const newline = this.source.text.indexOf('\n', end);
    const rest = this.source.text.slice(end, newline < 0 ? undefined : newline);
    const carriageReturn = rest.indexOf('\r');
    const stop = end + (carriageReturn < 0 ? rest.length : carriageReturn);
    if (kind === 'comment') return stop;

    const raw = this.source.text.slice(end, stop);
    const offset = end + (this.keepBlanks ? 0 : raw.length - raw.replace(/^[ \t]+/, '').length);
    const text = this.keepBlanks ? raw : raw.replace(/^[ \t]+|[ \t]+$/g, '');
    const name = directiveName(kind, prefix, count, literal);
    const line = this.source.lineAt(offset);
    const body = this.body(kind, prefix, text, offset, literal, line);
    this.add(
      { ...body, kind, name, prefix, count, offset, line, source: this.source, implicitIndex: null },
      start,
    );
    return stop;
  }

  private body(
    kind: DirectiveKind,
    prefix: string,
    text: string,
    offset: number,
    literal: boolean,
    line: number,
  ) {
    if (kind === 'empty') {
      if (text === '') return emptyBody;
      fail(this.source, offset, `found non-empty check string for empty check with prefix '${prefix}:'`);
    }
    if (text === '') fail(this.source, offset, `found empty check string with prefix '${prefix}:'`);
    return this.parse(this.source, text, offset, kind, literal, line);
  }

  private parse(
    source: SourceText,
    text: string,
    offset: number,
    kind: DirectiveKind,
    literal: boolean,
    line: number | null,
  ) {
    const { matchFullLines, strictWhitespace } = this.request;
    const style = { literal, fullLines: matchFullLines && kind !== 'not', strictWhitespace };
    try {
      return parsePattern(text, offset, style, line, this.scope);
    } catch (error) {
      if (error instanceof PatternError) fail(source, error.offset, error.message);
      throw error;
    }
  }

  private add(pattern: Pattern, start: number): void {
    const { kind, prefix, pieces } = pattern;
    if (kind === 'dag' || kind === 'not') {
      this.pending.push(pattern);
      return;
    }
    // A numeric definition without a value to compare with is let through, as in LLVM.
    const usesVariables = pattern.strings.length > 0 || pieces.some((piece) => piece.kind !== 'regex');
    if (kind === 'label' && usesVariables) {
      fail(this.source, start, `found '${prefix}-LABEL:' with variable definition or use`);
    }
    const continues = kind === 'next' || kind === 'same' || kind === 'empty';
    if (continues && this.steps.length === 0) {
      fail(this.source, start, `found '${prefix}-${kind.toUpperCase()}' without previous '${prefix}: line`);
    }
    this.steps.push({ pattern, dagsAndNots: this.pending });
    this.pending = [...this.implicit];
  }

  private implicitPattern(text: string, implicitIndex: number): Pattern {
    const prefix = 'IMPLICIT-CHECK';
    const option = "-implicit-check-not='";
    const source = new SourceText('command line', `${option}${text}'`);
    const body = this.parse(source, text, option.length, 'not', false, null);
    const name = `${prefix}-NOT`;
    return {
      ...body,
      kind: 'not',
      name,
      prefix,
      count: 1,
      offset: option.length,
      line: null,
      source,
      implicitIndex,
    };
  }

  private endOfFile(): Pattern {
    const [prefix = ''] = this.request.checkPrefixes;
    const offset = this.source.text.length;
    const name = directiveName('end-of-file', prefix, 1, false);
    const { source } = this;
    return {
      ...emptyBody,
      kind: 'end-of-file',
      name,
      prefix,
      count: 1,
      offset,
      line: null,
      source,
      implicitIndex: null,
    };
  }
}

/**
 * Reads the directives of a check file whose text has been through {@link canonicalize}. Declares their
 * variables in `scope`.
 *
 * @throws CheckFileError on the first directive that is wrong, NoChecksError when there is none.
 */
export function readCheckFile(
  source: SourceText,
  request: CheckRequest,
  scope: VariableScope,
): readonly CheckStep[] {
  return new CheckFileReader(source, request, scope).read();
}
