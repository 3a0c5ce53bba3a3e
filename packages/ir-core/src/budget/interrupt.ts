/** Tells work to stop. Long loops look at it: see `checkInterrupt`. */
export interface Interrupt {
  /** True if the work is to stop. Cheap: asked before each operation. */
  readonly isRaised: boolean;
}

/**
 * Returns an interrupt that an `AbortSignal` raises: seen by work that gives way to others, such as a search in
 * threads.
 */
export function signalInterrupt(signal: AbortSignal): Interrupt {
  return {
    get isRaised() {
      return signal.aborted;
    },
  };
}

/** Returns an interrupt that other threads raise, also while this one computes. @param flag raised when it isn't 0. */
export function sharedInterrupt(flag: SharedArrayBuffer): Interrupt {
  const cell = new Int32Array(flag);
  return {
    get isRaised() {
      return Atomics.load(cell, 0) !== 0;
    },
  };
}
