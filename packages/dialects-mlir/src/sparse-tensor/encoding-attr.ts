import {
  Attribute,
  FloatAttr,
  IntegerAttr,
  InternTable,
  type Parser,
  type Printer,
  type Type,
} from '@shardform/ir-core';
import { type EncodingMap, parseEncodingMap, printEncodingMap } from './encoding-map.ts';
import { levelsToDimensions } from './level-map.ts';
import { levelTypeText } from './level-type.ts';
import { levelProblem } from './level-rules.ts';

type NumberAttr = FloatAttr | IntegerAttr;

/** The fields of an encoding. */
export interface SparseEncoding extends EncodingMap {
  /** Bits of positions and coordinates in memory; 0 for those of `index`. */
  readonly positionWidth: number;
  readonly coordinateWidth: number;
  /** The value of all stored elements, where it is one. */
  readonly explicitValue: NumberAttr | null;
  /** The value of the elements that are not stored; it is zero. */
  readonly implicitValue: NumberAttr | null;
}

const WIDTHS: readonly number[] = [0, 8, 16, 32, 64];

/**
 * `#sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>`: how the elements of a tensor that are
 * not zero are stored, level by level; written as the tensor's encoding (MLIR, `sparse_tensor.encoding`).
 */
export class SparseEncodingAttr extends Attribute {
  static readonly mnemonic = 'sparse_tensor.encoding';
  static readonly #table = new InternTable<SparseEncodingAttr>();
  readonly encoding: SparseEncoding;

  private constructor(encoding: SparseEncoding) {
    super();
    this.encoding = encoding;
  }

  static get(encoding: SparseEncoding): SparseEncodingAttr {
    const { toLevels, levels, slices, positionWidth, coordinateWidth } = encoding;
    const { explicitValue, implicitValue } = encoding;
    const key = [
      toLevels.id,
      levels.map(levelTypeText).join(';'),
      slices.map(({ id }) => id).join(';'),
      positionWidth,
      coordinateWidth,
      explicitValue?.id,
      implicitValue?.id,
    ];
    return this.#table.get(key.join(), () => new SparseEncodingAttr(encoding));
  }

  static parse(this: void, parser: Parser): SparseEncodingAttr {
    const start = parser.offset - 'encoding'.length;
    parser.expect('<');
    parser.expect('{');
    const fields = new EncodingFields(parser, start);
    while (!parser.at('}')) {
      fields.parseField();
      if (!parser.accept(',')) break;
    }
    parser.expect('}');
    parser.expect('>');
    return SparseEncodingAttr.get(fields.checked());
  }

  /** Why no tensor of this shape can have the encoding, or `null`; asked when a type is read. */
  verifyEncoding(shape: readonly number[], elementType: Type): string | null {
    const { toLevels, explicitValue, implicitValue } = this.encoding;
    if (toLevels.dimCount !== shape.length) {
      return `dimension-rank mismatch between encoding and tensor shape: ${toLevels.dimCount} != ${shape.length}`;
    }
    const values = [
      ['explicit', explicitValue],
      ['implicit', implicitValue],
    ] as const;
    for (const [name, value] of values) {
      if (value === null || value.type === elementType) continue;
      return `${name} value type mismatch between encoding and tensor element type: '${String(value.type)}' != '${String(elementType)}'`;
    }
    return implicitValue === null || Number(implicitValue.value) === 0 ? null : 'implicit value must be zero';
  }

  print(printer: Printer): void {
    const { positionWidth, coordinateWidth, explicitValue, implicitValue } = this.encoding;
    printer.printDialectSymbol('#', SparseEncodingAttr.mnemonic, () => {
      printer.write('<{ map = ');
      printEncodingMap(printer, this.encoding);
      if (positionWidth > 0) printer.write(`, posWidth = ${positionWidth}`);
      if (coordinateWidth > 0) printer.write(`, crdWidth = ${coordinateWidth}`);
      if (explicitValue !== null) {
        printer.write(', explicitVal = ');
        printer.printAttribute(explicitValue);
      }
      if (implicitValue !== null) {
        printer.write(', implicitVal = ');
        printer.printAttribute(implicitValue);
      }
      printer.write(' }>');
    });
  }
}

/** The fields of an encoding while they are read. */
class EncodingFields {
  readonly #parser: Parser;
  /** Offset of the attribute's mnemonic, where its problems are told. */
  readonly #start: number;
  #map: EncodingMap | null = null;
  #positionWidth = 0;
  #coordinateWidth = 0;
  #explicitValue: NumberAttr | null = null;
  #implicitValue: NumberAttr | null = null;

  constructor(parser: Parser, start: number) {
    this.#parser = parser;
    this.#start = start;
  }

  parseField(): void {
    const parser = this.#parser;
    const key = parser.parseKeyword();
    parser.expect('=');
    switch (key) {
      case 'map':
        this.#map = parseEncodingMap(parser);
        return;
      case 'posWidth':
        this.#positionWidth = this.#parseWidth('position');
        return;
      case 'crdWidth':
        this.#coordinateWidth = this.#parseWidth('coordinate');
        return;
      case 'explicitVal':
        this.#explicitValue = this.#parseValue(key);
        return;
      case 'implicitVal':
        this.#implicitValue = this.#parseValue(key);
        return;
      default:
        this.#fail(`unexpected key: ${key}`);
    }
  }

  checked(): SparseEncoding {
    const map = this.#map;
    if (map === null || map.levels.length === 0) return this.#fail('expected a non-empty array for lvlTypes');
    const inverse = levelsToDimensions(map.toLevels);
    // Of maps with symbols no inverse is known; they are accepted.
    if (map.toLevels.symbolCount === 0) {
      if (inverse === null) this.#fail('failed to infer lvlToDim from dimToLvl');
      if (map.toDimensions !== null && map.toDimensions !== inverse) {
        this.#fail('expected lvlToDim to be an inverse of dimToLvl');
      }
    }
    const problem = levelProblem(map);
    if (problem !== null) this.#fail(problem);
    return {
      ...map,
      // What the levels say already makes no difference.
      toDimensions: inverse,
      positionWidth: this.#positionWidth,
      coordinateWidth: this.#coordinateWidth,
      explicitValue: this.#explicitValue,
      implicitValue: this.#implicitValue,
    };
  }

  #parseWidth(what: 'position' | 'coordinate'): number {
    const attribute = this.#parser.parseAttribute();
    if (!(attribute instanceof IntegerAttr)) return this.#fail(`expected an integral ${what} bitwidth`);
    const width = Number(attribute.value);
    return WIDTHS.includes(width) ? width : this.#fail(`unexpected ${what} bitwidth: ${width}`);
  }

  #parseValue(key: string): NumberAttr {
    const attribute = this.#parser.parseAttribute();
    if (attribute instanceof FloatAttr || attribute instanceof IntegerAttr) return attribute;
    return this.#fail(`expected a numeric value for ${key}`);
  }

  #fail(message: string): never {
    return this.#parser.failSyntax(message, this.#start);
  }
}
