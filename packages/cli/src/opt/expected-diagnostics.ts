import { type Diagnostic, positionOf, type Severity, type SourceText } from '@shardform/ir-core';

/** One `expected-error {{text}}` comment. */
interface Expectation {
  readonly severity: Severity;
  /** 1-based line in the file; `null` for a diagnostic without a place. */
  readonly line: number | null;
  /** Line of the comment itself. */
  readonly at: number;
  readonly text: string;
  readonly matches: (message: string) => boolean;
  found: boolean;
}

const COMMENT =
  /expected-(error|warning|remark|note)(-re)?\s*(?:@([+-][0-9]+|above|below|unknown|[A-Za-z_][A-Za-z0-9_]*))?\s*([0-9]+)?\s*\{\{(.*)\}\}$/;
const DESIGNATOR = /expected-(?:error|warning|remark|note)(?:-re)?[\s@]/;

/**
 * Compares diagnostics with the `expected-...` comments of a text, as MLIR's `-verify-diagnostics` does.
 *
 * @returns the differences, each `line: message`; none when all agree.
 */
export function compareDiagnostics(source: SourceText, diagnostics: readonly Diagnostic[]): string[] {
  const problems: string[] = [];
  const expectations = readExpectations(source, problems);
  for (const diagnostic of diagnostics.flatMap((one) => [one, ...one.notes])) {
    const position = positionOf(diagnostic.location);
    const line = position?.file === source.name ? position.line : null;
    const match = expectations.find(
      (expected) =>
        !expected.found &&
        expected.severity === diagnostic.severity &&
        expected.line === line &&
        expected.matches(diagnostic.message),
    );
    if (match !== undefined) match.found = true;
    else if (diagnostic.severity !== 'note') {
      const place = position === null ? source.name : `${position.file}:${position.line}:${position.column}`;
      problems.push(`${place}: error: unexpected ${diagnostic.severity}: ${diagnostic.message}`);
    }
  }
  for (const { found, at, severity, text } of expectations) {
    if (!found) problems.push(`${source.name}:${at}: error: expected ${severity} "${text}" was not produced`);
  }
  return problems;
}

function readExpectations(source: SourceText, problems: string[]): Expectation[] {
  const lines = source.text.split('\n');
  const isDesignator = (index: number): boolean => DESIGNATOR.test(lines[index] ?? '');
  /** The nearest line in a direction that is no designator itself. */
  const neighbour = (index: number, step: 1 | -1): number => {
    let at = index + step;
    while (at >= 0 && at < lines.length && isDesignator(at)) at += step;
    return at;
  };
  return lines.flatMap((raw, index): Expectation[] => {
    const match = COMMENT.exec(raw.trimEnd());
    if (match === null) return [];
    const [, severity, regex, place, count, text] = match;
    let line: number | null = index;
    if (place === 'above') line = neighbour(index, -1);
    else if (place === 'below') line = neighbour(index, 1);
    else if (place === 'unknown') line = null;
    else if (place !== undefined && /^[+-]/.test(place)) line = index + Number(place);
    let matches = (message: string): boolean => message.includes(text!);
    if (regex !== undefined) {
      try {
        const pattern = new RegExp(regexOf(text!));
        matches = (message) => pattern.test(message);
      } catch {
        problems.push(`${source.name}:${index + 1 + source.firstLine}: error: invalid regex: ${text!}`);
      }
    }
    const expectation = {
      // The pattern admits only the four words.
      severity: severity as Severity,
      line: line === null ? null : line + 1 + source.firstLine,
      at: index + 1 + source.firstLine,
      text: text!,
      matches,
    };
    return Array.from({ length: Number(count ?? 1) }, () => ({ ...expectation, found: false }));
  });
}

/** In the text of `-re` comments, `{{...}}` holds a regular expression and the rest is literal. */
function regexOf(text: string): string {
  return text
    .split(/\{\{(.*?)\}\}/)
    .map((piece, i) => (i % 2 === 1 ? piece : piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('');
}
