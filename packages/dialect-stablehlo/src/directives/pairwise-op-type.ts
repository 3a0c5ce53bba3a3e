import { argumentTypes, type CustomDirective } from '@shardform/ir-core';

/** `custom<PairwiseOpType>(type($operands), type($results))`: operands and results have these types, one by one. */
export const pairwiseOpType: CustomDirective = {
  print(printer, op, args) {
    printer.printTypes(argumentTypes(op, args[0]!));
  },
  parse(parser, state, args) {
    const { offset } = parser;
    const first = parser.parseOptionalType();
    if (first === null) {
      parser.context.diagnostics.error(parser.locationAt(offset), 'expected non-function type');
      return parser.fail('expected type list', offset);
    }
    const types = [first];
    while (parser.accept(',')) types.push(parser.parseType());
    for (const { reference } of args) state.setTypes(reference, types);
  },
};
