/** A named text whose offsets can be shown as lines and columns. `text` is a byte string. */
export class SourceText {
  /** The name in messages: a path, or a name in angle brackets. */
  readonly name: string;
  readonly text: string;
  /** Offset of each line's first byte. */
  readonly lineStarts: readonly number[];

  constructor(name: string, text: string) {
    this.name = name;
    this.text = text;
    const starts = [0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    this.lineStarts = starts;
  }

  /** The 1-based line that holds `offset`, by binary search. */
  lineAt(offset: number): number {
    let low = 0;
    let high = this.lineStarts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.lineStarts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  /** The 1-based column of `offset`, in bytes. */
  columnAt(offset: number): number {
    return offset - this.lineStarts[this.lineAt(offset) - 1]! + 1;
  }

  /** The bytes of a 1-based line without its newline. */
  line(number: number): string {
    const start = this.lineStarts[number - 1]!;
    const end = this.text.indexOf('\n', start);
    return this.text.slice(start, end < 0 ? this.text.length : end);
  }
}

/** An error or note at a position in a text; the message is a byte string too. */
export interface Message {
  readonly severity: 'error' | 'note';
  readonly text: string;
  readonly source: SourceText;
  readonly offset: number;
  /** How many bytes are underlined; 1 when absent. */
  readonly length?: number;
}

/**
 * The message as compilers print it: `name:line:column: error: text`, the line, and a caret under the position; a byte
 * string.
 */
export function formatMessage({ severity, text, source, offset, length = 1 }: Message): string {
  const column = source.columnAt(offset);
  const lineNumber = source.lineAt(offset);
  const line = source.line(lineNumber);
  const margin = line.slice(0, column - 1).replace(/[^\t]/g, ' ');
  const underline = `^${'~'.repeat(Math.max(0, Math.min(length, line.length - column + 1) - 1))}`;
  const place = `${source.name}:${lineNumber}:${column}`;
  return `${place}: ${severity}: ${text}\n${line}\n${margin}${underline}\n`;
}

/** An invalid check file; `found` is the reason and its position. */
export class CheckFileError extends Error {
  readonly found: Message;

  constructor(found: Message) {
    super(found.text);
    this.found = found;
  }
}
