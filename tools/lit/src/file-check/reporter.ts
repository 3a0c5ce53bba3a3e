import { type Finding, type FindingKind } from './finding.ts';
import { findFuzzyMatch } from './fuzzy-match.ts';
import { type Capture, type MatchOutcome, type PatternProblem, substitutedValues } from './pattern-match.ts';
import type { Pattern } from './pattern.ts';
import { type Message, type SourceText, formatMessage } from './source-text.ts';
import type { VariableScope } from './variable-scope.ts';

/** A range of the input, by offsets. */
export interface Region {
  readonly start: number;
  readonly end: number;
}

/** Collects what went wrong: messages to print, and findings to annotate the input with. */
export class Reporter {
  readonly findings: Finding[] = [];
  private readonly printed: string[] = [];
  private readonly input: SourceText;

  constructor(input: SourceText) {
    this.input = input;
  }

  /** The messages of all failures, as text. */
  get text(): string {
    return this.printed.join('');
  }

  /**
   * Tells that `pattern` was expected in `region` and not found there, or could not be tried.
   *
   * @param round which repetition of a `-COUNT-n` failed, from 1.
   */
  unmatched(
    pattern: Pattern,
    region: Region,
    outcome: MatchOutcome,
    round: number,
    scope: VariableScope,
  ): void {
    if (outcome.kind === 'invalid') {
      this.invalid(pattern, region, outcome.problems, scope);
    } else {
      const rounds = pattern.count > 1 ? ` (${round} out of ${pattern.count})` : '';
      this.error(pattern, `${pattern.name}: expected string not found in input${rounds}`);
      this.note(region.start, 'scanning from here');
      this.find('no-match', pattern, region);
      this.values(pattern, region.start, scope);
    }
    const likely = findFuzzyMatch(pattern.example, this.input.text.slice(region.start, region.end));
    if (likely !== null) this.likely(pattern, region.start + likely);
  }

  /** Tells that a pattern cannot be tried in `region`. */
  invalid(pattern: Pattern, region: Region, problems: readonly PatternProblem[], scope: VariableScope): void {
    this.find('invalid-pattern', pattern, region);
    for (const { message, offset } of problems) {
      this.print({ severity: 'error', text: message, source: pattern.source, offset });
      this.findings.push({ kind: 'note', pattern, start: region.start, end: region.start, note: message });
    }
    this.values(pattern, region.start, scope);
  }

  /** Tells that a `-NOT` pattern was found. */
  excluded(pattern: Pattern, found: Region, captures: readonly Capture[], scope: VariableScope): void {
    this.error(pattern, `${pattern.name}: excluded string found in input`);
    this.note(found.start, 'found here', found.end - found.start);
    this.find('excluded', pattern, found);
    this.values(pattern, found.start, scope);
    for (const { name, position, length } of captures) {
      const start = found.start + position;
      const words = `captured var "${name}"`;
      this.note(start, words, length);
      this.findings.push({ kind: 'note', pattern, start, end: start + length, note: words });
    }
  }

  /** Reports a `-NEXT`, `-SAME` or `-EMPTY` pattern that was found on another line than required. */
  wrongLine(
    pattern: Pattern,
    reason: string,
    found: Region,
    previousEnd: number,
    otherLine: number | null,
  ): void {
    this.error(pattern, `${pattern.prefix}-${pattern.kind.toUpperCase()}: ${reason}`);
    this.note(found.start, "'next' match was here");
    this.note(previousEnd, 'previous match ended here');
    if (otherLine !== null) this.note(otherLine, 'non-matching line after previous match is here');
    this.find('wrong-line', pattern, found);
  }

  private values(pattern: Pattern, start: number, scope: VariableScope): void {
    for (const { text, value } of substitutedValues(pattern, scope)) {
      const words = `with "${text}" equal to "${value}"`;
      this.note(start, words);
      this.findings.push({ kind: 'note', pattern, start, end: start, note: words });
    }
  }

  private likely(pattern: Pattern, offset: number): void {
    this.note(offset, 'possible intended match here');
    this.find('fuzzy', pattern, { start: offset, end: offset });
  }

  private find(kind: FindingKind, pattern: Pattern, { start, end }: Region): void {
    this.findings.push({ kind, pattern, start, end });
  }

  private error(pattern: Pattern, text: string): void {
    this.print({ severity: 'error', text, source: pattern.source, offset: pattern.offset });
  }

  private note(offset: number, text: string, length = 1): void {
    this.print({ severity: 'note', text, source: this.input, offset, length });
  }

  private print(message: Message): void {
    this.printed.push(formatMessage(message));
  }
}
