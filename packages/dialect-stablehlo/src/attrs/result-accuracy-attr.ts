import { Attribute, f64, FloatAttr, InternTable, type Parser, type Printer } from '@shardform/ir-core';
import { ResultAccuracyModeAttr } from './enums.ts';

type Mode = (typeof ResultAccuracyModeAttr.values)[number];

/** `#stablehlo.result_accuracy<atol = ..., rtol = ..., ulps = ..., mode = ...>`: the accuracy asked of a function. */
export class ResultAccuracyAttr extends Attribute {
  static readonly mnemonic = 'stablehlo.result_accuracy';
  static readonly #table = new InternTable<ResultAccuracyAttr>();
  /** Absolute tolerance. */
  readonly atol: FloatAttr;
  /** Relative tolerance. */
  readonly rtol: FloatAttr;
  /** Tolerance in units in the last place. */
  readonly ulps: number;
  readonly mode: Mode;

  private constructor(atol: FloatAttr, rtol: FloatAttr, ulps: number, mode: Mode) {
    super();
    this.atol = atol;
    this.rtol = rtol;
    this.ulps = ulps;
    this.mode = mode;
  }

  static get(atol: FloatAttr, rtol: FloatAttr, ulps: number, mode: Mode): ResultAccuracyAttr {
    return this.#table.get(
      `${atol.id},${rtol.id},${ulps},${mode}`,
      () => new ResultAccuracyAttr(atol, rtol, ulps, mode),
    );
  }

  static parse(this: void, parser: Parser): ResultAccuracyAttr {
    let [atol, rtol, ulps] = [FloatAttr.get(0), FloatAttr.get(0), 0];
    let mode = 'DEFAULT' as Mode;
    const { offset } = parser;
    parser.parseList('angle', () => {
      const at = parser.offset;
      const name = parser.parseKeyword();
      parser.expect('=');
      if (name === 'ulps') ulps = parser.parseNumber();
      else if (name === 'mode') {
        const attribute = parser.parseAttribute();
        if (!ResultAccuracyModeAttr.constraint.accepts(attribute)) {
          return parser.fail('expected a result accuracy mode', at);
        }
        mode = attribute.value;
      } else if (name === 'atol' || name === 'rtol') {
        const value = parser.parseAttribute(f64);
        if (!(value instanceof FloatAttr)) return parser.fail('expected a number', at);
        if (name === 'atol') atol = value;
        else rtol = value;
      } else parser.fail('expected one of: `atol`, `rtol`, `ulps`, `mode`', at);
    });
    if (atol.value < 0 || rtol.value < 0 || ulps < 0) parser.fail('Negative tolerance', offset);
    if (mode !== 'TOLERANCE' && (atol.value !== 0 || rtol.value !== 0 || ulps !== 0)) {
      parser.fail(`Invalid tolerances for ResultAccuracyAttr with mode ${mode}, must be all zero.`, offset);
    }
    return ResultAccuracyAttr.get(atol, rtol, ulps, mode);
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', ResultAccuracyAttr.mnemonic, () => {
      printer.write('<');
      for (const [name, value] of [['atol', this.atol], ['rtol', this.rtol]] as const) {
        if (value.value === 0) continue;
        printer.write(`${name} = `);
        value.printWithoutType(printer);
        printer.write(', ');
      }
      if (this.ulps !== 0) printer.write(`ulps = ${this.ulps}, `);
      printer.write('mode = ');
      printer.printAttribute(ResultAccuracyModeAttr.get(this.mode));
      printer.write('>');
    });
  }
}
