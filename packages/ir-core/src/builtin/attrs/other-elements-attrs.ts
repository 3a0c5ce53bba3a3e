import { currentBudget } from '../../budget/budget.ts';
import { Attribute } from '../../ir/attribute.ts';
import { InternTable, textKey } from '../../ir/intern.ts';
import type { Printer } from '../../text/printer.ts';
import { IntegerType } from '../types/integer-type.ts';
import type { ShapedType } from '../types/shaped-types.ts';
import { printDenseElements } from './dense-text.ts';
import type { DenseElementsAttr } from './dense-elements-attr.ts';

/** `dense<["a", "b"]> : tensor<2x!dialect.string>`: elements that are strings. */
export class DenseStringsAttr extends Attribute {
  static readonly #table = new InternTable<DenseStringsAttr>();
  readonly type: ShapedType;
  /** One per element, or one that stands for all. */
  readonly values: readonly string[];

  private constructor(type: ShapedType, values: readonly string[]) {
    super();
    this.type = type;
    this.values = values;
  }

  static get(type: ShapedType, values: readonly string[]): DenseStringsAttr {
    const all = values.every((value) => value === values[0]) && values.length > 0 ? [values[0]!] : values;
    return this.#table.get(
      `${type.id}|${all.map(textKey).join()}`,
      () => new DenseStringsAttr(type, [...all]),
    );
  }

  print(printer: Printer): void {
    printer.write('dense<');
    this.printElements(printer);
    printer.write('> : ');
    printer.printType(this.type);
  }

  /** Prints the text between the angle brackets. */
  printElements(printer: Printer): void {
    if (this.values.length === 1) printer.writeString(this.values[0]!);
    else this.#list(printer, 0, this.values);
  }

  #list(printer: Printer, dimension: number, values: readonly string[]): void {
    const shape = this.type.shape ?? [];
    if (dimension === shape.length) {
      printer.writeString(values[0] ?? '');
      return;
    }
    const share = values.length / shape[dimension]!;
    printer.write('[');
    for (let i = 0; i < shape[dimension]!; i++) {
      if (i > 0) printer.write(', ');
      this.#list(printer, dimension + 1, values.slice(i * share, (i + 1) * share));
    }
    printer.write(']');
  }
}

/** `dense_resource<key> : type`: elements that stand in the file's resource section. */
export class DenseResourceAttr extends Attribute {
  static readonly #table = new InternTable<DenseResourceAttr>();
  readonly key: string;
  readonly type: ShapedType;

  private constructor(key: string, type: ShapedType) {
    super();
    this.key = key;
    this.type = type;
  }

  static get(key: string, type: ShapedType): DenseResourceAttr {
    return this.#table.get(`${type.id}|${key}`, () => new DenseResourceAttr(key, type));
  }

  print(printer: Printer): void {
    printer.mentionResource('builtin', this.key);
    printer.write('dense_resource<');
    printer.writeKeywordOrString(this.key);
    printer.write('> : ');
    printer.printType(this.type);
  }
}

/** `sparse<indices, values> : type`: values at some positions, zero elsewhere. */
export class SparseElementsAttr extends Attribute {
  static readonly #table = new InternTable<SparseElementsAttr>();
  readonly type: ShapedType;
  /** `[values, rank]` positions. */
  readonly indices: DenseElementsAttr;
  readonly values: DenseElementsAttr | DenseStringsAttr;

  private constructor(
    type: ShapedType,
    indices: DenseElementsAttr,
    values: DenseElementsAttr | DenseStringsAttr,
  ) {
    super();
    this.type = type;
    this.indices = indices;
    this.values = values;
  }

  static get(
    type: ShapedType,
    indices: DenseElementsAttr,
    values: DenseElementsAttr | DenseStringsAttr,
  ): SparseElementsAttr {
    return this.#table.get(
      `${type.id}|${indices.id}|${values.id}`,
      () => new SparseElementsAttr(type, indices, values),
    );
  }

  /** Returns an error message for invalid shapes or positions, or `null`. */
  invalid(): string | null {
    if (!(this.indices.type.elementType instanceof IntegerType)) return 'expected integer indices';
    const { shape } = this.type;
    const [indexShape, valueShape] = [this.indices.type.shape, this.values.type.shape];
    if (shape === null || indexShape === null || valueShape?.length !== 1)
      return 'expected 1-d tensor for sparse element values';
    const fits =
      indexShape.length === 2
        ? indexShape[1] === shape.length
        : indexShape.length === 1 && shape.length === 1;
    if (!fits || indexShape[0] !== valueShape[0])
      return `expected shape ([${shape.join(', ')}]); inferred shape of indices literal ([${indexShape.join(', ')}]); inferred shape of values literal ([${valueShape.join(', ')}])`;
    const positions = this.indices.integers();
    currentBudget().check('elements', 'a sparse constant has', this.indices.type.dimSize(0));
    for (let number = 0; number < this.indices.type.dimSize(0); number++) {
      const position = positions.slice(number * shape.length, (number + 1) * shape.length);
      if (position.every((at, d) => at >= 0n && at < this.type.dimSize(d))) continue;
      return `sparse index #${number} is not contained within the value shape, with index=[${position.join(', ')}], and type='${String(this.type)}'`;
    }
    return null;
  }

  print(printer: Printer): void {
    printer.write('sparse<');
    if (this.indices.elementCount > 0) {
      printDenseElements(printer, this.indices);
      printer.write(', ');
      if (this.values instanceof DenseStringsAttr) this.values.printElements(printer);
      else printDenseElements(printer, this.values);
    }
    printer.write('> : ');
    printer.printType(this.type);
  }
}
