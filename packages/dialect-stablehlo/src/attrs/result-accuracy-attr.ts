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

  /** No accuracy is asked for. */
  static get standard(): ResultAccuracyAttr {
    return this.get(FloatAttr.get(0), FloatAttr.get(0), 0, 'DEFAULT');
  }

  static parse(this: void, parser: Parser): ResultAccuracyAttr {
    parser.expect('<');
    const atol = parseTolerance(parser, 'atol');
    const rtol = parseTolerance(parser, 'rtol');
    let ulps = 0;
    if (parser.acceptKeyword('ulps')) {
      parser.expect('=');
      ulps = parser.parseNumber();
      parser.expect(',');
    }
    parser.expectKeyword('mode');
    parser.expect('=');
    const { offset } = parser;
    const mode = parser.parseAttribute();
    if (!ResultAccuracyModeAttr.constraint.accepts(mode)) {
      return parser.fail('expected a result accuracy mode', offset);
    }
    parser.expect('>');
    const accuracy = ResultAccuracyAttr.get(atol, rtol, ulps, mode.value);
    const problem = accuracy.invalid();
    return problem === null ? accuracy : parser.fail(problem);
  }

  /** What is wrong with the tolerances, or `null`. */
  invalid(): string | null {
    const { mode, ulps } = this;
    const [atol, rtol] = [this.atol.value, this.rtol.value];
    if (atol < 0 || rtol < 0 || ulps < 0) return 'Negative tolerance';
    if (mode === 'TOLERANCE' || (atol === 0 && rtol === 0 && ulps === 0)) return null;
    return `Invalid tolerances for ResultAccuracyAttr with mode ${mode}, must be all zero.`;
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', ResultAccuracyAttr.mnemonic, () => {
      printer.write('<');
      for (const [name, value] of [
        ['atol', this.atol],
        ['rtol', this.rtol],
      ] as const) {
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

/** `name = number,` if it is there, else zero. */
function parseTolerance(parser: Parser, name: string): FloatAttr {
  if (!parser.acceptKeyword(name)) return FloatAttr.get(0);
  parser.expect('=');
  const { offset } = parser;
  const value = parser.parseAttribute(f64);
  if (!(value instanceof FloatAttr)) return parser.fail('expected a number', offset);
  parser.expect(',');
  return value;
}
