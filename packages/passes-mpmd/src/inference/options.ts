import { booleanOption, integerOption } from '@shardform/ir-core';

/** The number of errors after which passes stop; -1 for all. */
export const errorLimit = /* @__PURE__ */ integerOption(
  'The maximum number of errors to emit; -1 for all of them.',
  5,
  'int',
);

/** True where mesh inference may introduce transfers. */
export const inferTransfers = /* @__PURE__ */ booleanOption(
  'Whether to create transfers where values are not on the meshes that need them.',
);

/** Counts errors up to a limit. */
export class ErrorCount {
  readonly #limit: number;
  #count = 0;

  constructor(limit: number) {
    this.#limit = limit < 0 ? Infinity : limit;
  }

  add(): void {
    this.#count++;
  }

  get count(): number {
    return this.#count;
  }

  get isAtLimit(): boolean {
    return this.#count >= this.#limit;
  }
}
