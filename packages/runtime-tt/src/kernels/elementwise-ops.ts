import * as ttir from '@shardform/dialect-ttir';
import * as ttnn from '@shardform/dialect-ttnn';
import { ArrayAttr, type InterfaceImplementation, isInstance, type Operation } from '@shardform/ir-core';
import { bitcastConvert, ExecutionError, filled, interpretable, type NdArray } from '@shardform/runtime-sim';
import { asResult, resultType } from '../result.ts';
import { both, opsNamed } from './both.ts';
import {
  binaryKernel,
  clampKernel,
  compareKernel,
  type ElementwiseKernel,
  erf,
  logicalKernel,
  numberKernel,
  truth,
  unaryKernel,
  whereKernel,
} from './elementwise.ts';

const relu = numberKernel((x) => Math.max(x, 0));
const gelu = numberKernel((x) => (x / 2) * (1 + erf(x / Math.SQRT2)));
const silu = numberKernel((x) => x / (1 + Math.exp(-x)));
const relu6 = numberKernel((x) => Math.min(Math.max(x, 0), 6));
const hardsigmoid = numberKernel((x) => Math.min(Math.max(x / 6 + 0.5, 0), 1));
const mish = numberKernel((x) => x * Math.tanh(Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)))));
const logicalNot: ElementwiseKernel = ([x]) => unaryKernel('not')([truth(x)], 'i1');
const square: ElementwiseKernel = ([x], kind) => binaryKernel('multiply')([x, x], kind);
const same: ElementwiseKernel = ([x]) => x;

/** Kernels by mnemonic, of the operations that have it in TTIR, TTNN or both. */
export const elementwiseKernels: Readonly<Record<string, ElementwiseKernel>> = {
  abs: unaryKernel('abs'),
  acos: numberKernel(Math.acos),
  add: binaryKernel('add'),
  asin: numberKernel(Math.asin),
  asinh: numberKernel(Math.asinh),
  atan: numberKernel(Math.atan),
  atan2: binaryKernel('atan2'),
  bitwise_and: binaryKernel('and'),
  bitwise_not: unaryKernel('not'),
  bitwise_or: binaryKernel('or'),
  bitwise_xor: binaryKernel('xor'),
  cbrt: unaryKernel('cbrt'),
  ceil: unaryKernel('ceil'),
  clamp_tensor: clampKernel,
  cos: unaryKernel('cosine'),
  div: binaryKernel('divide'),
  divide: binaryKernel('divide'),
  eq: compareKernel('EQ'),
  erf: numberKernel(erf),
  erfc: numberKernel((x) => 1 - erf(x)),
  exp: unaryKernel('exponential'),
  exp2: numberKernel((x) => 2 ** x),
  expm1: unaryKernel('exponential_minus_one'),
  floor: unaryKernel('floor'),
  frac: numberKernel((x) => x - Math.trunc(x)),
  ge: compareKernel('GE'),
  gelu,
  gt: compareKernel('GT'),
  hardsigmoid,
  isfinite: unaryKernel('is_finite'),
  le: compareKernel('LE'),
  log: unaryKernel('log'),
  log1p: unaryKernel('log_plus_one'),
  logical_and: logicalKernel('and'),
  logical_left_shift: binaryKernel('shift_left'),
  logical_not: logicalNot,
  logical_or: logicalKernel('or'),
  logical_right_shift: binaryKernel('shift_right_logical'),
  logical_xor: logicalKernel('xor'),
  lt: compareKernel('LT'),
  maximum: binaryKernel('maximum'),
  minimum: binaryKernel('minimum'),
  mish,
  multiply: binaryKernel('multiply'),
  ne: compareKernel('NE'),
  neg: unaryKernel('negate'),
  pow: binaryKernel('power'),
  pow_tensor: binaryKernel('power'),
  reciprocal: numberKernel((x) => 1 / x),
  relu,
  relu6,
  remainder: binaryKernel('remainder'),
  bitwise_right_shift: binaryKernel('shift_right_arithmetic'),
  right_shift: binaryKernel('shift_right_arithmetic'),
  round: unaryKernel('round_nearest_even'),
  rsqrt: unaryKernel('rsqrt'),
  sigmoid: unaryKernel('logistic'),
  sign: unaryKernel('sign'),
  signbit: numberKernel((x) => (x < 0 || Object.is(x, -0) ? 1 : 0)),
  silu,
  sin: unaryKernel('sine'),
  softsign: numberKernel((x) => x / (1 + Math.abs(x))),
  sqrt: unaryKernel('sqrt'),
  square,
  subtract: binaryKernel('subtract'),
  tan: unaryKernel('tan'),
  tanh: unaryKernel('tanh'),
  trunc: numberKernel(Math.trunc),
  typecast: same,
  where: whereKernel,
};

