import { Attribute, InternTable, type Parser, Printer } from '@shardform/ir-core';
import {
  ChipDescAttr,
  type ChipDescription,
  CpuDescAttr,
  type CpuDescription,
  gridsParameter,
} from './chip-description.ts';

/** One end of a link between chips: chip, and row and column of the core that sends. */
export type LinkEnd = readonly [number, number, number];

/** The components of a system. */
export interface SystemDescription {
  readonly cpus: readonly CpuDescription[];
  /** The kinds of chips. */
  readonly chips: readonly ChipDescription[];
  /** For each chip, which of {@link SystemDescription.chips} it is. */
  readonly chipIndices: readonly number[];
  /** Bits per chip; 1 says that the host reaches it over PCIe. */
  readonly capabilities: readonly number[];
  /** Rack, shelf, row and column. */
  readonly chipCoordinates: readonly (readonly number[])[];
  readonly links: readonly (readonly [LinkEnd, LinkEnd])[];
}

/**
 * `#ttcore.system_desc<[cpus], [chips], [chip indices], [capabilities], [coordinates], [links]>`: a system of chips.
 */
export class SystemDescAttr extends Attribute {
  static readonly mnemonic = 'ttcore.system_desc';
  static readonly #table = new InternTable<SystemDescAttr>();
  readonly description: SystemDescription;

  private constructor(description: SystemDescription) {
    super();
    this.description = description;
  }

  static get(description: SystemDescription): SystemDescAttr {
    const printer = new Printer();
    printDescription(printer, description);
    return this.#table.get(printer.text(), () => new SystemDescAttr(description));
  }

  static parse(this: void, parser: Parser): SystemDescAttr {
    const list = <T>(element: () => T): T[] => parser.parseList('square', element);
    parser.expect('<');
    const cpus = list(() => CpuDescAttr.parse(parser));
    parser.expect(',');
    const chips = list(() => ChipDescAttr.parse(parser));
    parser.expect(',');
    const chipIndices = list(() => parser.parseNumber());
    parser.expect(',');
    const capabilities = list(() => parseTypedI32(parser));
    parser.expect(',');
    const chipCoordinates = gridsParameter.parse(parser);
    const links = parser.accept(',') ? list(() => parseLink(parser)) : [];
    parser.expect('>');
    return SystemDescAttr.get({ cpus, chips, chipIndices, capabilities, chipCoordinates, links });
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', SystemDescAttr.mnemonic, () =>
      printDescription(printer, this.description),
    );
  }
}

function printDescription(printer: Printer, system: SystemDescription): void {
  printer.write('<[');
  printer.writeList(system.cpus, (cpu) => CpuDescAttr.get(cpu).printBody(printer));
  printer.write('], [');
  printer.writeList(system.chips, (chip) => ChipDescAttr.get(chip).printBody(printer));
  printer.write(`], [${system.chipIndices.join(', ')}], `);
  printer.write(`[${system.capabilities.map((bits) => `${bits} : i32`).join(', ')}], `);
  gridsParameter.print(printer, system.chipCoordinates);
  if (system.links.length > 0) {
    const ends = system.links.map(([a, b]) => `<[${a.join(', ')}], [${b.join(', ')}]>`);
    printer.write(`, [${ends.join(', ')}]`);
  }
  printer.write('>');
}

function parseTypedI32(parser: Parser): number {
  const value = parser.parseNumber();
  parser.expect(':');
  parser.expectKeyword('i32');
  return value;
}

function parseLink(parser: Parser): readonly [LinkEnd, LinkEnd] {
  const end = (): LinkEnd => {
    const { offset } = parser;
    const numbers = parser.parseList('square', () => parser.parseNumber());
    if (numbers.length !== 3) parser.fail('expected chip, row and column', offset);
    return [numbers[0]!, numbers[1]!, numbers[2]!];
  };
  parser.expect('<');
  const first = end();
  parser.expect(',');
  const second = end();
  parser.expect('>');
  return [first, second];
}
