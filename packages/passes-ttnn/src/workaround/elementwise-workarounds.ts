import { type DataType, isExact } from '@shardform/dialect-ttcore';
import * as ttnn from '@shardform/dialect-ttnn';
import { layoutOf } from '@shardform/dialect-ttnn';
import { byOp, type Operation, type OpWithDefinition, type Tensor } from '@shardform/ir-core';
import {
  any,
  everywhere,
  formatOf,
  isInteger,
  type OperandsWorkarounds,
  type OperandWorkaround,
  type WorkaroundRule,
} from './operand-workaround.ts';

const FLOATS: ReadonlySet<DataType | null> = new Set(['f32', 'bf16', 'bfp_bf8', 'bfp_bf4']);

/** The format in which operands of one have to be, or `null` where it can stay. */
type FormatRule = (format: DataType | null) => DataType | null;

const narrowIntegers: FormatRule = (format) => (format === 'u8' ? 'si32' : null);
const narrowBits: FormatRule = (format) => (format === 'u8' ? 'u32' : null);
const shifts: FormatRule = (format) => (format === 'u32' || format === 'si32' ? null : 'si32');
const reals: FormatRule = (format) => (FLOATS.has(format) ? null : 'f32');
const halves: FormatRule = (format) => (format === 'bf16' ? null : 'bf16');

type BinaryOp = Operation & { readonly lhs: Tensor; readonly rhs: Tensor };

/** Both operands in tiles of one format that the library has, for each of the classes. */
function binary(rule: FormatRule, classes: readonly OpWithDefinition<BinaryOp>[]): WorkaroundRule[] {
  return classes.map((opClass) =>
    byOp(opClass, ({ lhs, rhs }) => {
      const types = [lhs.type, rhs.type];
      const dataType = types.map((type) => rule(formatOf(type))).findLast((format) => format !== null);
      const isTiled = types.every((type) => layoutOf(type)?.isTiled !== false);
      return everywhere({ ...(dataType && { dataType }), ...(!isTiled && { isTiled: true }) }, 2);
    }),
  );
}

/**
 * Conditions are no integers, nor longer than the numbers that are chosen from. Integers of 32 bits are chosen from as they
 * are: f32 has 24 of their digits.
 */
function where({ first, third }: ttnn.WhereOp): OperandsWorkarounds {
  const [condition, chosen] = [formatOf(first.type), formatOf(third.type)];
  if (chosen === 'si32' || chosen === 'u32')
    return { operands: [isInteger(condition) ? { dataType: 'f32' } : any] };
  if (condition && chosen && !isInteger(condition) && !isInteger(chosen) && isExact(condition, chosen))
    return {};
  const numbers: OperandWorkaround = isInteger(chosen) ? { dataType: 'f32' } : any;
  const mask: OperandWorkaround = isInteger(chosen) ? numbers : chosen ? { dataType: chosen } : any;
  return { operands: [mask, numbers, numbers], results: [numbers] };
}

function bitwiseNot({ input: { type } }: ttnn.BitwiseNotOp): OperandsWorkarounds {
  const isUnsigned = /^u\d/.test(formatOf(type) ?? '');
  const isTiled = layoutOf(type)?.isTiled !== false;
  return everywhere({ ...(isUnsigned && { dataType: 'si32' }), ...(!isTiled && { isTiled: true }) });
}

/** Functions that the library has for floats only. */
function ofReals({ input }: ttnn.ErfOp | ttnn.SignOp): OperandsWorkarounds {
  return isInteger(formatOf(input.type)) ? everywhere({ dataType: 'bf16' }) : {};
}

/** Elementwise operations. */
export const elementwiseWorkarounds: readonly WorkaroundRule[] = [
  ...binary(narrowIntegers, [
    ttnn.EqualOp,
    ttnn.NotEqualOp,
    ttnn.GreaterEqualOp,
    ttnn.GreaterThanOp,
    ttnn.LessEqualOp,
    ttnn.LessThanOp,
    ttnn.AddOp,
    ttnn.Atan2Op,
    ttnn.LogicalAndOp,
    ttnn.LogicalOrOp,
    ttnn.LogicalXorOp,
    ttnn.MaximumOp,
    ttnn.MinimumOp,
    ttnn.MultiplyOp,
    ttnn.RemainderOp,
    ttnn.SubtractOp,
  ]),
  ...binary(narrowBits, [ttnn.BitwiseAndOp, ttnn.BitwiseOrOp, ttnn.BitwiseXorOp]),
  ...binary(shifts, [ttnn.BitwiseRightShiftOp, ttnn.LogicalLeftShiftOp, ttnn.LogicalRightShiftOp]),
  ...binary(reals, [ttnn.DivideOp, ttnn.PowTensorOp]),
  ...binary(halves, [ttnn.GeluBackwardOp]),
  byOp(ttnn.WhereOp, where),
  byOp(ttnn.BitwiseNotOp, bitwiseNot),
  byOp(ttnn.ErfOp, ofReals),
  byOp(ttnn.SignOp, ofReals),
  byOp(ttnn.DropoutOp, () => everywhere({ dataType: 'bf16' })),
];
