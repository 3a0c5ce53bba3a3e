import {
  CallSiteLoc,
  type FileLineColLoc,
  FusedLoc,
  type Location,
  NameLoc,
  ParsedLoc,
  positionOf,
  type SourceText,
  UnknownLoc,
} from '../ir/location.ts';
import { Printer } from '../text/printer.ts';
import type { Diagnostic, Severity, SourceRange } from './diagnostic.ts';

/** Callers shown of a place inside inlined functions, as in MLIR. */
const CALL_STACK_LIMIT = 10;
/** Tabs reach to multiples of it. */
const TAB_STOP = 8;

/**
 * The text of a diagnostic for people, as MLIR prints it: `file:line:column: error: message`, the line of the
 * source with a caret under the place and tildes under ranges, then callers and notes. A note at the place
 * of the diagnostic before it does not repeat the line.
 *
 * @param sources texts that locations may point into; a part of a split file names its place in it.
 */
export function formatDiagnostic(diagnostic: Diagnostic, sources: readonly SourceText[] = []): string {
  const { location, severity, message, ranges = [] } = diagnostic;
  let text = entry(location, severity, message, ranges, sources);
  let last = location;
  for (let depth = 0, site = callSite(location); depth < CALL_STACK_LIMIT && site !== null; depth++) {
    last = site.caller;
    text += entry(last, 'note', 'called from', [], sources);
    site = callSite(last);
  }
  for (const child of diagnostic.notes) {
    const isElsewhere = last.resolved() !== child.location.resolved();
    text += entry(child.location, child.severity, child.message, child.ranges ?? [], sources, isElsewhere);
    last = child.location;
  }
  return text;
}

function entry(
  location: Location,
  severity: Severity,
  message: string,
  ranges: readonly SourceRange[],
  sources: readonly SourceText[],
  showsLine = true,
): string {
  const position = positionOf(location);
  if (position === null) {
    const place = location.resolved() instanceof UnknownLoc ? '' : `${locationText(location)}: `;
    return `<unknown>:0: ${severity}: ${place}${message}\n`;
  }
  const { file, line, column } = position;
  const head = `${file}:${line}:${column}: ${severity}: ${message}\n`;
  const source = showsLine ? sourceOf(location, position, sources) : null;
  return source === null ? head : head + excerpt(source, position, ranges);
}

function sourceOf(
  location: Location,
  position: FileLineColLoc,
  sources: readonly SourceText[],
): SourceText | null {
  if (location instanceof ParsedLoc) return location.source;
  return sources.find(({ name, firstLine }) => name === position.file && position.line > firstLine) ?? null;
}

function excerpt(source: SourceText, position: FileLineColLoc, ranges: readonly SourceRange[]): string {
  const line = source.lineText(position.line);
  if (line === null) return '';
  const marks = Array.from({ length: Math.max(line.length, position.column) }, () => ' ');
  const lineStart = source.offsetOf(position.line);
  for (const { start, end } of ranges) {
    const [from, to] = [Math.max(0, start - lineStart), Math.min(end - lineStart, line.length)];
    for (let at = from; at < to; at++) marks[at] = '~';
  }
  marks[position.column - 1] = '^';
  return `${expandTabs(line, line)}\n${expandTabs(marks.join('').trimEnd(), line)}\n`;
}

/** Repeats characters that stand where `line` has a tab up to the next tab stop. */
function expandTabs(text: string, line: string): string {
  if (!line.includes('\t')) return text;
  let expanded = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at] === '\t' ? ' ' : text[at]!;
    const width = line[at] === '\t' ? TAB_STOP - (expanded.length % TAB_STOP) : 1;
    expanded += character.repeat(width);
  }
  return expanded;
}

/** The outermost call that a place was inlined through, or `null`. */
function callSite(location: Location): CallSiteLoc | null {
  if (location instanceof CallSiteLoc) return location;
  if (location instanceof NameLoc) return callSite(location.child);
  if (!(location instanceof FusedLoc)) return null;
  for (const part of location.locations) {
    const site = callSite(part);
    if (site !== null) return site;
  }
  return null;
}

function locationText(location: Location): string {
  const printer = new Printer();
  printer.printLocation(location);
  return printer.text();
}
