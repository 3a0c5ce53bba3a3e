/** Numbers, of which that of the least key is taken first; of equal keys, the largest number. */
export class NumberQueue {
  /** By number. The key of a number in the queue doesn't change. */
  readonly #keys: Float64Array;
  /** A binary heap. */
  readonly #numbers: number[] = [];

  constructor(keys: Float64Array) {
    this.#keys = keys;
  }

  get first(): number | undefined {
    return this.#numbers[0];
  }

  add(number: number): void {
    const numbers = this.#numbers;
    const keys = this.#keys;
    const key = keys[number]!;
    let at = numbers.push(number) - 1;
    while (at > 0) {
      const up = (at - 1) >> 1;
      const parent = numbers[up]!;
      const other = keys[parent]!;
      if (key > other || (key === other && number < parent)) break;
      numbers[at] = parent;
      at = up;
    }
    numbers[at] = number;
  }

  take(): number | undefined {
    const numbers = this.#numbers;
    const first = numbers[0];
    const last = numbers.pop();
    if (last === undefined || numbers.length === 0) return first;
    const keys = this.#keys;
    const key = keys[last]!;
    const count = numbers.length;
    let at = 0;
    for (let down = 1; down < count; down = 2 * at + 1) {
      let child = numbers[down]!;
      let least = keys[child]!;
      if (down + 1 < count) {
        const right = numbers[down + 1]!;
        const other = keys[right]!;
        if (other < least || (other === least && right > child)) {
          child = right;
          least = other;
          down++;
        }
      }
      if (key < least || (key === least && last > child)) break;
      numbers[at] = child;
      at = down;
    }
    numbers[at] = last;
    return first;
  }
}
