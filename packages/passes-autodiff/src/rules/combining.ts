import { AddOp, MapOp, MaxOp, MinOp, numbersAttr, reducerOp, tensorOf } from '@shardform/dialect-stablehlo';
import {
  cloneRegionInto,
  cloneWithoutRegions,
  IrMapping,
  type Operation,
  type Region,
  type Tensor,
} from '@shardform/ir-core';
import type { GradientBuilder } from '../gradient-builder.ts';

/** Combines two tensors, element by element, as a reducer does. */
export type Combine = (lhs: Tensor, rhs: Tensor) => Tensor;

/**
 * Returns the reducer of a region as an operation on tensors, which is appended to `ops`. Maxima and minima take the
 * first of two that are equal.
 */
export function combinerOf(region: Region, build: GradientBuilder, ops: Operation[]): Combine {
  const single = reducerOp(region);
  const { builder } = build;
  const recorded = (value: Tensor): Tensor => {
    ops.push(value.definingOp!);
    return value;
  };
  return (lhs, rhs) => {
    if (single instanceof AddOp) return recorded(build.add(lhs, rhs));
    if (single instanceof MaxOp || single instanceof MinOp) {
      const isFirst = build.compare(lhs, single instanceof MaxOp ? 'GE' : 'LE', rhs);
      return recorded(build.select(isFirst, lhs, rhs));
    }
    if (single !== null) {
      const mapping = new IrMapping();
      mapping.values.set(single.getOperand(0), lhs).set(single.getOperand(1), rhs);
      const copy = builder.insert(cloneWithoutRegions(single, mapping));
      copy.setResultTypes([lhs.type]);
      return recorded(tensorOf(copy.getResult()));
    }
    const dimensions = numbersAttr(lhs.type.shape.map((_, dim) => dim));
    const map = builder.create(MapOp, { inputs: [lhs, rhs], dimensions }, [lhs.type]);
    cloneRegionInto(region, map.computation, new IrMapping());
    return recorded(map.result);
  };
}
