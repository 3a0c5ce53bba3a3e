import { type CustomDirective, defineOp, i32Attr } from '@shardform/ir-core';
import { floatQuantizedTensor, nonNegativeI32, positiveI32 } from '../constraints.ts';
import { sameOperandsAndResultTypeDirective } from '../directives/same-operands-and-result-type.ts';
import { ifKnownSizesStay } from '../speculatability.ts';
import { compatibleOperandsAndResultType, elementwise, sameOperandsAndResultShape } from '../traits.ts';
import { inferElementwise } from './elementwise.ts';

const MAX_INT32 = 0x7fffffff;

/** `e5m10`: numbers of bits of exponent and mantissa. */
const exponentMantissa: CustomDirective = {
  print(printer, op) {
    // The directive is in the format of this operation only.
    const { exponentBits, mantissaBits } = op as ReducePrecisionOp;
    printer.write(`e${exponentBits.value}m${mantissaBits.value}`);
  },
  parse(parser, state, args) {
    const { offset } = parser;
    const text = parser.parseKeyword();
    const [, ...numbers] = /^e([0-9]+)m([0-9]+)$/.exec(text) ?? [];
    if (numbers.length !== 2) {
      parser.fail(`expected exponent mantissa in format e#m#, saw ${text}`, offset);
    }
    numbers.forEach((number, i) => {
      if (Number(number) > MAX_INT32) {
        parser.fail(`unable to parse ${i === 0 ? 'exponent' : 'mantissa'} '${number}'`, offset);
      }
      state.setAttr(args[i]!, i32Attr(Number(number)));
    });
  },
};

/** Rounds to a narrower float format, and back (StableHLO spec, "reduce_precision"). */
export class ReducePrecisionOp extends defineOp('stablehlo.reduce_precision', {
  summary: 'rounding to a narrower float format',
  operands: { operand: floatQuantizedTensor },
  attrs: { exponent_bits: positiveI32, mantissa_bits: nonNegativeI32 },
  results: { output: floatQuantizedTensor },
  traits: [compatibleOperandsAndResultType, elementwise, sameOperandsAndResultShape],
  effects: 'none',
  speculates: ifKnownSizesStay,
  format:
    '$operand `,` `format` `=` custom<ExponentMantissa>($exponent_bits, $mantissa_bits) attr-dict `:` custom<SameOperandsAndResultType>(type($operand), type($output))',
  directives: {
    ExponentMantissa: exponentMantissa,
    SameOperandsAndResultType: sameOperandsAndResultTypeDirective,
  },
  infer: (op, report) => inferElementwise(op, report),
}) {}
