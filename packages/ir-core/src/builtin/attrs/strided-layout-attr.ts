import { Attribute } from '../../ir/attribute.ts';
import { InternTable } from '../../ir/intern.ts';
import type { Printer } from '../../text/printer.ts';

/** A distance in elements; `null` where it is known only when the program runs. */
export type StridedSize = bigint | null;

/** `strided<[4, ?], offset: 3>`: a buffer whose dimensions advance by fixed distances. */
export class StridedLayoutAttr extends Attribute {
  static readonly #table = new InternTable<StridedLayoutAttr>();
  readonly isMemRefLayout = true;
  /** Strides are never taken for the default, which depends on the shape. */
  readonly isIdentity = false;
  /** Per dimension, in elements. */
  readonly strides: readonly StridedSize[];
  /** Of the first element, in elements. */
  readonly offset: StridedSize;

  private constructor(strides: readonly StridedSize[], offset: StridedSize) {
    super();
    this.strides = strides;
    this.offset = offset;
  }

  static get(strides: readonly StridedSize[], offset: StridedSize = 0n): StridedLayoutAttr {
    const key = `${strides.map(sizeText).join()}:${sizeText(offset)}`;
    return this.#table.get(key, () => new StridedLayoutAttr([...strides], offset));
  }

  /** Why a buffer with this number of dimensions can't have these strides, or `null`. */
  problemForRank(rank: number): string | null {
    return rank === this.strides.length ? null : 'expected the number of strides to match the rank';
  }

  print(printer: Printer): void {
    printer.write(`strided<[${this.strides.map(sizeText).join(', ')}]`);
    if (this.offset !== 0n) printer.write(`, offset: ${sizeText(this.offset)}`);
    printer.write('>');
  }
}

function sizeText(size: StridedSize): string {
  return size === null ? '?' : String(size);
}
