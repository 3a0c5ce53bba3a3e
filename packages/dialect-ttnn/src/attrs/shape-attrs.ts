import { Attribute, InternTable, type Parser, type Printer } from '@shardform/ir-core';
import { parseGrid } from '@shardform/dialect-ttcore';

/** `#ttnn.shape<1x64>`: sizes; a scalar's are none. */
export class ShapeAttr extends Attribute {
  static readonly mnemonic = 'ttnn.shape';
  static readonly #table = new InternTable<ShapeAttr>();
  readonly shape: readonly number[];

  private constructor(shape: readonly number[]) {
    super();
    this.shape = shape;
  }

  static get(shape: readonly number[]): ShapeAttr {
    return this.#table.get(shape.join('x'), () => new ShapeAttr([...shape]));
  }

  static parse(this: void, parser: Parser): ShapeAttr {
    parser.expect('<');
    const shape = parseGrid(parser);
    parser.expect('>');
    return ShapeAttr.get(shape);
  }

  printBody(printer: Printer): void {
    printer.write(`<${this.shape.join('x')}>`);
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', ShapeAttr.mnemonic, () => this.printBody(printer));
  }
}

/** `#ttnn<mesh_shape 2x4>`: rows and columns of devices. */
export class MeshShapeAttr extends Attribute {
  static readonly mnemonic = 'ttnn.mesh_shape';
  static readonly #table = new InternTable<MeshShapeAttr>();
  readonly shape: readonly number[];

  private constructor(shape: readonly number[]) {
    super();
    this.shape = shape;
  }

  static get(shape: readonly number[]): MeshShapeAttr {
    return this.#table.get(shape.join('x'), () => new MeshShapeAttr([...shape]));
  }

  static parse(this: void, parser: Parser): MeshShapeAttr {
    return MeshShapeAttr.get(parseGrid(parser));
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', MeshShapeAttr.mnemonic, () => printer.write(` ${this.shape.join('x')}`));
  }
}

/** `#ttnn<mesh_offset 0x0>`: row and column of the first device of a mesh. */
export class MeshOffsetAttr extends Attribute {
  static readonly mnemonic = 'ttnn.mesh_offset';
  static readonly #table = new InternTable<MeshOffsetAttr>();
  readonly offset: readonly number[];

  private constructor(offset: readonly number[]) {
    super();
    this.offset = offset;
  }

  static get(offset: readonly number[]): MeshOffsetAttr {
    return this.#table.get(offset.join('x'), () => new MeshOffsetAttr([...offset]));
  }

  static parse(this: void, parser: Parser): MeshOffsetAttr {
    return MeshOffsetAttr.get(parseGrid(parser));
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', MeshOffsetAttr.mnemonic, () =>
      printer.write(` ${this.offset.join('x')}`),
    );
  }
}
