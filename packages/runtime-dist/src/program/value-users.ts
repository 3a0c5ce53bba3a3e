import { type FlatProgram, NONE } from './flat-program.ts';

/** The operations that use each value, in their order and each once: one array for all values. */
export class ValueUsers {
  /** Users of a value are `users[start[value]]` to before `users[end[value]]`. */
  readonly users: Int32Array;
  readonly start: Int32Array;
  readonly end: Int32Array;

  /** @param unused 1 by operation that counts as no user. */
  constructor({ opCount, valueCount, operands, operandStart }: FlatProgram, unused: Uint8Array) {
    this.start = new Int32Array(valueCount + 1);
    for (let op = 0; op < opCount; op += 1)
      if (unused[op] === 0)
        for (let i = operandStart[op]; i < operandStart[op + 1]; i += 1) this.start[operands[i] + 1] += 1;
    for (let value = 0; value < valueCount; value += 1) this.start[value + 1] += this.start[value];
    this.users = new Int32Array(this.start[valueCount]);
    this.end = this.start.slice();
    const last = new Int32Array(valueCount).fill(NONE);
    for (let op = 0; op < opCount; op += 1) {
      if (unused[op] === 1) continue;
      for (let i = operandStart[op]; i < operandStart[op + 1]; i += 1) {
        const value = operands[i];
        if (last[value] === op) continue;
        last[value] = op;
        this.users[this.end[value]] = op;
        this.end[value] += 1;
      }
    }
  }

  count(value: number): number {
    return this.end[value] - this.start[value];
  }
}
