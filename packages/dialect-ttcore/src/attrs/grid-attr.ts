import {
  type AffineMapAttr,
  Attribute,
  InternTable,
  parseAffineMapBody,
  type Parser,
  type Printer,
} from '@shardform/ir-core';
import { parseGrid } from './grid-text.ts';

/**
 * `#ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = ...>`: a grid of cores.
 * The maps say which chip and core a place of the grid is, and back; most grids have none.
 */
export class GridAttr extends Attribute {
  static readonly mnemonic = 'ttcore.grid';
  static readonly #table = new InternTable<GridAttr>();
  /** Rows and columns. */
  readonly shape: readonly number[];
  readonly virtToPhysical: AffineMapAttr | null;
  readonly physicalToVirt: AffineMapAttr | null;

  private constructor(
    shape: readonly number[],
    virtToPhysical: AffineMapAttr | null,
    physicalToVirt: AffineMapAttr | null,
  ) {
    super();
    this.shape = shape;
    this.virtToPhysical = virtToPhysical;
    this.physicalToVirt = physicalToVirt;
  }

  static get(
    shape: readonly number[],
    virtToPhysical: AffineMapAttr | null = null,
    physicalToVirt: AffineMapAttr | null = null,
  ): GridAttr {
    const key = `${shape.join('x')}|${virtToPhysical?.id ?? ''}|${physicalToVirt?.id ?? ''}`;
    return this.#table.get(key, () => new GridAttr([...shape], virtToPhysical, physicalToVirt));
  }

  static parse(this: void, parser: Parser): GridAttr {
    parser.expect('<');
    const shape = parseGrid(parser);
    const maps: (AffineMapAttr | null)[] = [];
    for (const name of ['virt_to_physical_map', 'physical_to_virt_map']) {
      if (!parser.accept(',')) break;
      parser.expectKeyword(name);
      parser.expect('=');
      maps.push(parseAffineMapBody(parser));
    }
    parser.expect('>');
    return GridAttr.get(shape, maps[0] ?? null, maps[1] ?? null);
  }

  /** Writes what follows the mnemonic, `<8x8>`: other attributes leave the mnemonic out. */
  printBody(printer: Printer): void {
    printer.write(`<${this.shape.join('x')}`);
    for (const [name, map] of [
      ['virt_to_physical_map', this.virtToPhysical],
      ['physical_to_virt_map', this.physicalToVirt],
    ] as const) {
      if (map === null) continue;
      printer.write(`, ${name} = `);
      map.printBody(printer);
    }
    printer.write('>');
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', GridAttr.mnemonic, () => this.printBody(printer));
  }
}
