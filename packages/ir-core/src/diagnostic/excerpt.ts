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
import { abridged, oneLine, printableInPlace } from './readable-text.ts';
import type { Diagnostic, Severity, SourceRange } from './diagnostic.ts';

/** Callers shown of a location inside inlined functions, as in MLIR. */
const CALL_STACK_LIMIT = 10;
/** Tabs reach to multiples of it. */
const TAB_STOP = 8;
/** Columns of an excerpt unless the caller knows how many its reader has. */
const USUAL_WIDTH = 160;
/** Characters of a line that are looked at on both sides of a caret. */
const MOST_MARKED = 4000;
/** Stands for what was cut off an excerpt. */
const CUT = '...';

/**
 * Formats a diagnostic for people, as MLIR prints it: `file:line:column: error: message`, the line of the source with a
 * caret under the location and tildes under ranges, then callers and notes. A note at the location of the diagnostic
 * before it does not repeat the line.
 *
 * @param sources texts that locations may point into; a chunk of a split file names its location in it.
 * @param width columns that a line of the source takes at most: of longer ones the surroundings of the caret are shown.
 */
export function formatDiagnostic(
  diagnostic: Diagnostic,
  sources: readonly SourceText[] = [],
  width: number = USUAL_WIDTH,
): string {
  const { location, severity, message, ranges = [] } = diagnostic;
  const entry = (...[at, kind, said, parts, showsLine = true]: EntryArguments): string =>
    entryText(at, kind, said, showsLine ? (place) => excerptAt(at, place, parts, sources, width) : null);
  let text = entry(location, severity, message, ranges);
  let last = location;
  for (let depth = 0, site = callSite(location); depth < CALL_STACK_LIMIT && site !== null; depth++) {
    last = site.caller;
    // A callee without a file was shown where it is called.
    if (positionOf(site.callee) !== null) text += entry(last, 'note', 'called from', []);
    site = callSite(last);
  }
  for (const child of diagnostic.notes) {
    const isElsewhere = last.resolved() !== child.location.resolved();
    text += entry(child.location, child.severity, child.message, child.ranges ?? [], isElsewhere);
    last = child.location;
  }
  return text;
}

/** Location, severity, message, ranges to underline, and true if the line of the source is shown. */
type EntryArguments = [Location, Severity, string, readonly SourceRange[], boolean?];

function entryText(
  location: Location,
  severity: Severity,
  message: string,
  excerptOf: ((position: FileLineColLoc) => string) | null,
): string {
  const position = positionOf(location);
  const said = oneLine(abridged(message));
  if (position === null) {
    const place = location.resolved() instanceof UnknownLoc ? '' : `${oneLine(locationText(location))}: `;
    return `<unknown>:0: ${severity}: ${abridged(place)}${said}\n`;
  }
  const { file, line, column } = position;
  return `${oneLine(abridged(file))}:${line}:${column}: ${severity}: ${said}\n${excerptOf?.(position) ?? ''}`;
}

function excerptAt(
  location: Location,
  position: FileLineColLoc,
  ranges: readonly SourceRange[],
  sources: readonly SourceText[],
  width: number,
): string {
  const source = sourceOf(location, position, sources);
  return source === null ? '' : excerpt(source, position, ranges, width);
}

function sourceOf(
  location: Location,
  position: FileLineColLoc,
  sources: readonly SourceText[],
): SourceText | null {
  if (location instanceof ParsedLoc) return location.source;
  return sources.find(({ name, firstLine }) => name === position.file && position.line > firstLine) ?? null;
}

function excerpt(
  source: SourceText,
  position: FileLineColLoc,
  ranges: readonly SourceRange[],
  width: number,
): string {
  const whole = source.lineText(position.line)?.replace(/\r$/, '');
  if (whole === undefined) return '';
  // Of a line of megabytes, the surroundings are looked at alone.
  const room = Math.max(MOST_MARKED, 2 * width);
  const before = Math.min(whole.length, Math.max(0, position.column - 1 - room));
  const line = whole.slice(before, position.column + room);
  const caret = position.column - 1 - before;
  const marks = Array.from({ length: Math.max(line.length, caret + 1) }, () => ' ');
  const lineStart = source.offsetOf(position.line) + before;
  for (const { start, end } of ranges) {
    const [from, to] = [Math.max(0, start - lineStart), Math.min(end - lineStart, line.length)];
    for (let at = from; at < to; at++) marks[at] = '~';
  }
  marks[caret] = '^';
  const [shown, below] = [expandTabs(line, line), expandTabs(marks.join('').trimEnd(), line)];
  const [start, end] = windowAround(below.indexOf('^'), shown.length, Math.max(width, 4 * CUT.length));
  const left = start > 0 ? CUT : '';
  const right = end < shown.length ? CUT : '';
  const text = left + shown.slice(start + left.length, end - right.length) + right;
  const mark = ' '.repeat(left.length) + below.slice(start + left.length, end);
  return `${printableInPlace(text)}\n${mark.trimEnd()}\n`;
}

/**
 * Returns the range of a line that has room and holds the caret, most of it after the caret: 0-based, the end excluded.
 */
function windowAround(caret: number, length: number, width: number): readonly [number, number] {
  const whole = Math.max(length, caret + 1);
  if (whole <= width) return [0, whole];
  const start = Math.max(0, Math.min(caret - Math.floor(width / 3), whole - width));
  return [start, start + width];
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

/** Returns the outermost call that a location was inlined through, or `null`. */
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
