import { type Location, ParsedLoc, positionOf, type SourceText } from '../ir/location.ts';
import type { Diagnostic, Severity, SourceRange } from './diagnostic.ts';

/**
 * The diagnostics that have to be expected: with `only-expected` others are passed over, and only those that were
 * expected and did not come count.
 */
export type ExpectationLevel = 'all' | 'only-expected';

/** One `expected-error {{text}}` comment. */
interface Expectation {
  readonly severity: Severity;
  /** 1-based line in the file; `null` for a diagnostic without a location. */
  line: number | null;
  /** The comment itself, for messages. */
  readonly location: ParsedLoc;
  readonly text: string;
  readonly matches: (message: string) => boolean;
  found: boolean;
}

const DESIGNATOR =
  /expected-(error|note|remark|warning)(-re)? *(?:@([+-][0-9]+|above|below|unknown))? *\{\{(.*)\}\}$/;

/** Substrings of JavaScript's messages with MLIR's wording of the same error. */
const REGEX_ERRORS: readonly (readonly [part: string, text: string])[] = [
  ['group', 'parentheses not balanced'],
  ["Unmatched ')'", 'parentheses not balanced'],
  ['character class', 'brackets ([ ]) not balanced'],
  ['Nothing to repeat', 'repetition-operator operand invalid'],
  ['at end of pattern', 'trailing backslash (\\)'],
];

/**
 * Compares diagnostics with the `expected-...` comments of a text, as MLIR's `-verify-diagnostics` does.
 *
 * @returns the differences as errors with MLIR's messages; none when all agree.
 */
export function compareDiagnostics(
  source: SourceText,
  diagnostics: readonly Diagnostic[],
  level: ExpectationLevel = 'all',
): Diagnostic[] {
  const problems: Diagnostic[] = [];
  const report: Report = (location, message, ranges) => {
    problems.push({ severity: 'error', message, location, notes: [], ranges });
  };
  const expectations = readExpectations(source, report);
  for (const { severity, message, location } of diagnostics.flatMap((one) => [one, ...one.notes])) {
    const position = positionOf(location);
    const line = position?.file === source.name ? position.line : null;
    const isPlaced = position !== null;
    const candidates = expectations.filter(
      (expected) =>
        (expected.line === null ? !isPlaced : expected.line === line) && expected.matches(message),
    );
    const match = candidates.find((expected) => expected.severity === severity);
    const nearMiss = candidates.at(-1);
    if (match !== undefined) match.found = true;
    else if (level === 'only-expected') continue;
    else if (nearMiss !== undefined) {
      const wanted = `'${severity}' diagnostic emitted when expecting a '${nearMiss.severity}'`;
      report(nearMiss.location, wanted, []);
    } else report(location, `unexpected ${severity}: ${message}`, []);
  }
  for (const { found, location, severity, text } of expectations) {
    if (!found) report(location, `expected ${severity} "${text}" was not produced`, [location]);
  }
  return problems;
}

type Report = (location: Location, message: string, ranges: readonly SourceRange[]) => void;

function readExpectations(source: SourceText, report: Report): Expectation[] {
  const expectations: Expectation[] = [];
  /** Of `@below`: they mean the next line without a comment. */
  let waiting: Expectation[] = [];
  let lastPlain = source.firstLine;
  for (const [index, raw] of source.text.split('\n').entries()) {
    const line = index + 1 + source.firstLine;
    const match = DESIGNATOR.exec(raw.trimEnd());
    if (match === null) {
      for (const expectation of waiting) expectation.line = line;
      waiting = [];
      lastPlain = line;
    } else {
      const [, severity, isRegex, place, text] = match;
      // MLIR underlines as much as the text is long.
      const start = source.offsetOf(line) + match.index;
      const location = new ParsedLoc(source, start, start + text!.length);
      const matches = isRegex === undefined ? containing(text!) : matching(text!);
      if (typeof matches === 'string') {
        report(location, matches, [location]);
        continue;
      }
      const expectation: Expectation = {
        // The pattern admits only the four words.
        severity: severity as Severity,
        line: lineOf(place, line, lastPlain),
        location,
        text: text!,
        matches,
        found: false,
      };
      if (place === 'below') waiting.push(expectation);
      expectations.push(expectation);
    }
  }
  return expectations;
}

function lineOf(place: string | undefined, own: number, lastPlain: number): number | null {
  if (place === undefined) return own;
  if (place === 'unknown') return null;
  if (place === 'above') return lastPlain;
  // The line below is set when it is reached.
  return place === 'below' ? -1 : own + Number(place);
}

function containing(text: string): (message: string) => boolean {
  return (message) => message.includes(text);
}

/** The test of a `-re` comment, or what is wrong with its regular expression. */
function matching(text: string): ((message: string) => boolean) | string {
  if (text.lastIndexOf('{{') > text.lastIndexOf('}}')) return "found start of regex with no end '}}'";
  try {
    // LLVM's full stop stands for ends of lines, too.
    const pattern = new RegExp(regexOf(text), 's');
    return (message) => pattern.test(message);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const known = REGEX_ERRORS.find(([part]) => message.includes(part))?.[1];
    return `invalid regex: ${known ?? message}`;
  }
}

/** In the text of `-re` comments, `{{...}}` holds a regular expression and the rest is literal. */
function regexOf(text: string): string {
  return text
    .split(/\{\{(.*?)\}\}/)
    .map((piece, i) => (i % 2 === 1 ? `(?:${piece})` : piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('');
}
