/** The shape and element size of a tensor in a flat program. */
export interface FlatType {
  readonly shape: readonly number[];
  /** Bytes per element. */
  readonly elementBytes: number;
  /** Number of elements; 1 for a scalar. */
  readonly elements: number;
  readonly bytes: number;
}

/** The types of a program, each once. */
export class FlatTypes {
  readonly list: FlatType[] = [];
  readonly #numbers = new Map<string, number>();

  /** The number of the type of a shape. */
  of(shape: readonly number[], elementBytes: number): number {
    const key = `${shape.join('x')}|${elementBytes}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    let elements = 1;
    for (const size of shape) elements *= size;
    const number = this.list.length;
    this.list.push({ shape: [...shape], elementBytes, elements, bytes: elements * elementBytes });
    this.#numbers.set(key, number);
    return number;
  }

  get(number: number): FlatType {
    return this.list[number]!;
  }
}
