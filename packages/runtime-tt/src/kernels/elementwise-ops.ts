import * as ttir from '@shardform/dialect-ttir';
import * as ttnn from '@shardform/dialect-ttnn';
import {
  ArrayAttr,
  type InterfaceImplementation,
  isInstance,
  type Operation,
  type OpWithDefinition,
} from '@shardform/ir-core';
import {
  bitcastConvert,
  type BinaryOp,
  type ComparisonDirection,
  ExecutionError,
  filled,
  interpretable,
  type NdArray,
  type UnaryOp,
} from '@shardform/runtime-sim';
import { asResult, resultType } from '../result.ts';
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

type OpClass = OpWithDefinition<Operation>;
type Entry = readonly [OpClass, ElementwiseKernel];

const unaries: readonly (readonly [OpClass, UnaryOp])[] = [
  [ttir.AbsOp, 'abs'],
  [ttnn.AbsOp, 'abs'],
  [ttir.CbrtOp, 'cbrt'],
  [ttnn.CbrtOp, 'cbrt'],
  [ttir.CeilOp, 'ceil'],
  [ttnn.CeilOp, 'ceil'],
  [ttir.CosOp, 'cosine'],
  [ttnn.CosOp, 'cosine'],
  [ttir.ExpOp, 'exponential'],
  [ttnn.ExpOp, 'exponential'],
  [ttir.Expm1Op, 'exponential_minus_one'],
  [ttnn.Expm1Op, 'exponential_minus_one'],
  [ttir.FloorOp, 'floor'],
  [ttnn.FloorOp, 'floor'],
  [ttir.IsFiniteOp, 'is_finite'],
  [ttnn.IsFiniteOp, 'is_finite'],
  [ttir.Log1pOp, 'log_plus_one'],
  [ttnn.Log1pOp, 'log_plus_one'],
  [ttir.SigmoidOp, 'logistic'],
  [ttnn.SigmoidOp, 'logistic'],
  [ttir.LogOp, 'log'],
  [ttnn.LogOp, 'log'],
  [ttir.NegOp, 'negate'],
  [ttnn.NegOp, 'negate'],
  [ttir.BitwiseNotOp, 'not'],
  [ttnn.BitwiseNotOp, 'not'],
  [ttir.RoundOp, 'round_nearest_even'],
  [ttir.RsqrtOp, 'rsqrt'],
  [ttnn.RsqrtOp, 'rsqrt'],
  [ttir.SignOp, 'sign'],
  [ttnn.SignOp, 'sign'],
  [ttir.SinOp, 'sine'],
  [ttnn.SinOp, 'sine'],
  [ttir.SqrtOp, 'sqrt'],
  [ttnn.SqrtOp, 'sqrt'],
  [ttir.TanhOp, 'tanh'],
  [ttnn.TanhOp, 'tanh'],
  [ttir.TanOp, 'tan'],
  [ttnn.TanOp, 'tan'],
];

const binaries: readonly (readonly [OpClass, BinaryOp])[] = [
  [ttir.AddOp, 'add'],
  [ttnn.AddOp, 'add'],
  [ttir.Atan2Op, 'atan2'],
  [ttnn.Atan2Op, 'atan2'],
  [ttir.BitwiseAndOp, 'and'],
  [ttnn.BitwiseAndOp, 'and'],
  [ttir.BitwiseOrOp, 'or'],
  [ttnn.BitwiseOrOp, 'or'],
  [ttir.BitwiseXorOp, 'xor'],
  [ttnn.BitwiseXorOp, 'xor'],
  [ttir.DivOp, 'divide'],
  [ttnn.DivideOp, 'divide'],
  [ttir.LogicalLeftShiftOp, 'shift_left'],
  [ttnn.LogicalLeftShiftOp, 'shift_left'],
  [ttir.LogicalRightShiftOp, 'shift_right_logical'],
  [ttnn.LogicalRightShiftOp, 'shift_right_logical'],
  [ttir.MaximumOp, 'maximum'],
  [ttnn.MaximumOp, 'maximum'],
  [ttir.MinimumOp, 'minimum'],
  [ttnn.MinimumOp, 'minimum'],
  [ttir.MultiplyOp, 'multiply'],
  [ttnn.MultiplyOp, 'multiply'],
  [ttir.PowOp, 'power'],
  [ttnn.PowTensorOp, 'power'],
  [ttir.RemainderOp, 'remainder'],
  [ttnn.RemainderOp, 'remainder'],
  [ttir.RightShiftOp, 'shift_right_arithmetic'],
  [ttir.SubtractOp, 'subtract'],
  [ttnn.SubtractOp, 'subtract'],
];

