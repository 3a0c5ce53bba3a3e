import type { CheckStep } from './check-file.ts';
import { type MatchOutcome, matchPattern } from './pattern-match.ts';
import type { Pattern } from './pattern.ts';
import { Reporter, type Region } from './reporter.ts';
import type { CheckRequest } from './request.ts';
import type { SourceText } from './source-text.ts';
import type { VariableScope } from './variable-scope.ts';

/** Line breaks in a text: `\r\n` and `\n\r` are one. */
const lineBreak = /\r\n|\n\r|\n|\r/g;

/** Checks an input against the steps of a check file, label block by label block. */
export class Checker {
  readonly reporter: Reporter;
  private readonly steps: readonly CheckStep[];
  private readonly input: SourceText;
  private readonly request: CheckRequest;
  private readonly scope: VariableScope;

  constructor(steps: readonly CheckStep[], input: SourceText, request: CheckRequest, scope: VariableScope) {
    this.steps = steps;
    this.input = input;
    this.request = request;
    this.scope = scope;
    this.reporter = new Reporter(input);
  }

  /** Returns whether all checks hold; every block is tried, so the reporter can hold several failures. */
  run(): boolean {
    let holds = true;
    let blockStart = 0;
    let first = 0;
    while (first < this.steps.length) {
      const label = this.steps.findIndex((step, index) => index >= first && step.pattern.kind === 'label');
      let blockEnd = this.input.text.length;
      if (label >= 0) {
        const found = this.findRounds(this.steps[label]!.pattern, { start: blockStart, end: blockEnd });
        // The start of the next block is unknown now, so nothing after it can be checked.
        if (!found) return false;
        blockEnd = found.end;
      }
      if (first > 0 && this.request.enableVarScope) this.scope.clearLocals();
      const last = label < 0 ? this.steps.length : label + 1;
      if (!this.checkBlock(this.steps.slice(first, last), { start: blockStart, end: blockEnd }))
        holds = false;
      blockStart = blockEnd;
      first = last;
    }
    return holds;
  }

  private checkBlock(steps: readonly CheckStep[], block: Region): boolean {
    let { start } = block;
    for (const step of steps) {
      const end = this.checkStep(step, { start, end: block.end });
      if (end === null) return false;
      start = end;
    }
    return true;
  }

  /** Checks a directive and the `-DAG`s and `-NOT`s before it; the end of its match, or null. */
  private checkStep({ pattern, dagsAndNots }: CheckStep, region: Region): number | null {
    const group = this.matchDags(dagsAndNots, region);
    if (!group) return null;
    const found = this.findRounds(pattern, { start: group.end, end: region.end });
    if (!found) return null;
    const skipped = { start: group.end, end: found.start };
    if (!this.isOnRightLine(pattern, skipped, found)) return null;
    return this.excludes(group.nots, skipped) ? found.end : null;
  }

  private match(pattern: Pattern, region: Region): MatchOutcome {
    const text = this.input.text.slice(region.start, region.end);
    return matchPattern(pattern, text, this.scope, this.request.ignoreCase);
  }

  /** Matches a pattern the required number of times in a row; from the first match's start to the last one's end. */
  private findRounds(pattern: Pattern, region: Region): Region | null {
    let { start: end } = region;
    let first: number | null = null;
    for (let round = 1; round <= pattern.count; round++) {
      const rest = { start: end, end: region.end };
      const outcome = this.match(pattern, rest);
      if (outcome.kind !== 'found') {
        this.reporter.unmatched(pattern, rest, outcome, round, this.scope);
        return null;
      }
      first ??= end + outcome.position;
      end += outcome.position + outcome.length;
    }
    return { start: first ?? end, end };
  }

  private isOnRightLine(pattern: Pattern, skipped: Region, found: Region): boolean {
    const { kind } = pattern;
    if (kind !== 'next' && kind !== 'empty' && kind !== 'same') return true;
    const breaks = [...this.input.text.slice(skipped.start, skipped.end).matchAll(lineBreak)];
    const wrong = (reason: string, otherLine: number | null = null): false => {
      this.reporter.wrongLine(pattern, reason, found, skipped.start, otherLine);
      return false;
    };
    if (kind === 'same') {
      return breaks.length === 0 || wrong('is not on the same line as the previous match');
    }
    const [firstBreak] = breaks;
    if (!firstBreak) return wrong('is on the same line as previous match');
    if (breaks.length === 1) return true;
    const otherLine = skipped.start + firstBreak.index + firstBreak[0].length;
    return wrong('is not on the line after the previous match', otherLine);
  }

  /** Returns whether none of the `-NOT` patterns occurs in a region; reports each that does. */
  private excludes(nots: readonly Pattern[], region: Region): boolean {
    let holds = true;
    for (const pattern of nots) {
      const outcome = this.match(pattern, region);
      if (outcome.kind === 'not-found') continue;
      holds = false;
      if (outcome.kind === 'invalid') {
        this.reporter.invalid(pattern, region, outcome.problems, this.scope);
      } else {
        const start = region.start + outcome.position;
        this.reporter.excluded(pattern, { start, end: start + outcome.length }, outcome.captures, this.scope);
      }
    }
    return holds;
  }

  /**
   * Matches groups of `-DAG` patterns with `-NOT` patterns between them. The answer is where the last
   * group ended and the `-NOT`s that still wait for the next match; null when something failed.
   */
  private matchDags(
    patterns: readonly Pattern[],
    region: Region,
  ): { readonly end: number; readonly nots: readonly Pattern[] } | null {
    let { start } = region;
    let nots: Pattern[] = [];
    let taken: Region[] = [];
    for (const [index, pattern] of patterns.entries()) {
      if (pattern.kind === 'not') {
        nots.push(pattern);
        continue;
      }
      if (!this.matchDag(pattern, { start, end: region.end }, taken)) return null;
      if (patterns[index + 1]?.kind === 'dag') continue;
      if (nots.length > 0) {
        if (!this.excludes(nots, { start, end: taken[0]!.start })) return null;
        nots = [];
      }
      start = taken.at(-1)!.end;
      taken = [];
    }
    return { end: start, nots };
  }

  /** Finds the first match that overlaps none of `taken` (sorted by position) and inserts it. */
  private matchDag(pattern: Pattern, region: Region, taken: Region[]): boolean {
    let { start } = region;
    let index = 0;
    for (;;) {
      const rest = { start, end: region.end };
      const outcome = this.match(pattern, rest);
      if (outcome.kind !== 'found') {
        this.reporter.unmatched(pattern, rest, outcome, 1, this.scope);
        return false;
      }
      const found = { start: start + outcome.position, end: start + outcome.position + outcome.length };
      if (this.request.allowDagOverlap) return this.takeOverlapping(found, taken);
      while (index < taken.length && found.start >= taken[index]!.end) index++;
      const obstacle = taken[index];
      if (!obstacle || obstacle.start >= found.end) {
        taken.splice(index, 0, found);
        return true;
      }
      start = obstacle.end;
      index++;
    }
  }

  /** Keeps one range that spans all matches of the group, so that only its ends matter. */
  private takeOverlapping(found: Region, taken: Region[]): true {
    const [all = found] = taken;
    taken.length = 0;
    taken.push({ start: Math.min(all.start, found.start), end: Math.max(all.end, found.end) });
    return true;
  }
}
