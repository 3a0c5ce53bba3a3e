import * as hlo from '@shardform/dialect-stablehlo';
import {
  byOp,
  DenseElementsAttr,
  type OpEntry,
  type Operation,
  OpTable,
  type OpWithDefinition,
} from '@shardform/ir-core';
import { fromDenseBytes } from '../array/index.ts';
import { type ComposedFunction, vectorResult } from '../kernels/vector-functions.ts';
import type { FunctionBuilder } from '../wasm/function-builder.ts';
import type { Opcode } from '../wasm/opcodes.ts';
import { VectorExpressions } from '../wasm/vector-expression.ts';
import { type ScalarKind, scalarKindOf } from './scalar-kind.ts';

/** Pushes a scalar: true as 1, false as 0. */
export interface Scalar {
  readonly kind: ScalarKind;
  readonly push: () => void;
}

/**
 * Emits the instructions that leave the result of an operation, of the given kind, on the stack; `false` for kinds that it has
 * none for.
 */
type Entry = OpEntry<[f: FunctionBuilder, operands: readonly Scalar[], kind: ScalarKind], boolean>;

function entry<T extends Operation>(
  opClass: OpWithDefinition<T>,
  emit: (op: T, f: FunctionBuilder, operands: readonly Scalar[], kind: ScalarKind) => boolean,
): Entry {
  return byOp(opClass, emit);
}

/** Instructions by the kind of operands. */
type ByKind = Readonly<Partial<Record<ScalarKind, Opcode>>>;

function pushAll(operands: readonly Scalar[]): void {
  for (const { push } of operands) push();
}

/** An operation that is one instruction. */
function instruction(opClass: OpWithDefinition<Operation>, names: ByKind): Entry {
  return entry(opClass, (_, f, operands, kind) => {
    const name = names[kind];
    if (name === undefined) return false;
    pushAll(operands);
    f.op(name);
    return true;
  });
}

/** The operand that compares greater, or less. */
function extreme(opClass: OpWithDefinition<Operation>, name: 'i32.gt_s' | 'i32.lt_s', others: ByKind): Entry {
  return entry(opClass, (op, f, operands, kind) => {
    if (kind !== 'i32') return instruction(opClass, others).apply(op, f, operands, kind);
    pushAll(operands);
    pushAll(operands);
    f.op(name);
    f.op('select');
    return true;
  });
}

/** A function of f32 that takes many instructions, in a vector of which one lane is used. */
function composed(opClass: OpWithDefinition<Operation>, name: ComposedFunction): Entry {
  return entry(opClass, (_, f, [x], kind) => {
    if (kind !== 'f32') return false;
    const e = new VectorExpressions(f);
    const argument = e.keep(() => {
      x.push();
      f.simd('f32x4.splat');
    });
    vectorResult(name, e, [argument])();
    f.firstLane();
    return true;
  });
}

const comparisons = {
  EQ: { f32: 'f32.eq', f64: 'f64.eq', i32: 'i32.eq', i1: 'i32.eq' },
  NE: { f32: 'f32.ne', f64: 'f64.ne', i32: 'i32.ne', i1: 'i32.ne' },
  LT: { f32: 'f32.lt', f64: 'f64.lt', i32: 'i32.lt_s', i1: 'i32.lt_s' },
  GT: { f32: 'f32.gt', f64: 'f64.gt', i32: 'i32.gt_s', i1: 'i32.gt_s' },
  LE: { f32: 'f32.le', f64: 'f64.le', i32: 'i32.le_s', i1: 'i32.le_s' },
  GE: { f32: 'f32.ge', f64: 'f64.ge', i32: 'i32.ge_s', i1: 'i32.ge_s' },
} as const satisfies Record<string, Record<ScalarKind, Opcode>>;

/** An operation that gives its operand. */
function operandOf(opClass: OpWithDefinition<Operation>): Entry {
  return entry(opClass, (_, _f, [x]) => {
    x.push();
    return true;
  });
}

function emitConstant(op: hlo.ConstantOp, f: FunctionBuilder, kind: ScalarKind): boolean {
  const { value } = op;
  if (!(value instanceof DenseElementsAttr)) return false;
  const number = Number(fromDenseBytes(kind, [1], value.bytes).data[0]);
  if (kind === 'f32') f.f32(number);
  else if (kind === 'f64') f.f64(number);
  else f.i32(number);
  return true;
}

