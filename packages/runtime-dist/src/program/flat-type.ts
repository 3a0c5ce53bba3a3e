/** The shape and element size of a tensor in a flat program. */
export interface FlatType {
  readonly shape: readonly number[];
  /** Bytes per element. */
  readonly elementBytes: number;
  /** Number of elements; 1 for a scalar. */
  readonly elements: number;
  readonly bytes: number;
  /** True if the values are known statically, as shapes are: DistIR folds them, and counts a byte for each. */
  readonly isKnown: boolean;
}

/** The types of a program, each once. */
export class FlatTypes {
  readonly list: FlatType[] = [];
  readonly #numbers = new Map<string, number>();

  /** The number of the type of a shape. */
  of(shape: readonly number[], elementBytes: number, isKnown = false): number {
    const key = `${shape.join('x')}|${elementBytes}${isKnown ? '!' : ''}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    let elements = 1;
    for (const size of shape) elements *= size;
    const number = this.list.length;
    const bytes = isKnown ? elements : elements * elementBytes;
    this.list.push({ shape: [...shape], elementBytes, elements, bytes, isKnown });
    this.#numbers.set(key, number);
    return number;
  }

  get(number: number): FlatType {
    return this.list[number];
  }
}
