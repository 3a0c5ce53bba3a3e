/**
 * Numbers the names of values in a text. Names are compared where they stand: a module has as many names as
 * operations, and making a string of each costs more than reading it.
 */
export class NameTable {
  readonly #text: string;
  /** Numbers by hash, plus one; 0 where a slot is free. Open addressing. */
  #slots = new Int32Array(1 << 10);
  #starts = new Int32Array(1 << 9);
  #lengths = new Int32Array(1 << 9);
  #size = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Number of different names; they are numbered from 0. */
  get size(): number {
    return this.#size;
  }

  /** The number of the name from `start` to `end`. */
  number(start: number, end: number): number {
    const text = this.#text;
    const slots = this.#slots;
    const mask = slots.length - 1;
    const length = end - start;
    for (let slot = hash(text, start, end) & mask; ; slot = (slot + 1) & mask) {
      const known = slots[slot]! - 1;
      if (known < 0) {
        slots[slot] = this.#size + 1;
        return this.#add(start, length);
      }
      if (this.#lengths[known] === length && sameText(text, this.#starts[known]!, start, length))
        return known;
    }
  }

  /** The name of a number. */
  spelling(number: number): string {
    const start = this.#starts[number]!;
    return this.#text.slice(start, start + this.#lengths[number]!);
  }

  #add(start: number, length: number): number {
    const number = this.#size++;
    this.#starts[number] = start;
    this.#lengths[number] = length;
    if (this.#size === this.#starts.length) this.#grow();
    return number;
  }

  #grow(): void {
    this.#starts = grown(this.#starts);
    this.#lengths = grown(this.#lengths);
    const slots = new Int32Array(2 * this.#slots.length);
    const mask = slots.length - 1;
    for (let number = 0; number < this.#size; number++) {
      const start = this.#starts[number]!;
      let slot = hash(this.#text, start, start + this.#lengths[number]!) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.#slots = slots;
  }
}

/** FNV-1a, with its high bits mixed into the low ones, which alone are looked at. */
function hash(text: string, start: number, end: number): number {
  let value = 0x811c9dc5;
  for (let i = start; i < end; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value ^ (value >>> 15);
}

function sameText(text: string, a: number, b: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (text.charCodeAt(a + i) !== text.charCodeAt(b + i)) return false;
  return true;
}

function grown(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * numbers.length);
  larger.set(numbers);
  return larger;
}
