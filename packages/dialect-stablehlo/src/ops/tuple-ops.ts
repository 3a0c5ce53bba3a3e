import { argumentTypes, type CustomDirective, defineOp, TupleType, variadic } from '@shardform/ir-core';
import { nonNegativeI32 } from '../constraints.ts';
import { tuple, tupleElement } from '../value-constraints.ts';

/** The type of the tuple; operands have the types of its elements. */
const tupleOpType: CustomDirective = {
  print(printer, op, args) {
    printer.printType(argumentTypes(op, args[1]!)[0]!);
  },
  parse(parser, state, args) {
    const { offset } = parser;
    const type = parser.parseType();
    if (!(type instanceof TupleType)) return parser.fail('expected tuple type', offset);
    state.setTypes(args[0]!.reference, type.types);
    state.setTypes(args[1]!.reference, [type]);
  },
};

/** Several values as one (StableHLO spec, "tuple"). */
export class TupleOp extends defineOp('stablehlo.tuple', {
  summary: 'tuple of values',
  operands: { val: variadic(tupleElement) },
  results: { result: tuple },
  effects: 'none',
  speculates: 'always',
  format: '$val attr-dict `:` custom<TupleOpType>(type($val), type($result))',
  directives: { TupleOpType: tupleOpType },
  infer: (op) => [TupleType.get(op.operandTypes())],
}) {}

/** One value of a tuple (StableHLO spec, "get_tuple_element"). */
export class GetTupleElementOp extends defineOp('stablehlo.get_tuple_element', {
  summary: 'element of a tuple',
  operands: { operand: tuple },
  attrs: { index: nonNegativeI32 },
  results: { result: tupleElement },
  effects: 'none',
  speculates: 'always',
  format: '$operand `[` $index `]` attr-dict `:` functional-type(operands, results)',
  infer: (op, report) => {
    const { types } = op.operand.type;
    const index = op.index.number;
    const type = types[index];
    if (type !== undefined) return [type];
    report.error(`index ${index} is out of bounds of operand with size ${types.length}`);
    return null;
  },
}) {}
