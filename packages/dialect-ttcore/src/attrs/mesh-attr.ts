import { Attribute, idKey, InternTable, type Parser, type Printer, textKey } from '@shardform/ir-core';
import { parseGrid } from './grid-text.ts';

/** `#ttcore.mesh<"mesh" = 2x4>`: a named grid of devices. */
export class MeshAttr extends Attribute {
  static readonly mnemonic = 'ttcore.mesh';
  static readonly #table = new InternTable<MeshAttr>();
  readonly name: string;
  /** Devices along each axis of the grid. */
  readonly shape: readonly number[];

  private constructor(name: string, shape: readonly number[]) {
    super();
    this.name = name;
    this.shape = shape;
  }

  static get(name: string, shape: readonly number[]): MeshAttr {
    return this.#table.get(`${textKey(name)}${shape.join('x')}`, () => new MeshAttr(name, [...shape]));
  }

  static parse(this: void, parser: Parser): MeshAttr {
    parser.expect('<');
    const name = parser.parseString();
    parser.expect('=');
    const shape = parseGrid(parser);
    parser.expect('>');
    return MeshAttr.get(name, shape);
  }

  printBody(printer: Printer): void {
    printer.write('<');
    printer.writeString(this.name);
    printer.write(` = ${this.shape.join('x')}>`);
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', MeshAttr.mnemonic, () => this.printBody(printer));
  }
}

/** `#ttcore.meshes<[<"mesh" = 2x4>]>`: the meshes of a module. */
export class MeshesAttr extends Attribute {
  static readonly mnemonic = 'ttcore.meshes';
  static readonly #table = new InternTable<MeshesAttr>();
  readonly meshes: readonly MeshAttr[];

  private constructor(meshes: readonly MeshAttr[]) {
    super();
    this.meshes = meshes;
  }

  static get(meshes: readonly MeshAttr[]): MeshesAttr {
    return this.#table.get(idKey(meshes), () => new MeshesAttr([...meshes]));
  }

  static parse(this: void, parser: Parser): MeshesAttr {
    parser.expect('<');
    const meshes = parser.parseList('square', () => MeshAttr.parse(parser));
    parser.expect('>');
    return MeshesAttr.get(meshes);
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', MeshesAttr.mnemonic, () => {
      printer.write('<[');
      printer.writeList(this.meshes, (mesh) => mesh.printBody(printer));
      printer.write(']>');
    });
  }
}

/** `#ttcore.tensor_mesh<"mesh">`: the encoding of a tensor that lives on a mesh. */
export class TensorMeshAttr extends Attribute {
  static readonly mnemonic = 'ttcore.tensor_mesh';
  static readonly #table = new InternTable<TensorMeshAttr>();
  readonly name: string;

  private constructor(name: string) {
    super();
    this.name = name;
  }

  static get(name: string): TensorMeshAttr {
    return this.#table.get(name, () => new TensorMeshAttr(name));
  }

  static parse(this: void, parser: Parser): TensorMeshAttr {
    parser.expect('<');
    const name = parser.parseString();
    parser.expect('>');
    return TensorMeshAttr.get(name);
  }

  printBody(printer: Printer): void {
    printer.write('<');
    printer.writeString(this.name);
    printer.write('>');
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', TensorMeshAttr.mnemonic, () => this.printBody(printer));
  }
}
