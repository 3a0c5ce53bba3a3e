import {
  type DenseArrayAttr,
  DYNAMIC,
  type OpReport,
  RankedTensorType,
  type Type,
  UnrankedTensorType,
} from '@shardform/ir-core';
import { type Dim, dim, dimsOf, tensorOfDims } from '../inference/bounded-shape.ts';
import { areCompatibleElementTypes } from '../inference/compatible-types.ts';
import type { AnyTensorType } from './constraints.ts';

interface BroadcastingOp {
  readonly lhs: { readonly type: Type };
  readonly rhs: { readonly type: Type };
  readonly broadcastDimensions: DenseArrayAttr | null;
}

/**
 * Returns the result type of an operation that broadcasts two operands of one element type.
 *
 * @param elementOf the element type of the result from that of the operands.
 */
export function broadcastResultType(
  { lhs, rhs, broadcastDimensions }: BroadcastingOp,
  report: OpReport,
  elementOf: (element: Type) => Type = (element) => element,
): readonly Type[] | null {
  // The constraints of the operands say that they are tensors.
  const [a, b] = [lhs.type as AnyTensorType, rhs.type as AnyTensorType];
  if (!areCompatibleElementTypes(a.elementType, b.elementType)) return mismatched(report);
  const element = elementOf(a.elementType);
  const dims = broadcastDims(a, b, broadcastDimensions?.numbers() ?? null);
  return [dims === null ? UnrankedTensorType.get(element) : tensorOfDims(dims, element)];
}

/** Returns the result type of `broadcast_select`. */
export function broadcastSelectType(
  pred: Type,
  onTrue: Type,
  onFalse: Type,
  report: OpReport,
): readonly Type[] | null {
  // Verified: operands are tensors, of known or unknown rank.
  const [p, a, b] = [pred, onTrue, onFalse] as [AnyTensorType, AnyTensorType, AnyTensorType];
  if (!areCompatibleElementTypes(a.elementType, b.elementType)) return mismatched(report);
  const branches = broadcastDims(a, b, null);
  const dims = branches === null ? null : broadcastDims(p, tensorOfDims(branches, a.elementType), null);
  return [dims === null ? UnrankedTensorType.get(a.elementType) : tensorOfDims(dims, a.elementType)];
}

function mismatched(report: OpReport): null {
  report.error('mismatched operand types');
  return null;
}

/**
 * The dimensions of two tensors broadcast together, the one with fewer dimensions along `map` or aligned at the last;
 * `null` when nothing is known of the rank or the map is not one.
 */
function broadcastDims(a: AnyTensorType, b: AnyTensorType, map: readonly number[] | null): Dim[] | null {
  if (!(a instanceof RankedTensorType) || !(b instanceof RankedTensorType)) return null;
  const [small, large] = a.rank <= b.rank ? [dimsOf(a), dimsOf(b)] : [dimsOf(b), dimsOf(a)];
  const places = map ?? small.map((_, i) => large.length - small.length + i);
  if (places.length !== small.length || places.some((d) => d < 0 || d >= large.length)) return null;
  const result = [...large];
  for (const [i, d] of places.entries()) result[d] = broadcastDim(small[i]!, large[d]!);
  return result;
}

function broadcastDim(a: Dim, b: Dim): Dim {
  if (a.size === 1) return b;
  if (b.size === 1) return a;
  if (a.size !== DYNAMIC && b.size !== DYNAMIC) return a.size === b.size ? a : dim(DYNAMIC);
  if (a.size !== DYNAMIC) return a;
  if (b.size !== DYNAMIC) return b;
  return a.bound === DYNAMIC || b.bound === DYNAMIC ? dim(DYNAMIC) : dim(DYNAMIC, Math.max(a.bound, b.bound));
}