const comparisons: readonly (readonly [OpClass, ComparisonDirection])[] = [
  [ttir.EqualOp, 'EQ'],
  [ttnn.EqualOp, 'EQ'],
  [ttir.GreaterEqualOp, 'GE'],
  [ttnn.GreaterEqualOp, 'GE'],
  [ttir.GreaterThanOp, 'GT'],
  [ttnn.GreaterThanOp, 'GT'],
  [ttir.LessEqualOp, 'LE'],
  [ttnn.LessEqualOp, 'LE'],
  [ttir.LessThanOp, 'LT'],
  [ttnn.LessThanOp, 'LT'],
  [ttir.NotEqualOp, 'NE'],
  [ttnn.NotEqualOp, 'NE'],
];

const relu = numberKernel((x) => Math.max(x, 0));
const gelu = numberKernel((x) => (x / 2) * (1 + erf(x / Math.SQRT2)));
const silu = numberKernel((x) => x / (1 + Math.exp(-x)));
const relu6 = numberKernel((x) => Math.min(Math.max(x, 0), 6));
const hardsigmoid = numberKernel((x) => Math.min(Math.max(x / 6 + 0.5, 0), 1));
const mish = numberKernel((x) => x * Math.tanh(Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)))));
const reciprocal = numberKernel((x) => 1 / x);
const logicalNot: ElementwiseKernel = ([x]) => unaryKernel('not')([truth(x!)], 'i1');
const same: ElementwiseKernel = ([x]) => x!;

const others: readonly Entry[] = [
  [ttir.WhereOp, whereKernel],
  [ttnn.WhereOp, whereKernel],
  [ttir.ClampTensorOp, clampKernel],
  [ttnn.ClampTensorOp, clampKernel],
  [ttir.LogicalAndOp, logicalKernel('and')],
  [ttnn.LogicalAndOp, logicalKernel('and')],
  [ttir.LogicalOrOp, logicalKernel('or')],
  [ttnn.LogicalOrOp, logicalKernel('or')],
  [ttir.LogicalXorOp, logicalKernel('xor')],
  [ttnn.LogicalXorOp, logicalKernel('xor')],
  [ttir.LogicalNotOp, logicalNot],
  [ttnn.LogicalNotOp, logicalNot],
  [ttir.ReluOp, relu],
  [ttnn.ReluOp, relu],
  [ttir.Relu6Op, relu6],
  [ttnn.Relu6Op, relu6],
  [ttir.HardsigmoidOp, hardsigmoid],
  [ttnn.HardsigmoidOp, hardsigmoid],
  [ttir.MishOp, mish],
  [ttnn.MishOp, mish],
  [ttir.GeluOp, gelu],
  [ttnn.GeluOp, gelu],
  [ttir.SiluOp, silu],
  [ttnn.SiluOp, silu],
  [ttir.ReciprocalOp, reciprocal],
  [ttnn.ReciprocalOp, reciprocal],
  [ttir.ErfOp, numberKernel(erf)],
  [ttnn.ErfOp, numberKernel(erf)],
  [ttir.AcosOp, numberKernel(Math.acos)],
  [ttnn.AcosOp, numberKernel(Math.acos)],
  [ttir.AsinOp, numberKernel(Math.asin)],
  [ttnn.AsinOp, numberKernel(Math.asin)],
  [ttir.AsinhOp, numberKernel(Math.asinh)],
  [ttnn.AsinhOp, numberKernel(Math.asinh)],
  [ttir.AtanOp, numberKernel(Math.atan)],
  [ttnn.AtanOp, numberKernel(Math.atan)],
  [ttir.ErfcOp, numberKernel((x) => 1 - erf(x))],
  [ttnn.ErfcOp, numberKernel((x) => 1 - erf(x))],
  [ttnn.RoundOp, unaryKernel('round_nearest_even')],
  [ttir.TypecastOp, same],
  [ttnn.TypecastOp, same],
];

