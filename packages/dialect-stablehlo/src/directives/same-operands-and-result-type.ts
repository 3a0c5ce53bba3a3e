import {
  argumentTypes,
  type CustomDirective,
  type DirectiveArgument,
  type FormatState,
  FunctionType,
  type Parser,
  type Type,
  lastOf,
  zip,
} from '@shardform/ir-core';

/**
 * `custom<SameOperandsAndResultType>(type($a), ..., type($result))`: one type when all are equal, the function
 * type otherwise. The last argument is the result.
 */
export const sameOperandsAndResultTypeDirective: CustomDirective = {
  print(printer, op, args) {
    const types = args.map((argument) => argumentTypes(op, argument)).flat();
    const result = lastOf(types);
    if (types.every((type) => type === result)) printer.printType(result);
    else printer.printFunctionType(types.slice(0, -1), [result]);
  },
  parse(parser, state, args) {
    const { offset } = parser;
    const type = parser.parseType();
    if (type instanceof FunctionType) assignFunctionType(parser, state, args, type, offset);
    else for (const { reference } of args) state.setTypes(reference, [type]);
  },
};

/** Gives operands, which stand before the result among the arguments, the types of a function type. */
export function assignFunctionType(
  parser: Parser,
  state: FormatState,
  args: readonly DirectiveArgument[],
  { inputs, results }: FunctionType,
  offset: number,
): void {
  const operands = args.slice(0, -1);
  if (inputs.length !== operands.length) {
    parser.fail(`${operands.length} operands present, but expected ${inputs.length}`, offset);
  }
  if (results.length !== 1) parser.fail('expected single output', offset);
  zip(operands, inputs).forEach(([{ reference }, input]) => state.setTypes(reference, [input]));
  state.setTypes(lastOf(args).reference, results);
}

/**
 * `custom<VariadicSameOperandsAndResultType>(type($operands), type($result))`: like
 * {@link sameOperandsAndResultTypeDirective} for any number of operands.
 */
export const variadicSameOperandsAndResultType: CustomDirective = {
  print(printer, op, args) {
    const result = argumentTypes(op, args[1]!)[0]!;
    const operands = argumentTypes(op, args[0]!);
    if (operands.every((type) => type === result)) printer.printType(result);
    else printer.printFunctionType(operands, [result]);
  },
  parse(parser, state, args) {
    const { offset } = parser;
    const count = state.operandsOf(args[0]!.reference).length;
    const type = parser.parseType();
    const assign = (operands: readonly Type[], result: Type): void => {
      state.setTypes(args[0]!.reference, operands);
      state.setTypes(args[1]!.reference, [result]);
    };
    if (!(type instanceof FunctionType)) {
      assign(new Array<Type>(count).fill(type), type);
      return;
    }
    if (type.inputs.length !== count) {
      parser.fail(`${count} operands present, but expected ${type.inputs.length}`, offset);
    }
    if (type.results.length !== 1) parser.fail('expected single output', offset);
    assign(type.inputs, type.results[0]!);
  },
};
