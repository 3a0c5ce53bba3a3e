import type { Operation } from '@shardform/ir-core';
import type { FieldValue } from '../flatbuffers/schema.ts';
import { attributeValue } from '../binary/attribute-value.ts';
import { type Encoding, member, resultDataType } from './encoding.ts';

const BINARY: Readonly<Record<string, string>> = {
  add: 'Add',
  multiply: 'Multiply',
  logical_right_shift: 'LogicalRightShift',
  subtract: 'Subtract',
  eq: 'Equal',
  ne: 'NotEqual',
  ge: 'GreaterEqual',
  gt: 'GreaterThan',
  le: 'LessEqual',
  lt: 'LessThan',
  divide: 'Divide',
  logical_and: 'LogicalAnd',
  logical_or: 'LogicalOr',
  logical_xor: 'LogicalXor',
};

const COMPOSITE: Readonly<Record<string, string>> = {
  maximum: 'Maximum',
  minimum: 'Minimum',
  remainder: 'Remainder',
  pow_tensor: 'Pow',
  bitwise_and: 'BitwiseAnd',
  bitwise_or: 'BitwiseOr',
  bitwise_xor: 'BitwiseXor',
  logical_left_shift: 'LogicalLeftShift',
  bitwise_right_shift: 'BitwiseRightShift',
};

const UNARY: Readonly<Record<string, string>> = {
  abs: 'Abs',
  ceil: 'Ceil',
  cos: 'Cos',
  floor: 'Floor',
  gelu: 'Gelu',
  isfinite: 'IsFinite',
  logical_not: 'LogicalNot',
  neg: 'Neg',
  relu: 'Relu',
  sqrt: 'Sqrt',
  rsqrt: 'Rsqrt',
  sigmoid: 'Sigmoid',
  sin: 'Sin',
  reciprocal: 'Reciprocal',
  sign: 'Sign',
  tan: 'Tan',
  tanh: 'Tanh',
  atan: 'Atan',
  exp: 'Exp',
  erf: 'Erf',
  erfc: 'Erfc',
  log: 'Log',
  expm1: 'Expm1',
  bitwise_not: 'BitwiseNot',
  relu6: 'Relu6',
  silu: 'Silu',
  hardsigmoid: 'Hardsigmoid',
  mish: 'Mish',
  acos: 'Acos',
  asin: 'Asin',
  asinh: 'Asinh',
  round: 'Round',
};

const UNARY_COMPOSITE: Readonly<Record<string, string>> = { cbrt: 'Cbrt', log1p: 'Log1p' };

/** Functions of elements. */
export const elementwise: Readonly<Record<string, Encoding>> = {
  ...typed(BINARY, 'EltwiseBinaryOp', (op) => ({ output_dtype: resultDataType(op) })),
  ...typed(COMPOSITE, 'EltwiseBinaryCompositeOp'),
  ...typed(UNARY, 'EltwiseUnaryOp'),
  ...typed(UNARY_COMPOSITE, 'EltwiseUnaryCompositeOp'),
  'ttnn.atan2': { table: 'EltwiseBinaryCompositePlainOp', fields: () => ({ type: 0 }) },
  'ttnn.where': { table: 'EltwiseTernaryWhereOp' },
  'ttnn.leaky_relu': {
    table: 'EltwiseUnaryOp',
    fields: (op, { schema }) => ({
      type: 'LeakyRelu',
      params: member('EltwiseOpWithFloatParams', {
        parameter: attributeValue(op.getAttr('parameter'), { kind: 'scalar', scalar: 'float' }, schema),
      }),
    }),
  },
  'ttnn.pow_scalar': { table: 'EltwiseBinaryCompositeScalarOp', fields: () => ({ type: 'PowScalar' }) },
  'ttnn.clamp_scalar': {
    table: 'EltwiseUnaryCompositeOp',
    fields: (op, { schema }) => {
      const number = schema.unions.get('NumberType')!;
      const bound = (name: string): FieldValue => attributeValue(op.getAttr(name), number, schema);
      return {
        type: 'ClampScalar',
        params: member('ClampScalarOpParams', { min: bound('min'), max: bound('max') }),
      };
    },
  },
  'ttnn.clamp_tensor': {
    table: 'EltwiseUnaryCompositeOp',
    fields: (op, { refs }) => {
      const [input, min, max] = op.operandValues().map((value) => refs.of(value, op));
      return {
        in: input!,
        type: 'ClampTensor',
        params: member('ClampTensorOpParams', { min: min!, max: max! }),
      };
    },
  },
  'ttnn.gelu_bw': {
    table: 'ExperimentalEltwiseBinaryBackwardOp',
    fields: (op) => ({ type: 'GeluBW', output_dtype: resultDataType(op) }),
  },
  'ttnn.dropout': { fields: (op) => ({ output_dtype: resultDataType(op) }) },
};

/** Encodings of operations that share a table and differ by a number in it. */
function typed(
  types: Readonly<Record<string, string>>,
  table: string,
  more: (op: Operation) => Readonly<Record<string, FieldValue>> = () => ({}),
): Record<string, Encoding> {
  const encoding = (type: string): Encoding => ({ table, fields: (op) => ({ type, ...more(op) }) });
  return Object.fromEntries(Object.entries(types).map(([name, type]) => [`ttnn.${name}`, encoding(type)]));
}
