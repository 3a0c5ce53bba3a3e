import * as ttir from '@shardform/dialect-ttir';
import { sharedWith } from './shared-spec.ts';
import { defaultAttr, defineOp, type OpReport, optionalAttr, type FoldResult } from '@shardform/ir-core';
import { boolAttr, checks, f32Attr, f32Default } from '@shardform/dialect-ttir';
import { shapeAttr, tensor } from '../constraints.ts';
import { foldPermute, foldReshape, foldSlice } from '../fold/moves.ts';
import { tileElements } from '../traits.ts';
import { concatProblems, padProblems } from '../verify/index.ts';

/** The same elements in row-major order under another shape. */
export class ReshapeOp extends defineOp('ttnn.reshape', {
  ...sharedWith(ttir.ReshapeOp),
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override fold(): readonly FoldResult[] | null {
    return foldReshape(this);
  }

  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.reshapeProblems(this), report);
  }
}

/** Exchanges dimensions: dimension `i` of the result is dimension `permutation[i]` of the operand. */
export class PermuteOp extends defineOp('ttnn.permute', {
  ...sharedWith(ttir.PermuteOp),
  attrs: { ...sharedWith(ttir.PermuteOp).attrs, pad_value: defaultAttr(f32Attr, f32Default(0)) },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override fold(): readonly FoldResult[] | null {
    return foldPermute(this);
  }

  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.permuteProblems(this), report);
  }
}

/** Exchange of two dimensions. */
export class TransposeOp extends defineOp('ttnn.transpose', {
  ...sharedWith(ttir.TransposeOp),
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.transposeProblems(this), report);
  }
}

/** Joins tensors along one dimension. */
export class ConcatOp extends defineOp('ttnn.concat', {
  ...sharedWith(ttir.ConcatOp),
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(concatProblems(this), report);
  }
}

/** Repeats the tensor: how often, per dimension. */
export class RepeatOp extends defineOp('ttnn.repeat', {
  summary: 'repeats a tensor along dimensions',
  operands: { input: tensor },
  attrs: {
    repeat_dims: shapeAttr,
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.repeatProblems(this, this.repeatDims.shape), report);
  }
}

/** Repetition of each slice. */
export class RepeatInterleaveOp extends defineOp('ttnn.repeat_interleave', {
  ...sharedWith(ttir.RepeatInterleaveOp),
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.repeatInterleaveProblems(this), report);
  }
}

/** A strided slice; ends are exclusive. */
export class SliceStaticOp extends defineOp('ttnn.slice_static', {
  ...sharedWith(ttir.SliceStaticOp),
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override fold(): readonly FoldResult[] | null {
    return foldSlice(this);
  }

  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.sliceStaticProblems(this), report);
  }
}

/** A slice with bounds known at run time. */
export class SliceDynamicOp extends defineOp('ttnn.slice_dynamic', {
  ...sharedWith(ttir.SliceDynamicOp),
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.sliceDynamicProblems(this), report);
  }
}

/** Adds a number around a tensor: `padding` lists what comes before and after, per dimension. */
export class PadOp extends defineOp('ttnn.pad', {
  ...sharedWith(ttir.PadOp),
  attrs: { ...sharedWith(ttir.PadOp).attrs, use_multicore: optionalAttr(boolAttr) },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(padProblems(this), report);
  }
}
