import type { Printer } from '../text/printer.ts';
import { decodeText } from '../text/utf8.ts';
import { Attribute } from './attribute.ts';
import { InternTable } from './intern.ts';

/** The source location of an operation. */
export abstract class Location extends Attribute {
  /** Writes what stands between the parentheses of `loc(...)`. */
  abstract printBody(printer: Printer): void;

  /** Returns the interned form: equal locations are then the same object. */
  // eslint-disable-next-line @typescript-eslint/prefer-return-this-type -- some stand for a location of another class
  resolved(): Location {
    return this;
  }

  print(printer: Printer): void {
    printer.printLocation(this);
  }
}

/** No position is known. */
export class UnknownLoc extends Location {
  static readonly instance = /* @__PURE__ */ new UnknownLoc();

  printBody(printer: Printer): void {
    printer.write('unknown');
  }
}

// Positions within these limits have keys that are small integers of the engine.
const COLUMNS = 4096;
const LINES = 2 ** 18;

/** A position in a file; `endLine`/`endColumn` equal the start for a single position. All are 1-based. */
export class FileLineColLoc extends Location {
  static readonly #table = new InternTable<FileLineColLoc>();
  /** Single positions by file and a small number made of line and column. */
  static readonly #positions = new Map<string, Map<number, FileLineColLoc>>();
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;

  private constructor(file: string, line: number, column: number, endLine: number, endColumn: number) {
    super();
    this.file = file;
    this.line = line;
    this.column = column;
    this.endLine = endLine;
    this.endColumn = endColumn;
  }

  static get(
    file: string,
    line: number,
    column: number,
    endLine: number = line,
    endColumn: number = column,
  ): FileLineColLoc {
    if (endLine === line && endColumn === column && column < COLUMNS && line < LINES) {
      let positions = this.#positions.get(file);
      if (positions === undefined) this.#positions.set(file, (positions = new Map<number, FileLineColLoc>()));
      const key = line * COLUMNS + column;
      let found = positions.get(key);
      if (found === undefined) {
        found = new FileLineColLoc(file, line, column, line, column);
        positions.set(key, found);
      }
      return found;
    }
    return this.#table.get(
      `${line},${column},${endLine},${endColumn},${file}`,
      () => new FileLineColLoc(file, line, column, endLine, endColumn),
    );
  }

  printBody(printer: Printer): void {
    printer.writeString(this.file);
    printer.write(`:${this.line}:${this.column}`);
    if (this.endLine !== this.line) printer.write(` to ${this.endLine}:${this.endColumn}`);
    else if (this.endColumn !== this.column) printer.write(` to :${this.endColumn}`);
  }
}

/** A named location, such as a variable of the source program. */
export class NameLoc extends Location {
  static readonly #table = new InternTable<NameLoc>();
  readonly name: string;
  readonly child: Location;

  private constructor(name: string, child: Location) {
    super();
    this.name = name;
    this.child = child;
  }

  static get(name: string, child: Location = UnknownLoc.instance): NameLoc {
    const resolved = child.resolved();
    return this.#table.get(`${resolved.id}${name}`, () => new NameLoc(name, resolved));
  }

  printBody(printer: Printer): void {
    printer.writeString(this.name);
    if (!(this.child instanceof UnknownLoc)) {
      printer.write('(');
      printer.printNestedLocation(this.child);
      printer.write(')');
    }
  }
}

/** A location inside a function together with the location of the call. */
export class CallSiteLoc extends Location {
  static readonly #table = new InternTable<CallSiteLoc>();
  readonly callee: Location;
  readonly caller: Location;

  private constructor(callee: Location, caller: Location) {
    super();
    this.callee = callee;
    this.caller = caller;
  }

  static get(callee: Location, caller: Location): CallSiteLoc {
    const [inner, outer] = [callee.resolved(), caller.resolved()];
    return this.#table.get(`${inner.id},${outer.id}`, () => new CallSiteLoc(inner, outer));
  }

  printBody(printer: Printer): void {
    printer.write('callsite(');
    printer.printNestedLocation(this.callee);
    printer.write(' at ');
    printer.printNestedLocation(this.caller);
    printer.write(')');
  }
}

/** Several locations that one operation stands for, optionally with metadata about them. */
export class FusedLoc extends Location {
  static readonly #table = new InternTable<FusedLoc>();
  readonly locations: readonly Location[];
  readonly metadata: Attribute | null;

  private constructor(locations: readonly Location[], metadata: Attribute | null) {
    super();
    this.locations = locations;
    this.metadata = metadata;
  }

  /**
   * Returns the location of several locations, each counted once: unknown ones are left out, fused ones with the same
   * metadata are taken apart. A single location without metadata is itself.
   */
  static get(locations: readonly Location[], metadata: Attribute | null = null): Location {
    const [only] = locations;
    const known =
      only !== undefined && locations.length === 1
        ? partsOf(only, metadata)
        : [...new Set(locations.flatMap((location) => partsOf(location, metadata)))];
    const all = known.length === 0 ? [UnknownLoc.instance] : known;
    if (all.length === 1 && metadata === null) return all[0]!;
    const key = `${metadata?.id ?? '_'}|${all.map((location) => location.id).join()}`;
    return this.#table.get(key, () => new FusedLoc(all, metadata));
  }