/** As the kernel of the operation converts. */
function emitConversion(f: FunctionBuilder, { kind: from, push }: Scalar, to: ScalarKind): boolean {
  push();
  if (from === to) return true;
  const isFloat = from === 'f32' || from === 'f64';
  if (to === 'i1') {
    if (from === 'f32') f.f32(0);
    else if (from === 'f64') f.f64(0);
    else f.i32(0);
    f.op(isFloat ? `${from}.ne` : 'i32.ne');
  } else if (to === 'i32') {
    if (isFloat) f.truncate(`i32.trunc_sat_${from}_s`);
  } else if (isFloat) {
    f.op(to === 'f64' ? 'f64.promote_f32' : 'f32.demote_f64');
  } else {
    // Truth values are 0 and 1.
    f.op(`${to}.convert_i32_s`);
  }
  return true;
}

const table = new OpTable([
  instruction(hlo.AbsOp, { f32: 'f32.abs', f64: 'f64.abs' }),
  instruction(hlo.AddOp, { f32: 'f32.add', f64: 'f64.add', i32: 'i32.add', i1: 'i32.or' }),
  instruction(hlo.AndOp, { i32: 'i32.and', i1: 'i32.and' }),
  instruction(hlo.CeilOp, { f32: 'f32.ceil', f64: 'f64.ceil' }),
  instruction(hlo.DivOp, { f32: 'f32.div', f64: 'f64.div' }),
  instruction(hlo.FloorOp, { f32: 'f32.floor', f64: 'f64.floor' }),
  extreme(hlo.MaxOp, 'i32.gt_s', { f32: 'f32.max', f64: 'f64.max', i1: 'i32.or' }),
  extreme(hlo.MinOp, 'i32.lt_s', { f32: 'f32.min', f64: 'f64.min', i1: 'i32.and' }),
  instruction(hlo.MulOp, { f32: 'f32.mul', f64: 'f64.mul', i32: 'i32.mul', i1: 'i32.and' }),
  entry(hlo.NegOp, (_, f, [x], kind) => {
    if (kind === 'i1') return false;
    if (kind === 'i32') f.i32(0);
    x.push();
    f.op(kind === 'i32' ? 'i32.sub' : `${kind}.neg`);
    return true;
  }),
  entry(hlo.NotOp, (_, f, [x], kind) => {
    x.push();
    if (kind === 'i32') f.i32(-1);
    f.op(kind === 'i32' ? 'i32.xor' : 'i32.eqz');
    return true;
  }),
  instruction(hlo.OrOp, { i32: 'i32.or', i1: 'i32.or' }),
  instruction(hlo.RoundNearestEvenOp, { f32: 'f32.nearest', f64: 'f64.nearest' }),
  instruction(hlo.SqrtOp, { f32: 'f32.sqrt', f64: 'f64.sqrt' }),
  instruction(hlo.SubtractOp, { f32: 'f32.sub', f64: 'f64.sub', i32: 'i32.sub' }),
  instruction(hlo.XorOp, { i32: 'i32.xor', i1: 'i32.xor' }),
  composed(hlo.ExpOp, 'exponential'),
  composed(hlo.Expm1Op, 'exponential_minus_one'),
  composed(hlo.Log1pOp, 'log_plus_one'),
  composed(hlo.LogOp, 'log'),
  composed(hlo.LogisticOp, 'logistic'),
  composed(hlo.RsqrtOp, 'rsqrt'),
  composed(hlo.TanhOp, 'tanh'),
  operandOf(hlo.BroadcastInDimOp),
  operandOf(hlo.ReshapeOp),
  entry(hlo.ConstantOp, (op, f, _operands, kind) => emitConstant(op, f, kind)),
  entry(hlo.ConvertOp, (_, f, [x], kind) => emitConversion(f, x, kind)),
  entry(hlo.CompareOp, (op, f, operands) => {
    if (op.compareType?.value === 'TOTALORDER') return false;
    pushAll(operands);
    f.op(comparisons[op.comparisonDirection.value][operands[0].kind]);
    return true;
  }),
  entry(hlo.SelectOp, (_, f, [condition, onTrue, onFalse]) => {
    pushAll([onTrue, onFalse, condition]);
    f.op('select');
    return true;
  }),
]);

/** Emits an operation of scalars, whose result is left on the stack; returns `null` for one that is not compiled. */
export function emitScalarOp(
  op: Operation,
  f: FunctionBuilder,
  operands: readonly Scalar[],
): ScalarKind | null {
  const kind = op.results.length === 1 ? scalarKindOf(op.results[0].type) : null;
  if (kind === null) return null;
  return table.apply(op, f, operands, kind) === true ? kind : null;
}
