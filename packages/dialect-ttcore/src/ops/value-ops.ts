import {
  argumentTypes,
  type AttrConstraint,
  type CustomDirective,
  anyType,
  defineOp,
  i32,
  IndexType,
  integerAttr,
  IntegerAttr,
  onlyType,
  type OpReport,
  optionalAttr,
  RankedTensorType,
  StringAttr,
  symbol,
  symbolNameAttr,
  TupleType,
  type Type,
  typeAttr,
  type TypeConstraint,
  typeOf,
  typeWhere,
  variadic,
  IntegerType,
} from '@shardform/ir-core';
import { DictType } from '../types/dict-type.ts';

const tensor = /* @__PURE__ */ typeOf(RankedTensorType, 'ranked tensor of any type values');

function holdsTensors(type: Type): boolean {
  return type instanceof TupleType ? type.types.every(holdsTensors) : tensor.accepts(type);
}

const tuple: TypeConstraint<TupleType> = /* @__PURE__ */ typeWhere(
  TupleType,
  'nested tuple with any combination of ranked tensor of any type values values',
  holdsTensors,
);

/** The type of the tuple; operands have the types of its elements. */
const tupleOpType: CustomDirective = {
  print(printer, op, args) {
    printer.printType(argumentTypes(op, args[1]!)[0]!);
  },
  parse(parser, state, args) {
    const { offset } = parser;
    const type = parser.parseType();
    if (!(type instanceof TupleType)) return parser.fail('Expected tuple type', offset);
    state.setTypes(args[0]!.reference, type.types);
    state.setTypes(args[1]!.reference, [type]);
  },
};

/** Several tensors as one value. */
export class TupleOp extends defineOp('ttcore.tuple', {
  summary: 'tuple of tensors',
  operands: { operands: variadic(tensor) },
  results: { result: tuple },
  effects: 'none',
  speculates: 'always',
  format: '$operands attr-dict `:` custom<TupleOpType>(type($operands), type($result))',
  directives: { TupleOpType: tupleOpType },
  infer: (op) => [TupleType.get(op.operandTypes())],
}) {}

/** One tensor of a tuple. */
export class GetTupleElementOp extends defineOp('ttcore.get_tuple_element', {
  summary: 'element of a tuple',
  operands: { operand: tuple },
  attrs: {
    index: integerAttr(
      i32,
      '32-bit signless integer attribute whose value is non-negative',
      (value) => value >= 0n,
    ),
  },
  results: { result: tensor },
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

/** Hands its operands on; no pass moves computations across it. */
export class OptimizationBarrierOp extends defineOp('ttcore.optimization_barrier', {
  summary: 'barrier for optimizations',
  operands: { inputs: variadic(tensor) },
  results: { results: variadic(tensor) },
  effects: [{ kind: 'write' }],
  speculates: 'never',
}) {}

const si32 = /* @__PURE__ */ IntegerType.get(32, 'signed');

/** A variable of the program: `ttcore.global @weights = tensor<2x2xf32> [0]`; the number is its argument's. */
export class GlobalOp extends defineOp('ttcore.global', {
  summary: 'declares a global variable',
  attrs: {
    sym_name: symbolNameAttr,
    type: typeAttr,
    index: optionalAttr(integerAttr(si32, '32-bit signed integer attribute')),
  },
  traits: [symbol],
  effects: 'unknown',
  speculates: 'unknown',
  format: '$sym_name `=` $type (` ` `[` $index^ `]`)? attr-dict',
}) {}

/** The value of a variable: `ttcore.get_global @weights : tensor<2x2xf32>`. */
export class GetGlobalOp extends defineOp('ttcore.get_global', {
  summary: 'gets the value of a global variable',
  attrs: { sym_name: symbolNameAttr },
  results: { result: anyType },
  effects: 'none',
  speculates: 'always',
  format: '$sym_name attr-dict `:` type($result)',
}) {}

const dictionary = /* @__PURE__ */ onlyType(DictType.instance, 'TTCore dictionary type');

/** A string, or a number of the index type. */
const keyAttr: AttrConstraint<StringAttr | IntegerAttr> = {
  summary: 'string attribute or index attribute',
  accepts: (attribute): attribute is StringAttr | IntegerAttr =>
    attribute instanceof StringAttr ||
    (attribute instanceof IntegerAttr && attribute.type instanceof IndexType),
};

/** Stores values under a key of a dictionary. */
export class SetKeyValueOp extends defineOp('ttcore.set_key_value', {
  summary: 'stores values in a dictionary',
  operands: { dict: dictionary, values: variadic(anyType) },
  attrs: { key: keyAttr },
  effects: 'unknown',
  speculates: 'unknown',
  format: '$dict `[` $key `]` `=` $values attr-dict `:` type($dict) `,` type($values)',
}) {
  override verifyOp(report: OpReport): boolean {
    return this.values.length > 0 || report.opError('requires at least one value');
  }
}

/** The values under a key of a dictionary. */
export class GetKeyValueOp extends defineOp('ttcore.get_key_value', {
  summary: 'gets values of a dictionary',
  operands: { dict: dictionary },
  attrs: { key: keyAttr },
  results: { results: variadic(anyType) },
  effects: 'unknown',
  speculates: 'unknown',
  format: '$dict `[` $key `]` attr-dict `:` functional-type(operands, results)',
}) {
  override verifyOp(report: OpReport): boolean {
    return this.results.length > 0 || report.opError('requires at least one result');
  }
}
