/**
 * Records how to take back changes of the IR, one step a change. A {@link Rewriter} with a journal records all that it
 * does, so that patterns can be tried: what is left after taking back is the IR as it was, except for the order of
 * uses.
 */
export class ChangeJournal {
  readonly #undo: (() => void)[] = [];

  /** The position to return to with {@link ChangeJournal.rollBack}. */
  get mark(): number {
    return this.#undo.length;
  }

  /** @param undo takes the change back when all later ones have been taken back. */
  record(undo: () => void): void {
    this.#undo.push(undo);
  }

  /** Takes back what was recorded after `mark`. */
  rollBack(mark: number): void {
    while (this.#undo.length > mark) this.#undo.pop()!();
  }
}
