import {
  type ArrayAttr,
  DenseArrayAttr,
  type FoldResult,
  i64,
  isInstance,
  memoryEffectsOf,
  type Operation,
  type OpResult,
  RankedTensorType,
  type Value,
} from '@shardform/ir-core';
import {
  type DataType,
  dataTypeOf,
  isExact,
  isTruncation,
  isWrapping,
  TileType,
} from '@shardform/dialect-ttcore';
import { i32Numbers } from '@shardform/dialect-ttir';
import { LayoutAttr } from '../attrs/layout-attr.ts';

/** The result of folding: values, the operation itself where it was changed, or nothing. */
type Folded = readonly FoldResult[] | null;

/** An operation that makes one tensor of one. */
interface Move extends Operation {
  readonly input: Value<RankedTensorType>;
  readonly result: OpResult<RankedTensorType>;
}

/** The operation that makes the operand, if it is of the same kind. */
function sameKind<T extends Move>(op: T): T | null {
  const inner = op.input.definingOp;
  // Operations of one name are of one class.
  return inner?.name === op.name ? (inner as T) : null;
}

/** The operation with another operand. */
function withInput(op: Move, input: Value): Folded {
  op.setOperand(0, input);
  return [op.result];
}

/** The layout of a value, if it has one. */
function layoutOf({ type }: Value): LayoutAttr | null {
  return isInstance(RankedTensorType, type) && type.encoding instanceof LayoutAttr ? type.encoding : null;
}

/** The number format of a value that has a layout. */
function formatOf(value: Value): DataType | null {
  const element = layoutOf(value)?.memref.elementType;
  if (element === undefined) return null;
  return element instanceof TileType ? element.dataType : dataTypeOf(element);
}

/** A change of type that changes nothing. */
export function foldTypecast(op: Move): Folded {
  return op.input.type === op.result.type ? [op.input] : null;
}

function writes(op: Operation): boolean {
  return memoryEffectsOf(op, null)?.some(({ kind }) => kind === 'write') ?? false;
}

/** Of two shapes the last counts. */
export function foldReshape(op: Move): Folded {
  if (op.input.type === op.result.type) return [op.input];
  const inner = sameKind(op);
  // What is written into the first shape must be seen in the second.
  if (inner === null || inner.result.users().some((user) => user !== op && writes(user))) return null;
  return withInput(op, inner.input);
}

/** Two permutations are one; one that exchanges nothing is none. */
export function foldPermute(op: Move & { permutation: DenseArrayAttr }): Folded {
  const permutation = op.permutation.numbers();
  if (permutation.every((dim, i) => dim === i)) return [op.input];
  const inner = sameKind(op);
  if (!inner?.result.hasOneUse) return null;
  const first = inner.permutation.numbers();
  op.permutation = DenseArrayAttr.get(
    i64,
    permutation.map((dim) => first[dim]!),
  );
  return withInput(op, inner.input);
}

/** Returns true if a tensor is moved to DRAM on purpose, to make room in L1 until it is moved back. */
function isStaged(inner: Move, outer: Move): boolean {
  if (inner.next === outer) return false;
  const [source, between, target] = [inner.input, inner.result, outer.result].map(layoutOf);
  if (between?.bufferType !== 'dram' || target?.bufferType !== 'l1') return false;
  return !(
    source?.bufferType === target.bufferType &&
    source.memoryLayout === target.memoryLayout &&
    source.isTiled === target.isTiled
  );
}

/** The layout before the last change does not matter. */
export function foldLayoutChange(op: Move): Folded {
  const layout = layoutOf(op.input);
  if (layout !== null && layout === layoutOf(op.result)) return [op.input];
  const inner = sameKind(op);
  if (inner === null) return null;
  const formats = [inner.input, inner.result, op.result].map(formatOf);
  if (isTruncation(formats) || isWrapping(formats)) return null;
  return isStaged(inner, op) ? null : withInput(op, inner.input);
}

/** Like {@link foldLayoutChange}; and a change to a wider type and back needs no change of type. */
export function foldTensorSpec(op: Move): Folded {
  const folded = foldLayoutChange(op);
  const cast = op.input.definingOp;
  if (folded !== null || cast?.name !== 'ttnn.typecast') return folded;
  const original = cast.getOperand(0);
  const [source, between, target] = [original, op.input, op.result].map(formatOf);
  if (!source || !between || source !== target || !isExact(source, between)) return null;
  return withInput(op, original);
}

/** Replaces a slice of concatenated tensors that is exactly one of them by that one. */
export function foldSlice(op: Move & { begins: ArrayAttr; ends: ArrayAttr; step: ArrayAttr }): Folded {
  // Operations of that name, checked in the next line, have a dimension.
  const concat = op.input.definingOp as (Operation & { dim: { number: number } }) | null;
  if (concat?.name !== 'ttnn.concat' || i32Numbers(op.step).some((step) => step !== 1)) return null;
  const { shape, rank } = op.input.type;
  const along = concat.dim.number < 0 ? concat.dim.number + rank : concat.dim.number;
  const [begins, ends] = [i32Numbers(op.begins), i32Numbers(op.ends)];
  const isWhole = shape.every((size, d) => d === along || (begins[d] === 0 && ends[d] === size));
  if (!isWhole) return null;
  let at = 0;
  for (const { value } of concat.operands) {
    // Operands of a concatenation are tensors.
    const size = (value.type as RankedTensorType).dimSize(along);
    if (at === begins[along] && at + size === ends[along] && value.type === op.result.type) return [value];
    at += size;
  }
  return null;
}
