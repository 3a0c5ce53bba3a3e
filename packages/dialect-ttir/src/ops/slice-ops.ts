import { type Attribute, defaultAttr, defineOp, type OpReport, optionalAttr } from '@shardform/ir-core';
import {
  i32Array,
  i32ArrayAttr,
  i32Attr,
  i32Numbers,
  si32Attr,
  si32Default,
  tensor,
} from '../constraints.ts';
import { type Constants, type Folded, foldMoved, foldTo } from '../fold/index.ts';
import {
  indexProblems,
  indexSelectProblems,
  sliceDynamicProblems,
  sliceStaticProblems,
  verifyFirst,
} from '../verify/index.ts';
import { ConcatOp } from './shape-ops.ts';

/** A slice of a slice that serves nothing else is a slice of what that takes from. */
function foldSliceOfSlice(op: SliceStaticOp): Folded {
  const inner = op.input.definingOp;
  if (!(inner instanceof SliceStaticOp) || !inner.result.hasOneUse) return null;
  const [begins, steps] = [i32Numbers(inner.begins), i32Numbers(inner.step)];
  const within = (index: number, d: number): number => begins[d]! + steps[d]! * index;
  op.begins = i32Array(i32Numbers(op.begins).map(within));
  op.ends = i32Array(i32Numbers(op.ends).map((end, d) => within(end - 1, d) + 1));
  op.step = i32Array(i32Numbers(op.step).map((step, d) => steps[d]! * step));
  op.setOperand(0, inner.input);
  return [op.result];
}

/** A slice that takes exactly one of the tensors that were joined is that tensor. */
function foldSliceOfConcat(op: SliceStaticOp): Folded {
  const concat = op.input.definingOp;
  if (!(concat instanceof ConcatOp) || i32Numbers(op.step).some((step) => step !== 1)) return null;
  const [begins, ends] = [i32Numbers(op.begins), i32Numbers(op.ends)];
  const along = concat.dim.number + (concat.dim.number < 0 ? begins.length : 0);
  let offset = 0;
  for (const input of concat.inputs) {
    const start = offset;
    const from = (d: number): number => (d === along ? start : 0);
    if (input.type.shape.every((size, d) => begins[d] === from(d) && ends[d] === from(d) + size))
      return [input];
    offset += input.type.dimSize(along);
  }
  return null;
}

function foldConstantSlice(op: SliceStaticOp, input: Attribute | null | undefined): Folded {
  const begins = i32Numbers(op.begins).map((begin, d) =>
    begin < 0 ? begin + op.input.type.dimSize(d) : begin,
  );
  const steps = i32Numbers(op.step);
  return foldMoved(op, input, (place) => place.map((index, d) => begins[d]! + steps[d]! * index));
}

/** A strided slice; ends are exclusive, and counted from the end when negative. */
export class SliceStaticOp extends defineOp('ttir.slice_static', {
  summary: 'slice with static bounds',
  operands: { input: tensor },
  attrs: {
    begins: i32ArrayAttr,
    ends: i32ArrayAttr,
    step: i32ArrayAttr,
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override fold([input]: Constants): Folded {
    return foldSliceOfSlice(this) ?? foldSliceOfConcat(this) ?? foldConstantSlice(this, input);
  }

  override verifyOp(report: OpReport): boolean {
    return verifyFirst(sliceStaticProblems(this), report);
  }
}

/** A slice with bounds known at run time. */
export class SliceDynamicOp extends defineOp('ttir.slice_dynamic', {
  summary: 'slice with dynamic bounds',
  operands: { input: tensor, begins: tensor, ends: tensor },
  attrs: {
    step: optionalAttr(i32ArrayAttr),
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(sliceDynamicProblems(this), report);
  }
}

/** Slices of a dimension with a step. */
export class IndexOp extends defineOp('ttir.index', {
  summary: 'slice of one dimension with a step',
  operands: { input: tensor },
  attrs: {
    dim: i32Attr,
    begin: i32Attr,
    end: i32Attr,
    step: i32Attr,
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(indexProblems(this), report);
  }
}

/** Groups of slices of a dimension. */
export class IndexSelectOp extends defineOp('ttir.index_select', {
  summary: 'selects groups of slices of a dimension',
  operands: { input: tensor },
  attrs: {
    dim: si32Attr,
    begin: si32Attr,
    length: si32Attr,
    stride: defaultAttr(si32Attr, si32Default(0)),
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(indexSelectProblems(this), report);
  }
}

/** Size of a dimension. */
export class GetDimensionSizeOp extends defineOp('ttir.get_dimension_size', {
  summary: 'size of a dimension',
  operands: { operand: tensor },
  attrs: {
    dimension: i32Attr,
  },
  results: { result: tensor },
  effects: 'unknown',
  speculates: 'unknown',
}) {
  override fold(): Folded {
    const size = this.operand.type.shape[this.dimension.number];
    return size === undefined ? null : foldTo(this, size);
  }
}
