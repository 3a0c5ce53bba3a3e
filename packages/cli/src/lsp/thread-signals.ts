import type { Interrupt } from '@shardform/ir-core';

/** Why the thread of a server is to stop what it does, as the cell of its flag says. */
const [NOTHING, EDITED, ASKED] = [0, 1, 2];

/** What one thread tells another that answers an editor, also while that one computes. */
export class ThreadSignals {
  readonly #cell: Int32Array;

  /** @param flag shared by both threads. */
  constructor(flag: SharedArrayBuffer) {
    this.#cell = new Int32Array(flag);
  }

  /** Stops all work: a document has changed. */
  edit(): void {
    Atomics.store(this.#cell, 0, EDITED);
  }

  /** Stops work that nobody waits for: somebody waits for an answer. */
  ask(): void {
    Atomics.compareExchange(this.#cell, 0, NOTHING, ASKED);
  }

  /** The change has arrived. */
  endEdit(): void {
    Atomics.store(this.#cell, 0, NOTHING);
  }

  /** Answers have been given. */
  endAsk(): void {
    Atomics.compareExchange(this.#cell, 0, ASKED, NOTHING);
  }

  /** Raised from an edit on until it arrives. */
  get edited(): Interrupt {
    return interruptAt(this.#cell, (value) => value === EDITED);
  }

  /** Raised while there is an edit or a request to take. */
  get disturbed(): Interrupt {
    return interruptAt(this.#cell, (value) => value !== NOTHING);
  }
}

function interruptAt(cell: Int32Array, isRaised: (value: number) => boolean): Interrupt {
  return {
    get isRaised() {
      return isRaised(Atomics.load(cell, 0));
    },
  };
}