/** The derivative of the function that operations name `gelu`: of its exact form, or of the one with a hyperbolic tangent. */
function geluDerivative(op: ttir.GeluBackwardOp | ttnn.GeluBackwardOp): (x: number) => number {
  if (op.approximate?.value !== 'tanh')
    return (x) => (1 + erf(x / Math.SQRT2)) / 2 + (x * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
  const scale = Math.sqrt(2 / Math.PI);
  return (x) => {
    const y = Math.tanh(scale * (x + 0.044715 * x ** 3));
    return (1 + y) / 2 + (x / 2) * (1 - y * y) * scale * (1 + 3 * 0.044715 * x * x);
  };
}

const bounds = (op: ttir.ClampScalarOp | ttnn.ClampScalarOp): readonly [number, number] => [
  Number(op.min.value),
  Number(op.max.value),
];

/** Applies functions that an operation was given beside its own, by their op types. @throws ExecutionError for unknown ones. */
export function withFunctions(op: Operation, names: readonly string[], x: NdArray): NdArray {
  return names.reduce((value, opType) => {
    const name = ttnn.mnemonicOfUnary(opType);
    const isUnary = opsNamed(name).every(({ definition }) => definition.operands.length === 1);
    if (isUnary && Object.hasOwn(elementwiseKernels, name))
      return elementwiseKernels[name]([value], value.kind);
    throw new ExecutionError(op, `'${op.name}' op applies '${opType}', which has no kernel here`);
  }, x);
}

/** The names of functions in a list that an operation has. */
function functionNames(op: Operation, list: string): string[] {
  const given = op.getAttr(list);
  if (!(given instanceof ArrayAttr)) return [];
  return given.elements.flatMap((element) =>
    isInstance(ttnn.UnaryWithParamAttr, element) ? [element.opType] : [],
  );
}

/** Applies what operands and result of a binary operation were given beside the operation itself. */
function fused(op: Operation, kernel: ElementwiseKernel): ElementwiseKernel {
  const [a, b, after] = ['input_tensor_a_activations', 'input_tensor_b_activations', 'activations'].map(
    (list) => functionNames(op, list),
  );
  if (a.length + b.length + after.length === 0) return kernel;
  return ([lhs, rhs], kind) => {
    const inputs = [withFunctions(op, a, lhs), withFunctions(op, b, rhs)];
    return withFunctions(op, after, kernel(inputs, kind));
  };
}

/** Operations on elements, whose results have the type that they are declared with. */
export const elementwiseInterpreters: readonly InterfaceImplementation[] = [
  ...Object.entries(elementwiseKernels).flatMap(([mnemonic, kernel]) =>
    opsNamed(mnemonic).map((definition) =>
      interpretable.implementFor(definition, (op) => {
        const whole = fused(op, kernel);
        return (inputs) => [asResult(op, whole(inputs, resultType(op).kind))];
      }),
    ),
  ),
  ...both(ttir.BitcastConvertOp, ttnn.BitcastConvertOp, (op) => ([x]) => {
    const { kind, shape } = resultType(op);
    return [bitcastConvert(x, kind, shape)];
  }),
  ...both(ttir.LeakyReluOp, ttnn.LeakyReluOp, (op) => (inputs) => {
    const kernel = numberKernel((x) => (x < 0 ? x * op.parameter.value : x));
    return [asResult(op, kernel(inputs, resultType(op).kind))];
  }),
  ...both(ttir.GeluBackwardOp, ttnn.GeluBackwardOp, (op) => ([gradient, x]) => {
    const derivative = numberKernel(geluDerivative(op))([x], resultType(op).kind);
    return [asResult(op, binaryKernel('multiply')([gradient, derivative], resultType(op).kind))];
  }),
  ...both(ttir.ClampScalarOp, ttnn.ClampScalarOp, (op) => ([x]) => {
    const { kind } = resultType(op);
    const wide = kind === 'i64' || kind === 'ui64';
    const [low, high] = bounds(op).map((bound) => filled(x.kind, x.shape, wide ? BigInt(bound) : bound));
    return [asResult(op, clampKernel([x, low, high], x.kind))];
  }),
  interpretable.implementFor(ttir.SeluOp, (op) => (inputs) => {
    const [scale, alpha] = [op.scale?.value ?? 1.0507009873390197, op.alpha?.value ?? 1.6732635498046875];
    const kernel = numberKernel((x) => scale * (x < 0 ? alpha * Math.expm1(x) : x));
    return [asResult(op, kernel(inputs, resultType(op).kind))];
  }),
  interpretable.implementFor(ttnn.PowScalarOp, (op) => ([x]) => {
    const exponent = filled('f32', x.shape, Number(op.rhs.value));
    return [asResult(op, binaryKernel('power')([x, exponent], resultType(op).kind))];
  }),
];