  printBody(printer: Printer): void {
    printer.write('fused');
    if (this.metadata !== null) {
      printer.write('<');
      printer.printAttribute(this.metadata);
      printer.write('>');
    }
    printer.write('[');
    this.locations.forEach((location, i) => {
      if (i > 0) printer.write(', ');
      printer.printNestedLocation(location);
    });
    printer.write(']');
  }
}

/** The known locations that one stands for beside others with some metadata. */
function partsOf(location: Location, metadata: Attribute | null): readonly Location[] {
  const place = location.resolved();
  if (place instanceof FusedLoc && place.metadata === metadata) return place.locations;
  return place instanceof UnknownLoc ? [] : [place];
}

/** The name of an operation, in quotes in the generic form. */
const OPERATION_NAME = /"(?:[^"\\\n]|\\.)*"|[\w$.]+/y;

/** A text that locations point into. Line starts are found when first asked for. */
export class SourceText {
  readonly name: string;
  readonly text: string;
  /** Added to line numbers: for a chunk of a split file, the lines before it. */
  readonly firstLine: number;
  #lineStarts: number[] | null = null;
  /** The line that was last asked for, from 0. */
  #lastLine = 0;

  constructor(name: string, text: string, firstLine = 0) {
    this.name = name;
    this.text = text;
    this.firstLine = firstLine;
  }

  /** Decodes a file of UTF-8 without its byte order mark. Bytes that are not UTF-8 are kept, as MLIR keeps them in strings. */
  static ofBytes(name: string, bytes: Uint8Array): SourceText {
    return new SourceText(name, decodeText(bytes).replace(/^\ufeff/, ''));
  }

  /** 1-based line and column of an offset; O(log lines), but for the line after the last one that was asked for. */
  position(offset: number): { readonly line: number; readonly column: number } {
    const starts = (this.#lineStarts ??= lineStarts(this.text));
    let low = this.#lastLine + 1;
    if (!(starts[low]! <= offset && offset < (starts[low + 1] ?? Infinity))) low = lineAt(offset, starts);
    this.#lastLine = low;
    return { line: low + 1 + this.firstLine, column: offset - starts[low]! + 1 };
  }

  /** @internal The end of the operation name that begins at an offset. */
  nameEnd(start: number): number {
    OPERATION_NAME.lastIndex = start;
    return OPERATION_NAME.test(this.text) ? OPERATION_NAME.lastIndex : start;
  }

  /** The offset of a 1-based line's first character; -1 when the text has no such line. */
  offsetOf(line: number): number {
    return (this.#lineStarts ??= lineStarts(this.text))[line - 1 - this.firstLine] ?? -1;
  }

  /** A 1-based line without its end, or `null` when the text has no such line. */
  lineText(line: number): string | null {
    const start = this.offsetOf(line);
    if (start < 0) return null;
    const end = this.text.indexOf('\n', start);
    return this.text.slice(start, end < 0 ? undefined : end);
  }
}

/** The line that holds an offset, from 0. */
function lineAt(offset: number, starts: readonly number[]): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle;
  }
  return low;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/**
 * A position in a text that is or was parsed; line and column are
 * computed when somebody asks. {@link Location.resolved} gives the interned location that it stands for.
 */
export class ParsedLoc extends Location {
  declare readonly source: SourceText;
  /** Offset of the first character, 0-based. */
  declare readonly start: number;
  /** Offset after the last character. */
  declare readonly end: number;

  constructor(source: SourceText, start: number, end: number = start) {
    super();
    this.source = source;
    this.start = start;
    this.end = end;
  }

  override resolved(): FileLineColLoc {
    const { line, column } = this.source.position(this.start);
    return FileLineColLoc.get(this.source.name, line, column);
  }

  printBody(printer: Printer): void {
    this.resolved().printBody(printer);
  }
}

/** Returns the first position of a location in a file that is accepted, any by default; `null` for none. */
export function positionOf(
  location: Location,
  accepts: (position: FileLineColLoc) => boolean = () => true,
): FileLineColLoc | null {
  const resolved = location.resolved();
  if (resolved instanceof FileLineColLoc) return accepts(resolved) ? resolved : null;
  if (resolved instanceof NameLoc) return positionOf(resolved.child, accepts);
  if (resolved instanceof CallSiteLoc)
    return positionOf(resolved.callee, accepts) ?? positionOf(resolved.caller, accepts);
  if (resolved instanceof FusedLoc) {
    for (const location of resolved.locations) {
      const position = positionOf(location, accepts);
      if (position !== null) return position;
    }
  }
  return null;
}
