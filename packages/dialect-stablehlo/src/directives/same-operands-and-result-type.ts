import { argumentTypes, type CustomDirective, FunctionType } from '@shardform/ir-core';

/**
 * `custom<SameOperandsAndResultType>(type($a), ..., type($result))`: one type when all are equal, the function
 * type otherwise. The last argument is the result.
 */
export const sameOperandsAndResultTypeDirective: CustomDirective = {
  print(printer, op, args) {
    const types = args.map((argument) => argumentTypes(op, argument)).flat();
    const result = types.at(-1)!;
    if (types.every((type) => type === result)) printer.printType(result);
    else printer.printFunctionType(types.slice(0, -1), [result]);
  },
  parse(parser, state, args) {
    const { offset } = parser;
    const type = parser.parseType();
    if (!(type instanceof FunctionType)) {
      for (const { reference } of args) state.setTypes(reference, [type]);
      return;
    }
    const operands = args.slice(0, -1);
    if (type.inputs.length !== operands.length) {
      parser.fail(`${operands.length} operands present, but expected ${type.inputs.length}`, offset);
    }
    if (type.results.length !== 1) parser.fail('expected single output', offset);
    operands.forEach(({ reference }, i) => state.setTypes(reference, [type.inputs[i]!]));
    state.setTypes(args.at(-1)!.reference, type.results);
  },
};
