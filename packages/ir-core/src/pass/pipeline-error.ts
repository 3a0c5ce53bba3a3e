/** A pipeline or option text that can't be read; thrown to whoever gave the text. */
export class PipelineError extends Error {
  override readonly name = 'PipelineError';
  /** The whole text. */
  readonly text: string;
  /** Offset of the problem in the text. */
  readonly offset: number;
  readonly length: number;
  /** A suggestion of what was meant, or `null`. */
  readonly hint: string | null;
  /** The effect of the error on what could not be done, or `null`. */
  readonly consequence: string | null;

  constructor(
    message: string,
    text: string,
    offset: number,
    length: number,
    hint: string | null = null,
    consequence: string | null = null,
  ) {
    super(message);
    this.text = text;
    this.offset = offset;
    this.length = length;
    this.hint = hint;
    this.consequence = consequence;
  }

  /** Returns the message with a caret under the location, for people. */
  describe(): string {
    const lineStart = this.text.lastIndexOf('\n', this.offset - 1) + 1;
    const lineEnd = this.text.indexOf('\n', this.offset);
    const line = this.text.slice(lineStart, lineEnd < 0 ? undefined : lineEnd);
    const column = this.offset - lineStart;
    const number = this.text.slice(0, lineStart).split('\n').length;
    const tail = '~'.repeat(Math.max(0, Math.min(this.length, line.length - column) - 1));
    const consequence = this.consequence === null ? '' : `${this.consequence}\n`;
    const hint = this.hint === null ? '' : `did you mean '${this.hint}'?\n`;
    return `pipeline:${number}:${column + 1}: error: ${this.message}\n${line}\n${' '.repeat(column)}^${tail}\n${consequence}${hint}`;
  }
}
