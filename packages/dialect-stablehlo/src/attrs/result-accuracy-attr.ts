import {
  type AttrAssembly,
  defineAttr,
  doubleParameter,
  f64,
  FloatAttr,
  integerParameter,
  type Parameter,
  type Parser,
  type ParameterValues,
} from '@shardform/ir-core';
import { ResultAccuracyModeAttr } from './enums.ts';

type Mode = (typeof ResultAccuracyModeAttr.values)[number];

const modeParameter: Parameter<Mode> = {
  kind: '`#stablehlo.result_accuracy_mode`',
  key: (mode) => mode,
  parse(parser) {
    const { offset } = parser;
    const mode = parser.parseAttribute();
    return ResultAccuracyModeAttr.constraint.accepts(mode)
      ? mode.value
      : parser.fail('expected a result accuracy mode', offset);
  },
  print: (printer, mode) => printer.printAttribute(ResultAccuracyModeAttr.get(mode)),
  encoding: {
    write: (writer, mode) => writer.attribute(ResultAccuracyModeAttr.get(mode)),
    read(reader) {
      const mode = reader.attribute();
      return ResultAccuracyModeAttr.constraint.accepts(mode)
        ? mode.value
        : reader.fail(`expected a result accuracy mode, but got: ${String(mode)}`);
    },
  },
};

const parameters = {
  /** Absolute tolerance. */
  atol: doubleParameter,
  /** Relative tolerance. */
  rtol: doubleParameter,
  /** Tolerance in units in the last place. */
  ulps: integerParameter,
  mode: modeParameter,
};

type Accuracy = ParameterValues<typeof parameters>;

/** Tolerances that are zero are left out. */
const accuracyText: AttrAssembly<Accuracy> = {
  syntax: '`<` (`atol` `=` $atol `,`)? (`rtol` `=` $rtol `,`)? (`ulps` `=` $ulps `,`)? `mode` `=` $mode `>`',
  parse(parser) {
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
    const mode = modeParameter.parse(parser);
    parser.expect('>');
    const accuracy = { atol, rtol, ulps, mode };
    const problem = accuracyProblem(accuracy);
    return problem === null ? accuracy : parser.fail(problem);
  },
  print(printer, { atol, rtol, ulps, mode }) {
    printer.write('<');
    for (const [name, value] of Object.entries({ atol, rtol })) {
      if (value.value === 0) continue;
      printer.write(`${name} = `);
      value.printWithoutType(printer);
      printer.write(', ');
    }
    if (ulps !== 0) printer.write(`ulps = ${ulps}, `);
    printer.write('mode = ');
    modeParameter.print(printer, mode);
    printer.write('>');
  },
};

/** `#stablehlo.result_accuracy<atol = ..., rtol = ..., ulps = ..., mode = ...>`: the accuracy asked of a function. */
export class ResultAccuracyAttr extends defineAttr('stablehlo.result_accuracy', {
  summary: 'The requested accuracy for unary ops.',
  parameters,
  format: accuracyText,
  verify: accuracyProblem,
}) {
  /** No accuracy is asked for. */
  static get standard(): ResultAccuracyAttr {
    return ResultAccuracyAttr.get({
      atol: FloatAttr.get(0),
      rtol: FloatAttr.get(0),
      ulps: 0,
      mode: 'DEFAULT',
    });
  }
}

function accuracyProblem({ atol, rtol, ulps, mode }: Accuracy): string | null {
  if (atol.value < 0 || rtol.value < 0 || ulps < 0) return 'Negative tolerance';
  if (mode === 'TOLERANCE' || (atol.value === 0 && rtol.value === 0 && ulps === 0)) return null;
  return `Invalid tolerances for ResultAccuracyAttr with mode ${mode}, must be all zero.`;
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
