/** The reason why bytes or a text are not a module, and the place; line and column count from 1, 0 is unknown. */
export class HloError extends Error {
  override readonly name = 'HloError';
  readonly line: number;
  readonly column: number;

  constructor(message: string, line = 0, column = 0) {
    super(message);
    this.line = line;
    this.column = column;
  }
}
