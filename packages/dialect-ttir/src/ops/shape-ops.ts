import {
  defineOp,
  DenseArrayAttr,
  DenseElementsAttr,
  i64,
  type OpReport,
  stringAttr,
  variadic,
} from '@shardform/ir-core';
import {
  f32Attr,
  i32ArrayAttr,
  i32DenseArrayAttr,
  i64ArrayAttr,
  si32Attr,
  tensor,
  ui32Attr,
} from '../constraints.ts';
import { type Constants, type Folded, foldMoved } from '../fold/index.ts';
import {
  broadcastProblems,
  concatProblems,
  padProblems,
  permuteProblems,
  rearrangeProblems,
  repeatInterleaveProblems,
  repeatProblems,
  reshapeProblems,
  reverseProblems,
  squeezeProblems,
  transposeProblems,
  unsqueezeProblems,
  verifyFirst,
} from '../verify/index.ts';

/** Returns true if only dimensions of size one are permuted. */
function isPermutedInPlace(shape: readonly number[], permutation: readonly number[]): boolean {
  return permutation.every((from, to) => from === to || (shape[from] === 1 && shape[to] === 1));
}

/** Repeats dimensions of size one: `broadcast_dimensions` says how often, per dimension. */
export class BroadcastOp extends defineOp('ttir.broadcast', {
  summary: 'broadcasts dimensions of size one',
  operands: { input: tensor },
  attrs: {
    broadcast_dimensions: i64ArrayAttr,
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override fold([input]: Constants): Folded {
    if (this.broadcastDimensions.numbers().every((factor) => factor === 1)) return [this.input];
    return input instanceof DenseElementsAttr && input.isSplat ? [input.reshape(this.result.type)] : null;
  }

  override verifyOp(report: OpReport): boolean {
    return verifyFirst(broadcastProblems(this), report);
  }
}

/** The same elements in row-major order under another shape. */
export class ReshapeOp extends defineOp('ttir.reshape', {
  summary: 'reshape: changes the shape and keeps the elements',
  operands: { input: tensor },
  attrs: {
    shape: i32ArrayAttr,
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override fold([input]: Constants): Folded {
    if (this.input.type === this.result.type) return [this.input];
    const inner = this.input.definingOp;
    if (inner instanceof ReshapeOp) {
      this.setOperand(0, inner.input);
      return [this.result];
    }
    return input instanceof DenseElementsAttr ? [input.reshape(this.result.type)] : null;
  }

  override verifyOp(report: OpReport): boolean {
    return verifyFirst(reshapeProblems(this), report);
  }
}

/** Exchanges dimensions: dimension `i` of the result is dimension `permutation[i]` of the operand. */
export class PermuteOp extends defineOp('ttir.permute', {
  summary: 'permutes dimensions',
  operands: { input: tensor },
  attrs: {
    permutation: i64ArrayAttr,
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override fold([input]: Constants): Folded {
    const permutation = this.permutation.numbers();
    if (isPermutedInPlace(this.input.type.shape, permutation)) return [this.input];
    const inner = this.input.definingOp;
    if (inner instanceof PermuteOp && !this.hasAttr('decomposed')) {
      const first = inner.permutation.numbers();
      this.permutation = DenseArrayAttr.get(
        i64,
        permutation.map((dim) => first[dim]!),
      );
      this.setOperand(0, inner.input);
      return [this.result];
    }
    return foldMoved(this, input, (place) => permutation.map((_, dim) => place[permutation.indexOf(dim)]!));
  }

  override verifyOp(report: OpReport): boolean {
    return verifyFirst(permuteProblems(this), report);
  }
}

/** Exchange of two dimensions. */
export class TransposeOp extends defineOp('ttir.transpose', {
  summary: 'transpose: swaps two dimensions',
  operands: { input: tensor },
  attrs: {
    dim0: si32Attr,
    dim1: si32Attr,
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(transposeProblems(this), report);
  }
}

/** Change of shape by a pattern. */
export class RearrangeOp extends defineOp('ttir.rearrange', {
  summary: 'rearranges dimensions by an einops pattern',
  operands: { input: tensor },
  attrs: {
    pattern: stringAttr,
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(rearrangeProblems(this), report);
  }
}

/** Removal of a dimension of size one. */
export class SqueezeOp extends defineOp('ttir.squeeze', {
  summary: 'removes a dimension of size one',
  operands: { input: tensor },
  attrs: {
    dim: si32Attr,
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(squeezeProblems(this), report);
  }
}

/** Insertion of a dimension of size one. */
export class UnsqueezeOp extends defineOp('ttir.unsqueeze', {
  summary: 'inserts a dimension of size one',
  operands: { input: tensor },
  attrs: {
    dim: si32Attr,
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(unsqueezeProblems(this), report);
  }
}

/** Joins tensors along one dimension, counted from the end when negative. */
export class ConcatOp extends defineOp('ttir.concat', {
  summary: 'concatenation along a dimension',
  operands: { inputs: variadic(tensor) },
  attrs: {
    dim: si32Attr,
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override fold(): Folded {
    const dim = this.dim.number + (this.dim.number < 0 ? this.result.type.rank : 0);
    const [first] = this.inputs;
    if (this.inputs.length === 1) return [first!];
    const filled = this.inputs.filter(({ type }) => type.shape[dim] !== 0);
    if (filled.length === this.inputs.length) return null;
    if (filled.length === 0) return [first!];
    this.setOperands(filled);
    return [this.result];
  }

  override verifyOp(report: OpReport): boolean {
    return verifyFirst(concatProblems(this), report);
  }
}

/** Repetition of a tensor. */
export class RepeatOp extends defineOp('ttir.repeat', {
  summary: 'repeats a tensor along dimensions',
  operands: { input: tensor },
  attrs: {
    repeat_dimensions: i64ArrayAttr,
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override fold([input]: Constants): Folded {
    const factors = this.repeatDimensions.numbers();
    if (factors.every((factor) => factor === 1)) return [this.input];
    const inner = this.input.definingOp;
    if (inner instanceof RepeatOp && inner.result.hasOneUse) {
      const first = inner.repeatDimensions.numbers();
      this.repeatDimensions = DenseArrayAttr.get(
        i64,
        factors.map((factor, d) => factor * first[d]!),
      );
      this.setOperand(0, inner.input);
      return [this.result];
    }

    return foldMoved(this, input, (place) => place.map((index, d) => index % this.input.type.dimSize(d)));
  }

  override verifyOp(report: OpReport): boolean {
    return verifyFirst(repeatProblems(this, this.repeatDimensions.numbers()), report);
  }
}

/** Repetition of each slice. */
export class RepeatInterleaveOp extends defineOp('ttir.repeat_interleave', {
  summary: 'repeats each element along a dimension',
  operands: { input: tensor },
  attrs: {
    repeats: ui32Attr,
    dim: si32Attr,
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override fold([input]: Constants): Folded {
    const [repeats, dim] = [this.repeats.number, this.dim.number];
    if (repeats === 1) return [this.input];
    return foldMoved(this, input, (place) =>
      place.map((index, d) => (d === dim ? Math.floor(index / repeats) : index)),
    );
  }

  override verifyOp(report: OpReport): boolean {
    return verifyFirst(repeatInterleaveProblems(this), report);
  }
}

/** Adds a number around a tensor: `padding` lists what comes before and after, per dimension. */
export class PadOp extends defineOp('ttir.pad', {
  summary: 'padding with a number',
  operands: { input: tensor },
  attrs: {
    padding: i32DenseArrayAttr,
    value: f32Attr,
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(padProblems(this), report);
  }
}

/** Reverses the order of elements along dimensions. */
export class ReverseOp extends defineOp('ttir.reverse', {
  summary: 'reversal of dimensions',
  operands: { input: tensor },
  attrs: {
    dimensions: i64ArrayAttr,
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(reverseProblems(this), report);
  }
}
