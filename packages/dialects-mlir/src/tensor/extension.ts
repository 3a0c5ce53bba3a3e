import { type Extension, pattern } from '@shardform/ir-core';
import { materializeConstant } from '../arith/constant-op.ts';
import { arithDialect } from '../arith/extension.ts';
import * as elements from './element-ops.ts';
import { ConcatOp, GatherOp, ScatterOp } from './gather-ops.ts';
import { GenerateOp, PadOp, YieldOp } from './region-ops.ts';
import { CollapseShapeOp, ExpandShapeOp, ReshapeOp } from './reshape-ops.ts';
import { ExtractSliceOp, InsertSliceOp } from './slice-ops.ts';

/** Access to elements and slices of tensors. */
export const tensorDialect: Extension = {
  name: 'dialects-mlir/tensor',
  get requires() {
    return [arithDialect];
  },
  dialects: [
    {
      name: 'tensor',
      documentation: async () => (await import('../docs/tensor-documentation.ts')).tensorDocumentation,
      inlining: { isLegalToInlineOp: () => true, isLegalToInlineRegion: () => true },
      materializeConstant,
    },
  ],
  ops: [
    elements.BitcastOp,
    elements.CastOp,
    CollapseShapeOp,
    ConcatOp,
    elements.DimOp,
    elements.EmptyOp,
    ExpandShapeOp,
    elements.ExtractOp,
    ExtractSliceOp,
    elements.FromElementsOp,
    GatherOp,
    GenerateOp,
    elements.InsertOp,
    InsertSliceOp,
    PadOp,
    elements.RankOp,
    ReshapeOp,
    ScatterOp,
    elements.SplatOp,
    YieldOp,
  ],
  canonicalizations: [
    pattern(elements.DimOp, 'of-cast', (op, rewriter) => {
      const cast = op.source.definingOp;
      if (!(cast instanceof elements.CastOp)) return false;
      rewriter.modifyInPlace(op, () => op.setOperand(0, cast.source));
      return true;
    }),
    pattern(elements.CastOp, 'of-cast', (op, rewriter) => {
      const inner = op.source.definingOp;
      if (!(inner instanceof elements.CastOp)) return false;
      const { source } = inner;
      if (!elements.saysNoMore(inner.dest.type, [source.type, op.dest.type])) return false;
      if (source.type === op.dest.type) rewriter.replaceOp(op, [source]);
      else rewriter.modifyInPlace(op, () => op.setOperand(0, source));
      return true;
    }),
  ],
};
