import {
  affineMapParameter,
  arrayParameter,
  type AttrAssembly,
  type Attribute,
  attributeOf,
  attributeWhere,
  defineAttr,
  FloatAttr,
  IntegerAttr,
  integerParameter,
  optionalParameter,
  type Parameter,
  type ParameterValues,
  type Parser,
  type Type,
} from '@shardform/ir-core';
import { DimSliceAttr } from './dim-slice-attr.ts';
import { type EncodingMap, parseEncodingMap, printEncodingMap } from './encoding-map.ts';
import { levelsToDimensions } from './level-map.ts';
import { levelProblem } from './level-rules.ts';
import { type LevelType, levelTypeText, parseLevelType } from './level-type.ts';

type NumberAttr = FloatAttr | IntegerAttr;

function isNumber(attribute: Attribute): attribute is NumberAttr {
  return attribute instanceof FloatAttr || attribute instanceof IntegerAttr;
}

const levelParameter: Parameter<LevelType> = {
  kind: 'level type',
  parse: parseLevelType,
  print: (printer, level) => printer.write(levelTypeText(level)),
  key: levelTypeText,
};

const numberParameter = /* @__PURE__ */ attributeWhere(isNumber, {
  kind: 'number',
  problem: 'expected a numeric value',
});

const parameters = {
  /** One for each level. */
  lvlTypes: /* @__PURE__ */ arrayParameter(levelParameter),
  /** From coordinates of the tensor to those of the levels that store it. */
  dimToLvl: affineMapParameter,
  /** What the first map says the other way around; `null` if that has symbols. */
  lvlToDim: /* @__PURE__ */ optionalParameter(affineMapParameter),
  /** Bits of positions and coordinates in memory; 0 for those of `index`. */
  posWidth: integerParameter,
  crdWidth: integerParameter,
  /** The value of all stored elements, where it is one. */
  explicitVal: /* @__PURE__ */ optionalParameter(numberParameter),
  /** The value of the elements that are not stored; it is zero. */
  implicitVal: /* @__PURE__ */ optionalParameter(numberParameter),
  /** One for each dimension, or none at all. */
  dimSlices: /* @__PURE__ */ arrayParameter(/* @__PURE__ */ attributeOf(DimSliceAttr)),
};

type SparseEncoding = ParameterValues<typeof parameters>;

const WIDTHS: readonly number[] = [0, 8, 16, 32, 64];

/** Fields come in any order, and the map names dimensions and levels within its own text. */
const encodingText: AttrAssembly<SparseEncoding> = {
  syntax:
    '`<` `{` `map` `=` $dimToLvl (`,` `posWidth` `=` $posWidth^)? (`,` `crdWidth` `=` $crdWidth^)? (`,` `explicitVal` `=` $explicitVal^)? (`,` `implicitVal` `=` $implicitVal^)? `}` `>`',
  parse(parser) {
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
    return fields.checked();
  },
  print(printer, encoding) {
    const { posWidth, crdWidth, explicitVal, implicitVal } = encoding;
    printer.write('<{ map = ');
    printEncodingMap(printer, encoding);
    if (posWidth > 0) printer.write(`, posWidth = ${posWidth}`);
    if (crdWidth > 0) printer.write(`, crdWidth = ${crdWidth}`);
    if (explicitVal !== null) {
      printer.write(', explicitVal = ');
      printer.printAttribute(explicitVal);
    }
    if (implicitVal !== null) {
      printer.write(', implicitVal = ');
      printer.printAttribute(implicitVal);
    }
    printer.write(' }>');
  },
};

/**
 * `#sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>`: how the elements of a tensor that are
 * not zero are stored, level by level; written as the tensor's encoding (MLIR, `sparse_tensor.encoding`).
 */
export class SparseEncodingAttr extends defineAttr('sparse_tensor.encoding', {
  summary: 'Levels in which a sparse tensor is stored',
  parameters,
  format: encodingText,
}) {
  /** Why no tensor of this shape can have the encoding, or `null`; asked when a type is read. */
  verifyEncoding(shape: readonly number[], elementType: Type): string | null {
    const { dimToLvl, explicitVal, implicitVal } = this;
    if (dimToLvl.dimCount !== shape.length) {
      return `dimension-rank mismatch between encoding and tensor shape: ${dimToLvl.dimCount} != ${shape.length}`;
    }
    const values = [
      ['explicit', explicitVal],
      ['implicit', implicitVal],
    ] as const;
    for (const [name, value] of values) {
      if (value === null || value.type === elementType) continue;
      return `${name} value type mismatch between encoding and tensor element type: '${String(value.type)}' != '${String(elementType)}'`;
    }
    return implicitVal === null || Number(implicitVal.value) === 0 ? null : 'implicit value must be zero';
  }
}

/** The fields of an encoding while they are read. */
class EncodingFields {
  readonly #parser: Parser;
  /** Offset of the attribute's mnemonic, where its problems are told. */
  readonly #start: number;
  #map: EncodingMap | null = null;
  #posWidth = 0;
  #crdWidth = 0;
  #explicitVal: NumberAttr | null = null;
  #implicitVal: NumberAttr | null = null;

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
        this.#posWidth = this.#parseWidth('position');
        return;
      case 'crdWidth':
        this.#crdWidth = this.#parseWidth('coordinate');
        return;
      case 'explicitVal':
        this.#explicitVal = this.#parseValue(key);
        return;
      case 'implicitVal':
        this.#implicitVal = this.#parseValue(key);
        return;
      default:
        this.#fail(`unexpected key: ${key}`);
    }
  }

  /** Returns the fields, with those that the text left out. */
  checked(): SparseEncoding {
    const map = this.#map;
    if (map === null || map.lvlTypes.length === 0)
      return this.#fail('expected a non-empty array for lvlTypes');
    const inverse = levelsToDimensions(map.dimToLvl);
    // Of maps with symbols no inverse is known; they are accepted.
    if (map.dimToLvl.symbolCount === 0) {
      if (inverse === null) this.#fail('failed to infer lvlToDim from dimToLvl');
      if (map.lvlToDim !== null && map.lvlToDim !== inverse) {
        this.#fail('expected lvlToDim to be an inverse of dimToLvl');
      }
    }
    const problem = levelProblem(map);
    if (problem !== null) this.#fail(problem);
    return {
      ...map,
      // What the levels say already makes no difference.
      lvlToDim: inverse,
      posWidth: this.#posWidth,
      crdWidth: this.#crdWidth,
      explicitVal: this.#explicitVal,
      implicitVal: this.#implicitVal,
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
    return isNumber(attribute) ? attribute : this.#fail(`expected a numeric value for ${key}`);
  }

  #fail(message: string): never {
    return this.#parser.failSyntax(message, this.#start);
  }
}
