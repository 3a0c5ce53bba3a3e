import { DenseElementsAttr, type Extension, IntegerAttr, pattern, ShapedType } from '@shardform/ir-core';
import { materializeConstant } from '../arith/constant-op.ts';
import { arithDialect } from '../arith/extension.ts';
import { replaceByBlock } from '../scf/patterns/moved-regions.ts';
import { tensorDialect } from '../tensor/extension.ts';
import { broadcastPatterns } from './broadcast-patterns.ts';
import { ConstShapeOp, ConstSizeOp, ConstWitnessOp, extents } from './constant-ops.ts';
import * as constraints from './constraint-ops.ts';
import * as shapes from './shape-ops.ts';
import { isExtentTensor, ShapeType, SizeType, ValueShapeType, WitnessType } from './types.ts';

/** Computations on shapes and the constraints that programs of dynamic shapes rely on. */
export const shapeDialect: Extension = {
  name: 'dialects-mlir/shape',
  get requires() {
    return [arithDialect, tensorDialect];
  },
  dialects: [
    {
      name: 'shape',
      documentation: async () => (await import('../docs/shape-documentation.ts')).shapeDocumentation,
      inlining: { isLegalToInlineOp: () => true, isLegalToInlineRegion: () => true },
      materializeConstant(value, type, location) {
        if (value instanceof DenseElementsAttr && (type === ShapeType.instance || isExtentTensor(type))) {
          return ConstShapeOp.create({ shape: value }, [type], { location });
        }
        if (!(value instanceof IntegerAttr)) return materializeConstant(value, type, location);
        if (type === SizeType.instance) return ConstSizeOp.create({ value }, [type], { location });
        if (type === WitnessType.instance)
          return ConstWitnessOp.create({ passing: value }, [type], { location });
        return materializeConstant(value, type, location);
      },
    },
  ],
  types: [ShapeType, SizeType, ValueShapeType, WitnessType],
  ops: [
    ConstShapeOp,
    ConstSizeOp,
    ConstWitnessOp,
    constraints.AssumingAllOp,
    constraints.AssumingOp,
    constraints.AssumingYieldOp,
    constraints.CstrBroadcastableOp,
    constraints.CstrEqOp,
    constraints.CstrRequireOp,
    shapes.AddOp,
    shapes.AnyOp,
    shapes.BroadcastOp,
    shapes.ConcatOp,
    shapes.DimOp,
    shapes.DivOp,
    shapes.FromExtentTensorOp,
    shapes.FromExtentsOp,
    shapes.GetExtentOp,
    shapes.IndexToSizeOp,
    shapes.IsBroadcastableOp,
    shapes.MaxOp,
    shapes.MeetOp,
    shapes.MinOp,
    shapes.MulOp,
    shapes.NumElementsOp,
    shapes.RankOp,
    shapes.ShapeEqOp,
    shapes.ShapeOfOp,
    shapes.SizeToIndexOp,
    shapes.SplitAtOp,
    shapes.ToExtentTensorOp,
    shapes.ValueAsShapeOp,
    shapes.ValueOfOp,
    shapes.WithShapeOp,
  ],
  interfaces: [constraints.assumingInterface],
  canonicalizations: [
    ...broadcastPatterns,
    pattern(shapes.ShapeOfOp, 'known-shape', (op, rewriter) => {
      const { type } = op.arg;
      if (!(type instanceof ShapedType) || !type.hasStaticShape) return false;
      rewriter.replaceOpWith(op, ConstShapeOp, { shape: extents(type.shape!) }, [op.result.type]);
      return true;
    }),
    pattern(constraints.AssumingOp, 'known-witness', (op, rewriter) => {
      const witness = op.witness.definingOp;
      if (!(witness instanceof ConstWitnessOp) || witness.passing.value !== 1n) return false;
      replaceByBlock(op, op.doRegion.entry, [], rewriter);
      return true;
    }),
  ],
};
