import { argumentValues, type CustomDirective } from '@shardform/ir-core';

/** `custom<VariadicOperandWithAttribute>($operands)`: `%a, %b,` with a comma after each operand. */
export const variadicOperandWithAttribute: CustomDirective = {
  print(printer, op, args) {
    printer.printOperands(argumentValues(op, args[0]!));
    printer.write(',');
  },
  parse(parser, state, args) {
    const { offset } = parser;
    const operands = [];
    while (parser.at('percent')) {
      operands.push(parser.parseOperand());
      parser.expect(',');
    }
    state.setOperands(args[0]!.reference, operands, offset);
  },
};
