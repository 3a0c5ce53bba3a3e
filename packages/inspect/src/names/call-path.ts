import type { CallOp } from '@shardform/dialect-func';
import { CallSiteLoc, FusedLoc, type Location, NameLoc } from '@shardform/ir-core';

/** The calls through which functions around a value were entered, one for each function: none is entered twice but by recursion. */
export class CallPath {
  static readonly NONE = new CallPath(new Map());

  readonly #calls: ReadonlyMap<string, CallOp>;

  private constructor(calls: ReadonlyMap<string, CallOp>) {
    this.#calls = calls;
  }

  /**
   * Returns the calls that an operation or argument was inlined at.
   *
   * @param calls of the program as it was given, by their locations, which are unique.
   */
  static at(location: Location, calls: ReadonlyMap<Location, CallOp>): CallPath {
    const found = new Map<string, CallOp>();
    collect(location, calls, found);
    return found.size === 0 ? CallPath.NONE : new CallPath(found);
  }

  /** The call that entered a function; `null` if it is not known. */
  of(callee: string): CallOp | null {
    return this.#calls.get(callee) ?? null;
  }

  /** The path inside the function that is called. */
  entering(call: CallOp): CallPath {
    return new CallPath(new Map(this.#calls).set(call.callee.root, call));
  }

  /** The path of the caller of a function. */
  leaving(callee: string): CallPath {
    if (!this.#calls.has(callee)) return this;
    const calls = new Map(this.#calls);
    calls.delete(callee);
    return new CallPath(calls);
  }
}

function collect(location: Location, calls: ReadonlyMap<Location, CallOp>, found: Map<string, CallOp>): void {
  const call = calls.get(location);
  if (call !== undefined) found.set(call.callee.root, call);
  else if (location instanceof CallSiteLoc) {
    collect(location.caller, calls, found);
    collect(location.callee, calls, found);
  } else if (location instanceof NameLoc) collect(location.child, calls, found);
  else if (location instanceof FusedLoc) for (const inner of location.locations) collect(inner, calls, found);
}
