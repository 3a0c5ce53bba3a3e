import type { Finding, FindingKind } from './finding.ts';
import type { Pattern } from './pattern.ts';
import type { SourceText } from './source-text.ts';

const marks: Readonly<Record<FindingKind, string>> = {
  'no-match': 'X',
  'invalid-pattern': 'X',
  excluded: '!',
  'wrong-line': '!',
  fuzzy: '?',
  note: '',
};

const words: Readonly<Record<FindingKind, string>> = {
  'no-match': 'error: no match found',
  'invalid-pattern': 'error: match failed for invalid pattern',
  excluded: 'error: no match expected',
  'wrong-line': 'error: match on wrong line',
  fuzzy: 'possible intended match',
  note: '',
};

/** Lines that an ellipsis takes; shorter stretches are printed instead. */
const ellipsisHeight = 3;

/** An annotation under one line of the input. */
interface Annotation {
  readonly label: string;
  readonly line: number;
  readonly text: string;
  /** Whether the finding begins on this line. */
  readonly isStart: boolean;
}

/** The name of a pattern in the dump: its kind, and its line or its index among the implicit ones. */
function patternLabel({ kind, count, line, implicitIndex }: Pattern): string {
  const plain = count > 1 ? 'count' : 'check';
  const name = kind === 'plain' ? plain : kind === 'end-of-file' ? 'eof' : kind;
  return `${name}:${implicitIndex === null ? (line ?? '') : `imp${implicitIndex}`}`;
}

/** One annotation for each line that a finding touches; the first carries its words. */
function annotate(finding: Finding, label: string, input: SourceText): Annotation[] {
  const { kind, start, end, note } = finding;
  const firstLine = input.lineAt(start);
  const lastLine = input.lineAt(Math.max(start, end - 1));
  const annotations: Annotation[] = [];
  for (let line = firstLine; line <= lastLine; line++) {
    const isStart = line === firstLine;
    const lineStart = input.lineStarts[line - 1]!;
    const from = isStart ? start - lineStart : 0;
    // The space that represents the newline can be marked too.
    const hasNewline = line < input.lineStarts.length;
    const lineWidth = input.line(line).length + (hasNewline ? 1 : 0);
    const to = Math.min(end - lineStart, lineWidth);
    const width = Math.max(to - from, isStart ? 1 : 0);
    const lead = isStart ? marks[kind] : '~';
    const marked = width > 0 && lead !== '' ? ' '.repeat(from) + lead + '~'.repeat(width - 1) : '';
    const tail = isStart ? (note ?? words[kind]) : '';
    annotations.push({
      label,
      line,
      isStart,
      text: tail === '' ? marked : `${marked.padEnd(lineWidth)} ${tail}`,
    });
  }
  return annotations;
}

/** Every annotation, with patterns that have several findings numbered. */
function annotateAll(findings: readonly Finding[], input: SourceText): Annotation[] {
  const totals = new Map<Pattern, number>();
  for (const { pattern } of findings) totals.set(pattern, (totals.get(pattern) ?? 0) + 1);
  const used = new Map<Pattern, number>();
  return findings.flatMap((finding) => {
    const { pattern } = finding;
    const index = used.get(pattern) ?? 0;
    used.set(pattern, index + 1);
    const suffix = totals.get(pattern) === 1 ? '' : `'${index}`;
    return annotate(finding, patternLabel(pattern) + suffix, input);
  });
}

/** The lines to print: those where a finding begins, and `context` lines around each. */
function chooseLines(annotations: readonly Annotation[], context: number, lineCount: number): Set<number> {
  const chosen = new Set<number>();
  for (const { isStart, line } of annotations) {
    if (!isStart) continue;
    const last = Math.min(lineCount, line + context);
    for (let near = Math.max(1, line - context); near <= last; near++) chosen.add(near);
  }
  return chosen;
}

/**
 * The input with its lines numbered and the findings marked under them. Stretches without a finding are
 * left out but for `context` lines around each; `context` null prints everything. A byte string.
 */
export function dumpInput(findings: readonly Finding[], input: SourceText, context: number | null): string {
  const lineCount = input.lineStarts.length - (input.text.endsWith('\n') || input.text === '' ? 1 : 0);
  const annotations = annotateAll(findings, input);
  const byLine = new Map<number, Annotation[]>();
  for (const annotation of annotations) {
    byLine.set(annotation.line, [...(byLine.get(annotation.line) ?? []), annotation]);
  }
  const chosen = context === null ? null : chooseLines(annotations, context, lineCount);
  const labelWidth = Math.max(0, ...annotations.map(({ label }) => label.length));
  const width = Math.max(labelWidth, String(lineCount).length) + 3;

  const lines = ['Input was:', '<<<<<<'];
  let hidden: string[] = [];
  const showHidden = () => {
    lines.push(
      ...(hidden.length > ellipsisHeight
        ? Array<string>(ellipsisHeight).fill(`${' '.repeat(width - 1)}.`)
        : hidden),
    );
    hidden = [];
  };
  const last = Math.max(lineCount, ...byLine.keys());
  for (let number = 1; number <= last; number++) {
    const newline = number < input.lineStarts.length ? ' ' : '';
    const block = [`${String(number).padStart(width)}: ${input.line(number)}${newline}`];
    for (const { label, text } of byLine.get(number) ?? []) block.push(`${label.padEnd(width)}  ${text}`);
    if (chosen && !chosen.has(number)) {
      hidden.push(...block);
    } else {
      showHidden();
      lines.push(...block);
    }
  }
  showHidden();
  lines.push('>>>>>>', '');
  return lines.join('\n');
}
