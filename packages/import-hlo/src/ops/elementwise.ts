import * as stablehlo from '@shardform/dialect-stablehlo';
import { type CreatableOp, i32Attr, type Operation, type Tensor } from '@shardform/ir-core';
import { StochasticConvertOp } from '@shardform/dialect-hlo';
import type { InstructionImporter } from '../imported-instruction.ts';

type UnaryClass = CreatableOp<{ readonly operand: Tensor }, Operation>;
type BinaryClass = CreatableOp<{ readonly lhs: Tensor; readonly rhs: Tensor }, Operation>;

const { chlo } = stablehlo;

const unaryOps: Readonly<Record<string, UnaryClass>> = {
  abs: stablehlo.AbsOp,
  acos: chlo.AcosOp,
  acosh: chlo.AcoshOp,
  asin: chlo.AsinOp,
  asinh: chlo.AsinhOp,
  atanh: chlo.AtanhOp,
  'bitcast-convert': stablehlo.BitcastConvertOp,
  cbrt: stablehlo.CbrtOp,
  ceil: stablehlo.CeilOp,
  convert: stablehlo.ConvertOp,
  cosh: chlo.CoshOp,
  cosine: stablehlo.CosineOp,
  'count-leading-zeros': stablehlo.ClzOp,
  erf: chlo.ErfOp,
  exponential: stablehlo.ExpOp,
  'exponential-minus-one': stablehlo.Expm1Op,
  floor: stablehlo.FloorOp,
  imag: stablehlo.ImagOp,
  log: stablehlo.LogOp,
  'log-plus-one': stablehlo.Log1pOp,
  logistic: stablehlo.LogisticOp,
  negate: stablehlo.NegOp,
  not: stablehlo.NotOp,
  popcnt: stablehlo.PopulationCountOp,
  real: stablehlo.RealOp,
  'round-nearest-afz': stablehlo.RoundOp,
  'round-nearest-even': stablehlo.RoundNearestEvenOp,
  rsqrt: stablehlo.RsqrtOp,
  sign: stablehlo.SignOp,
  sine: stablehlo.SineOp,
  sinh: chlo.SinhOp,
  sqrt: stablehlo.SqrtOp,
  tan: stablehlo.TanOp,
  tanh: stablehlo.TanhOp,
};

const binaryOps: Readonly<Record<string, BinaryClass>> = {
  add: stablehlo.AddOp,
  and: stablehlo.AndOp,
  atan2: stablehlo.Atan2Op,
  complex: stablehlo.ComplexOp,
  divide: stablehlo.DivOp,
  maximum: stablehlo.MaxOp,
  minimum: stablehlo.MinOp,
  multiply: stablehlo.MulOp,
  or: stablehlo.OrOp,
  power: stablehlo.PowOp,
  remainder: stablehlo.RemOp,
  'shift-left': stablehlo.ShiftLeftOp,
  'shift-right-arithmetic': stablehlo.ShiftRightArithmeticOp,
  'shift-right-logical': stablehlo.ShiftRightLogicalOp,
  subtract: stablehlo.SubtractOp,
  xor: stablehlo.XorOp,
};

const unary =
  (opClass: UnaryClass): InstructionImporter =>
  (from) =>
    from.create(opClass, { operand: from.tensor(0) }).results;

const binary =
  (opClass: BinaryClass): InstructionImporter =>
  (from) =>
    from.create(opClass, { lhs: from.tensor(0), rhs: from.tensor(1) }).results;

const compare: InstructionImporter = (from) => {
  const { comparisonType } = from.attributes;
  const direction = from.required('comparisonDirection');
  return from.create(stablehlo.CompareOp, {
    lhs: from.tensor(0),
    rhs: from.tensor(1),
    comparisonDirection: stablehlo.ComparisonDirectionAttr.get(direction),
    compareType: comparisonType === undefined ? null : stablehlo.ComparisonTypeAttr.get(comparisonType),
  }).results;
};

const mapTable = <T>(
  table: Readonly<Record<string, T>>,
  importer: (opClass: T) => InstructionImporter,
): Readonly<Record<string, InstructionImporter>> =>
  Object.fromEntries(Object.entries(table).map(([opcode, opClass]) => [opcode, importer(opClass)]));

/** Importers of opcodes that compute each element from the same elements of their operands. */
export const elementwiseImporters: Readonly<Record<string, InstructionImporter>> = {
  ...mapTable(unaryOps, unary),
  ...mapTable(binaryOps, binary),
  compare,
  'is-finite': (from) => from.create(stablehlo.IsFiniteOp, { x: from.tensor(0) }).results,
  select: (from) =>
    from.create(stablehlo.SelectOp, {
      pred: from.tensor(0),
      onTrue: from.tensor(1),
      onFalse: from.tensor(2),
    }).results,
  clamp: (from) =>
    from.create(stablehlo.ClampOp, { min: from.tensor(0), operand: from.tensor(1), max: from.tensor(2) })
      .results,
  'reduce-precision': (from) =>
    from.create(stablehlo.ReducePrecisionOp, {
      operand: from.tensor(0),
      exponentBits: i32Attr(from.required('exponentBits')),
      mantissaBits: i32Attr(from.required('mantissaBits')),
    }).results,
  'stochastic-convert': (from) =>
    from.create(StochasticConvertOp, { operand: from.tensor(0), random: from.tensor(1) }).results,
};
