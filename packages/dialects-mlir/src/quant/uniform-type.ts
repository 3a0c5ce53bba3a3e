import {
  bigIntegerParameter,
  decodeFloat,
  defineType,
  encodeFloat,
  f64,
  type FloatFormat,
  type FloatType,
  type IntegerType,
  optionalParameter,
  type Parameter,
  type Parser,
} from '@shardform/ir-core';
import { expressedTypeParameter, parseExpressedType } from './expressed-type.ts';
import { parseFloatLiteral, scaleText } from './scale-text.ts';
import { checkStorage, parseStorage, printStorage, storageParameter } from './storage.ts';

/** The mapping from stored integers to numbers: `(stored - zeroPoint) * scale`. */
export interface Scaling {
  readonly scale: number;
  readonly zeroPoint: bigint;
}

const scalingsParameter: Parameter<readonly Scaling[]> = {
  kind: 'array of scales and zero points',
  // Every positive number is a scale of the widest type; the type's own text knows which one is expressed.
  parse: (parser) => parseScalings(parser, f64),
  print: (printer, scalings) => printer.write(scalings.map(scalingText).join(',')),
  key: (scalings) =>
    scalings.map(({ scale, zeroPoint }) => `${encodeFloat(f64.format, scale)}:${zeroPoint}`).join(),
};

/**
 * `!quant.uniform<i8:f32, 2.0:1>`: numbers that are stored as integers with one scale, or with one for each index
 * of a dimension: `!quant.uniform<i8:f32:1, {2.0,3.0:5}>`.
 */
export class UniformQuantizedType extends defineType('quant.uniform', {
  summary: 'Integers that stand for numbers by scales and zero points',
  parameters: {
    storage: storageParameter,
    expressedType: expressedTypeParameter,
    /** One for all, or one for each index of the dimension. */
    scalings: scalingsParameter,
    /** `null` where one scale is for all. */
    dimension: /* @__PURE__ */ optionalParameter(bigIntegerParameter),
  },
  format: {
    syntax: '`<` $storage `:` $expressedType (`:` $dimension^)? `,` $scalings `>`',
    parse(parser) {
      const offset = parser.offset - 'uniform'.length;
      parser.expect('<');
      const storage = parseStorage(parser);
      parser.expect(':');
      const expressedType = parseExpressedType(parser);
      const dimension = parser.accept(':') ? parser.outsideOp(() => parser.parseInteger()) : null;
      parser.expect(',');
      const scalings =
        dimension === null ? [parseScaling(parser, expressedType)] : parseScalings(parser, expressedType);
      parser.expect('>');
      checkStorage(storage, parser, offset);
      if (dimension !== null && dimension < 0n) {
        parser.failSyntax(`illegal quantized dimension: ${dimension}`, offset);
      }
      return { storage, expressedType, scalings, dimension };
    },
    print(printer, { storage, expressedType, scalings, dimension }) {
      printer.write('<');
      printStorage(printer, storage);
      printer.write(':');
      printer.printType(expressedType);
      const text = scalings.map(scalingText).join(',');
      printer.write(dimension === null ? `, ${text}>` : `:${dimension}, {${text}}>`);
    },
  },
}) {
  get quantization(): 'per-tensor' | 'per-axis' {
    return this.dimension === null ? 'per-tensor' : 'per-axis';
  }

  /** The integers in memory. */
  get storageType(): IntegerType {
    return this.storage.type;
  }
}

function scalingText({ scale, zeroPoint }: Scaling): string {
  return `${scaleText(scale)}${zeroPoint === 0n ? '' : `:${zeroPoint}`}`;
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
