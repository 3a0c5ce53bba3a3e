import { amountText, type LimitName, numberText, remedyText } from './limits.ts';

/**
 * Thrown for input that asks for more than a limit allows. Whoever knows the location in the program reports it as a
 * diagnostic.
 */
export class LimitError extends Error {
  override readonly name: string = 'LimitError';
  readonly limit: LimitName;

  /** @param message what was exceeded, by how much, and the remedy: see {@link limitMessage}. */
  constructor(limit: LimitName, message: string) {
    super(message);
    this.limit = limit;
  }
}

/** Work that was told to stop, or that has taken too long. Nothing is left half-changed. */
export class Interrupted extends LimitError {
  override readonly name = 'Interrupted';
  /** True if somebody asked for it; otherwise time was up. */
  readonly isCancelled: boolean;

  /** @param most seconds that the work had; `null` when it was told to stop. */
  constructor(most: number | null) {
    super(
      'time',
      most === null ? 'cancelled' : `stopped after ${amountText('time', most)}; ${remedyText('time')}`,
    );
    this.isCancelled = most === null;
  }
}

/** Returns true if a limit on the input was exceeded, which is its problem; being interrupted is not. */
export function isExceededLimit(error: unknown): error is LimitError {
  return error instanceof LimitError && !(error instanceof Interrupted);
}

/**
 * Returns a message about a limit that is exceeded.
 *
 * @param what asks for it: `the mesh has`.
 * @param found how much is asked for; `null` when that is not known, only that it is more.
 */
export function limitMessage(limit: LimitName, what: string, found: number | null, most: number): string {
  const amount =
    found === null
      ? `more than the ${amountText(limit, most)} allowed`
      : `${amountText(limit, found)}, more than the ${numberText(limit, most)} allowed`;
  return `${what} ${amount}; ${remedyText(limit)}`;
}
