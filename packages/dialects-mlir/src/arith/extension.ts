import type { Extension } from '@shardform/ir-core';
import { ubDialect } from '../ub/extension.ts';
import { PoisonAttr, PoisonOp } from '../ub/poison-op.ts';
import * as binary from './binary-ops.ts';
import * as bitwise from './bitwise-ops.ts';
import { CmpFOp, CmpIOp } from './compare-ops.ts';
import { ConstantOp, materializeConstant } from './constant-op.ts';
import * as division from './division-ops.ts';
import * as extended from './extended-ops.ts';
import * as extremum from './extremum-ops.ts';
import { FastMathFlagsAttr, IntegerOverflowFlagsAttr } from './flags-attr.ts';
import * as floatCast from './float-cast-ops.ts';
import * as float from './float-ops.ts';
import * as integerCast from './integer-cast-ops.ts';
import { additivePatterns } from './patterns/additive.ts';
import { castPatterns } from './patterns/casts.ts';
import { choicePatterns } from './patterns/choices.ts';
import * as scaled from './scaled-cast-ops.ts';
import { SelectOp } from './select-op.ts';

/** Arithmetic on integers, indices and floats, and on vectors and tensors of them. */
export const arithDialect: Extension = {
  name: 'dialects-mlir/arith',
  get requires() {
    return [ubDialect];
  },
  dialects: [
    {
      name: 'arith',
      documentation: async () => (await import('../docs/arith-documentation.ts')).arithDocumentation,
      inlining: { isLegalToInlineOp: () => true },
      materializeConstant: (value, type, location) =>
        value instanceof PoisonAttr
          ? PoisonOp.create({ value }, [type], { location })
          : materializeConstant(value, type, location),
    },
  ],
  attrs: [FastMathFlagsAttr, IntegerOverflowFlagsAttr],
  ops: [
    ConstantOp,
    binary.AddIOp,
    extended.AddUIExtendedOp,
    extended.SubUIExtendedOp,
    binary.SubIOp,
    binary.MulIOp,
    extended.MulSIExtendedOp,
    extended.MulUIExtendedOp,
    division.DivUIOp,
    division.DivSIOp,
    division.CeilDivUIOp,
    division.CeilDivSIOp,
    division.FloorDivSIOp,
    division.RemUIOp,
    division.RemSIOp,
    bitwise.AndIOp,
    bitwise.OrIOp,
    bitwise.XOrIOp,
    binary.ShLIOp,
    binary.ShRUIOp,
    binary.ShRSIOp,
    extremum.MaxSIOp,
    extremum.MaxUIOp,
    extremum.MinSIOp,
    extremum.MinUIOp,
    float.NegFOp,
    float.FlushDenormalsOp,
    float.AddFOp,
    float.SubFOp,
    float.MulFOp,
    float.DivFOp,
    float.RemFOp,
    float.MaximumFOp,
    float.MaxNumFOp,
    float.MinimumFOp,
    float.MinNumFOp,
    integerCast.ExtUIOp,
    integerCast.ExtSIOp,
    integerCast.TruncIOp,
    integerCast.IndexCastOp,
    integerCast.IndexCastUIOp,
    floatCast.ExtFOp,
    floatCast.ConvertFOp,
    scaled.ScalingExtFOp,
    scaled.ScalingTruncFOp,
    floatCast.TruncFOp,
    floatCast.UIToFPOp,
    floatCast.SIToFPOp,
    floatCast.FPToUIOp,
    floatCast.FPToSIOp,
    floatCast.BitcastOp,
    CmpIOp,
    CmpFOp,
    SelectOp,
  ],
  canonicalizations: [...additivePatterns, ...castPatterns, ...choicePatterns],
};