const bounds = (op: ttir.ClampScalarOp | ttnn.ClampScalarOp): readonly [number, number] => [
  Number(op.min.value),
  Number(op.max.value),
];

const clampScalars: readonly OpWithDefinition<ttir.ClampScalarOp | ttnn.ClampScalarOp>[] = [
  ttir.ClampScalarOp,
  ttnn.ClampScalarOp,
];

const powers = [
  interpretable.implementFor(ttnn.PowScalarOp, (op) => ([x]) => {
    const exponent = filled('f32', x!.shape, Number(op.rhs.value));
    return [asResult(op, binaryKernel('power')([x!, exponent], resultType(op).kind))];
  }),
];

const leakyRelus = ([ttir.LeakyReluOp, ttnn.LeakyReluOp] as const).map(
  (definition: OpWithDefinition<ttir.LeakyReluOp | ttnn.LeakyReluOp>) =>
    interpretable.implementFor(definition, (op) => (inputs) => {
      const kernel = numberKernel((x) => (x < 0 ? x * op.parameter.value : x));
      return [asResult(op, kernel(inputs, resultType(op).kind))];
    }),
);

/** The function that an operation with one operand computes, by its name without that of the dialect. */
const byName: ReadonlyMap<string, ElementwiseKernel> = /* @__PURE__ */ new Map([
  ...unaries.map(([{ definition }, name]) => [definition.name, unaryKernel(name)] as const),
  ...others.map(([{ definition }, kernel]) => [definition.name, kernel] as const),
]);

/** Applies functions that an operation was given beside its own. @throws ExecutionError for unknown ones. */
export function withFunctions(op: Operation, names: readonly string[], x: NdArray): NdArray {
  return names.reduce((value, name) => {
    const kernel = byName.get(`ttnn.${name}`);
    if (kernel !== undefined) return kernel([value], value.kind);
    throw new ExecutionError(op, `'${op.name}' op applies '${name}', which has no kernel here`);
  }, x);
}

/** The names of functions in a list that an operation has. */
function functionNames(op: Operation, list: string): string[] {
  const given = op.getAttr(list);
  if (!(given instanceof ArrayAttr)) return [];
  return given.elements.flatMap((element) =>
    isInstance(ttnn.UnaryWithParamAttr, element) ? [element.values.op_type] : [],
  );
}

/** Applies what operands and result of a binary operation were given beside the operation itself. */
function fused(op: Operation, kernel: ElementwiseKernel): ElementwiseKernel {
  const [a, b, after] = ['input_tensor_a_activations', 'input_tensor_b_activations', 'activations'].map(
    (list) => functionNames(op, list),
  );
  if (a!.length + b!.length + after!.length === 0) return kernel;
  return ([lhs, rhs], kind) => {
    const inputs = [withFunctions(op, a!, lhs!), withFunctions(op, b!, rhs!)];
    return withFunctions(op, after!, kernel(inputs, kind));
  };
}

/** Operations on elements, whose results have the type that they are declared with. */
export const elementwiseInterpreters: readonly InterfaceImplementation[] = [
  ...[
    ...unaries.map(([op, name]): Entry => [op, unaryKernel(name)]),
    ...binaries.map(([op, name]): Entry => [op, binaryKernel(name)]),
    ...comparisons.map(([op, name]): Entry => [op, compareKernel(name)]),
    ...others,
  ].map(([definition, kernel]) =>
    interpretable.implementFor(definition, (op) => {
      const whole = fused(op, kernel);
      return (inputs) => [asResult(op, whole(inputs, resultType(op).kind))];
    }),
  ),
  ...[ttir.BitcastConvertOp, ttnn.BitcastConvertOp].map((definition) =>
    interpretable.implementFor(definition, (op) => ([x]) => {
      const { kind, shape } = resultType(op);
      return [bitcastConvert(x!, kind, shape)];
    }),
  ),
  ...powers,
  ...leakyRelus,
  ...clampScalars.map((definition) =>
    interpretable.implementFor(definition, (op) => ([x]) => {
      const { kind } = resultType(op);
      const wide = kind === 'i64' || kind === 'ui64';
      const [low, high] = bounds(op).map((bound) => filled(x!.kind, x!.shape, wide ? BigInt(bound) : bound));
      return [asResult(op, clampKernel([x!, low!, high!], x!.kind))];
    }),
  ),
];
