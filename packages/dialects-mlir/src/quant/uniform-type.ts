import {
  type Attribute,
  decodeFloat,
  encodeFloat,
  f64,
  FloatAttr,
  type FloatFormat,
  FloatType,
  InternTable,
  type IntegerType,
  type Parser,
  printFloat,
  type Printer,
  Type,
} from '@shardform/ir-core';
import { checkStorage, parseStorage, printStorage, type Storage, storageKey } from './storage.ts';

/** The mapping from stored integers to numbers: `(stored - zeroPoint) * scale`. */
export interface Scaling {
  readonly scale: number;
  readonly zeroPoint: bigint;
}

/**
 * `!quant.uniform<i8:f32, 2.0:1>`: numbers that are stored as integers with one scale, or with one for each index
 * of a dimension: `!quant.uniform<i8:f32:1, {2.0,3.0:5}>`.
 */
export class UniformQuantizedType extends Type {
  static readonly mnemonic = 'quant.uniform';
  static readonly #table = new InternTable<UniformQuantizedType>();
  readonly storage: Storage;
  readonly expressedType: FloatType;
  /** One for all, or one for each index of the dimension. */
  readonly scalings: readonly Scaling[];
  /** `null` where one scale is for all. */
  readonly dimension: bigint | null;

  private constructor(
    storage: Storage,
    expressedType: FloatType,
    scalings: readonly Scaling[],
    dimension: bigint | null,
  ) {
    super();
    this.storage = storage;
    this.expressedType = expressedType;
    this.scalings = scalings;
    this.dimension = dimension;
  }

  static get(
    storage: Storage,
    expressedType: FloatType,
    scalings: readonly Scaling[],
    dimension: bigint | null = null,
  ): UniformQuantizedType {
    const list = scalings.map(({ scale, zeroPoint }) => `${encodeFloat(f64.format, scale)}:${zeroPoint}`);
    const key = `${storageKey(storage)}|${expressedType.id}|${dimension ?? ''}|${list.join()}`;
    return this.#table.get(
      key,
      () => new UniformQuantizedType(storage, expressedType, [...scalings], dimension),
    );
  }

  static parse(this: void, parser: Parser): UniformQuantizedType {
    const offset = parser.offset - 'uniform'.length;
    parser.expect('<');
    const storage = parseStorage(parser);
    parser.expect(':');
    const expressed = parseExpressedType(parser);
    const dimension = parser.accept(':') ? parser.outsideOp(() => parser.parseInteger()) : null;
    parser.expect(',');
    const scalings =
      dimension === null ? [parseScaling(parser, expressed)] : parseScalings(parser, expressed);
    parser.expect('>');
    checkStorage(storage, parser, offset);
    if (dimension !== null && dimension < 0n) {
      parser.failSyntax(`illegal quantized dimension: ${dimension}`, offset);
    }
    return UniformQuantizedType.get(storage, expressed, scalings, dimension);
  }

  get quantization(): 'per-tensor' | 'per-axis' {
    return this.dimension === null ? 'per-tensor' : 'per-axis';
  }

  /** The integers in memory. */
  get storageType(): IntegerType {
    return this.storage.type;
  }

  override subAttributes(): readonly Attribute[] {
    return [this.expressedType];
  }

  override withSubAttributes([expressed]: readonly Attribute[]): UniformQuantizedType {
    // Types are replaced by types; one that is no float can't be expressed.
    const type = expressed instanceof FloatType ? expressed : this.expressedType;
    return UniformQuantizedType.get(this.storage, type, this.scalings, this.dimension);
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('!', UniformQuantizedType.mnemonic, () => {
      printer.write('<');
      printStorage(printer, this.storage);
      printer.write(':');
      printer.printType(this.expressedType);
      const texts = this.scalings.map(
        ({ scale, zeroPoint }) => `${scaleText(scale)}${zeroPoint === 0n ? '' : `:${zeroPoint}`}`,
      );
      printer.write(
        this.dimension === null ? `, ${texts[0]!}>` : `:${this.dimension}, {${texts.join(',')}}>`,
      );
    });
  }
}

/** Returns a number as attributes of type f64 write it. */
export function scaleText(value: number): string {
  return printFloat(f64.format, encodeFloat(f64.format, value));
}

/** Returns the type of the numbers that integers stand for. */
export function parseExpressedType(parser: Parser): FloatType {
  const { offset } = parser;
  const type = parser.parseType();
  return type instanceof FloatType ? type : parser.failSyntax('invalid kind of type specified', offset);
}

/** Returns a number with a point. */
export function parseFloatLiteral(parser: Parser): number {
  if (!parser.at('float') && !parser.at('integer') && !parser.at('-')) {
    parser.failSyntax('expected floating point literal');
  }
  // A number read as f64 is a float attribute.
  return (parser.parseAttribute(f64) as FloatAttr).value;
}

function parseScaling(parser: Parser, expressedType: FloatType): Scaling {
  const scale = parseFloatLiteral(parser);
  const [least, greatest] = positiveRange(expressedType.format);
  if (!(scale >= least && scale <= greatest)) {
    parser.failSyntax(
      `scale ${exponentText(scale)} out of expressed type range [${exponentText(least)}, ${exponentText(greatest)}]`,
      parser.offset,
    );
  }
  const zeroPoint = parser.accept(':') ? parser.outsideOp(() => parser.parseInteger()) : 0n;
  return { scale, zeroPoint };
}

function parseScalings(parser: Parser, expressedType: FloatType): Scaling[] {
  parser.expect('{');
  const scalings = parser.parseList('none', () => parseScaling(parser, expressedType));
  parser.expect('}');
  return scalings;
}

/** The least and greatest positive number of a format, as far as numbers of 64 bits hold them. */
function positiveRange(format: FloatFormat): readonly [number, number] {
  if (format.width <= 32) return [decodeFloat(format, 1), decodeFloat(format, format.maxFinite)];
  return format.width === 64 ? [Number.MIN_VALUE, Number.MAX_VALUE] : [0, Infinity];
}

/** A number as messages write it: `1.000000e+05`. */
function exponentText(value: number): string {
  return value.toExponential(6).replace(/e([+-])([0-9])$/, 'e$10$2');
}
