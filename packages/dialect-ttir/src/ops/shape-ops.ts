import {
  type Attribute,
  defineOp,
  DenseArrayAttr,
  DenseElementsAttr,
  f32,
  floatAttr,
  type FoldResult,
  i64,
  type OpReport,
  pure,
  variadic,
} from '@shardform/ir-core';
import { shapeText } from '../broadcast.ts';
import {
  i32ArrayAttr,
  i32DenseArrayAttr,
  i32Numbers,
  i64ArrayAttr,
  si32Attr,
  tensor,
} from '../constraints.ts';

/** Repeats dimensions of size one: `broadcast_dimensions` says how often, per dimension. */
export class BroadcastOp extends defineOp('ttir.broadcast', {
  summary: 'repetition of dimensions of size one',
  operands: { input: tensor },
  attrs: { broadcast_dimensions: i64ArrayAttr },
  results: { result: tensor },
  traits: [pure],
}) {
  override fold([input]: readonly (Attribute | null)[]): readonly FoldResult[] | null {
    if (this.input.type === this.result.type) return [this.input];
    if (!(input instanceof DenseElementsAttr) || !input.isSplat) return null;
    return [input.reshape(this.result.type)];
  }

  override verifyOp(report: OpReport): boolean {
    const [from, to] = [this.input.type.shape, this.result.type.shape];
    const factors = this.broadcastDimensions.numbers();
    if (from.length !== to.length || factors.length !== from.length) {
      return report.opError('input, output and broadcast_dimensions must have the same rank');
    }
    if (from.some((size, i) => size !== 1 && size !== to[i])) {
      return report.opError(
        `Input tensor shape (${from.join(',')}) is not broadcastable to output shape (${to.join(',')})`,
      );
    }
    for (const [i, size] of from.entries()) {
      const repeated = size * factors[i]!;
      if (repeated === to[i]) continue;
      return report.opError(
        `Input tensor shape (${from.join(',')}) index ${i} does not broadcast to output (${to.join(',')}) using broadcast value ${factors[i]!}`,
      );
    }
    return true;
  }
}

/** The same elements in row-major order under another shape. */
export class ReshapeOp extends defineOp('ttir.reshape', {
  summary: 'change of shape',
  operands: { input: tensor },
  attrs: { shape: i32ArrayAttr },
  results: { result: tensor },
  traits: [pure],
}) {
  override fold([input]: readonly (Attribute | null)[]): readonly FoldResult[] | null {
    if (this.input.type === this.result.type) return [this.input];
    if (input instanceof DenseElementsAttr) return [input.reshape(this.result.type)];
    const inner = this.input.definingOp;
    if (!(inner instanceof ReshapeOp)) return null;
    this.setOperand(0, inner.input);
    return [this.result];
  }

  override verifyOp(report: OpReport): boolean {
    const [from, to] = [this.input.type, this.result.type];
    const shape = i32Numbers(this.shape);
    if (shape.length !== to.rank) return report.opError('Shape attribute size must match output tensor rank');
    if (from.elementCount !== to.elementCount) {
      return report.opError(
        `Input tensor number of elements ${from.elementCount} and output tensor number of elements ${to.elementCount} must be the same`,
      );
    }
    for (const [i, size] of shape.entries()) {
      if (size === -1 || size === to.shape[i]) continue;
      return report.opError(
        `Shape attribute ${size} must match the output tensor shape ${to.shape[i]!} at index ${i} for dimension that is not -1`,
      );
    }
    return true;
  }
}

/** Exchanges dimensions: dimension `i` of the result is dimension `permutation[i]` of the operand. */
export class PermuteOp extends defineOp('ttir.permute', {
  summary: 'permutation of dimensions',
  operands: { input: tensor },
  attrs: { permutation: i64ArrayAttr },
  results: { result: tensor },
  traits: [pure],
}) {
  override fold(): readonly FoldResult[] | null {
    const permutation = this.permutation.numbers();
    if (permutation.every((dim, i) => dim === i)) return [this.input];
    const inner = this.input.definingOp;
    if (!(inner instanceof PermuteOp)) return null;
    const first = inner.permutation.numbers();
    this.permutation = DenseArrayAttr.get(
      i64,
      permutation.map((dim) => first[dim]!),
    );
    this.setOperand(0, inner.input);
    return [this.result];
  }

  override verifyOp(report: OpReport): boolean {
    const { shape } = this.input.type;
    const permutation = this.permutation.numbers();
    const range = shape.map((_, i) => i);
    if (permutation.length !== shape.length || range.some((dim) => !permutation.includes(dim))) {
      return report.opError(`Expected a permutation of ${shapeText(range)}, got ${shapeText(permutation)}`);
    }
    const expected = permutation.map((dim) => shape[dim]!);
    const actual = this.result.type.shape;
    return (
      expected.join() === actual.join() ||
      report.opError(`Expected result shape ${shapeText(expected)}, got ${shapeText(actual)}`)
    );
  }
}

/** Joins tensors along one dimension, counted from the end when negative. */
export class ConcatOp extends defineOp('ttir.concat', {
  summary: 'concatenation along a dimension',
  operands: { inputs: variadic(tensor) },
  attrs: { dim: si32Attr },
  results: { result: tensor },
  traits: [pure],
}) {
  override verifyOp(report: OpReport): boolean {
    const shapes = this.inputs.map(({ type }) => type.shape);
    const dim = this.dim.number;
    const [first] = shapes;
    if (first === undefined) return report.opError('expects at least one operand');
    const at = dim < 0 ? dim + first.length : dim;
    if (at < 0 || at >= first.length) return report.opError(`Invalid dimension ${dim} for concatenation.`);
    if (shapes.some(({ length }) => length !== first.length)) {
      return report.opError('All input tensors must have the same rank.');
    }
    const others = (shape: readonly number[]): string => shape.filter((_, d) => d !== at).join();
    if (shapes.some((shape) => others(shape) !== others(first))) {
      return report.opError(`All input tensors must have the same dimensions, except for dimension ${dim}.`);
    }
    const total = shapes.reduce((sum, shape) => sum + shape[at]!, 0);
    const size = this.result.type.shape[at];
    return (
      (size === total && others(this.result.type.shape) === others(first)) ||
      report.opError(
        `Output tensor dimension ${dim} does not match the sum of input tensor dimensions: ${size ?? 0} vs. ${total}.`,
      )
    );
  }
}

/** A rectangular part with steps; ends are exclusive, and counted from the end when negative. */
export class SliceStaticOp extends defineOp('ttir.slice_static', {
  summary: 'rectangular part of a tensor',
  operands: { input: tensor },
  attrs: { begins: i32ArrayAttr, ends: i32ArrayAttr, step: i32ArrayAttr },
  results: { result: tensor },
  traits: [pure],
}) {
  override verifyOp(report: OpReport): boolean {
    const { shape } = this.input.type;
    const [begins, ends, steps] = [this.begins, this.ends, this.step].map(i32Numbers);
    if ([begins!, ends!, steps!].some(({ length }) => length !== shape.length)) {
      return report.opError(
        'Begins, ends, and step attributes must have the same number of elements as the input tensor rank',
      );
    }
    for (const [d, size] of shape.entries()) {
      const [begin, end, step] = [begins![d]!, ends![d]!, steps![d]!];
      const fail = (what: string, low: number, high: number, got: number): boolean =>
        report.opError(
          `Invalid ${what} index for dimension ${d}. Expected value in range [${low}, ${high}${what === 'begin' ? ')' : ']'}, got ${got}. Input shape: ${shapeText(shape)}`,
        );
      if (begin < -size || begin >= size) return fail('begin', -size, size, begin);
      if (end < -size || end > size) return fail('end', -size, size, end);
      if (step === 0) return report.opError(`Step value for dimension ${d} cannot be zero`);
      const from = begin < 0 ? begin + size : begin;
      const to = end < 0 ? end + size : end;
      const expected = Math.ceil(Math.abs(to - from) / Math.abs(step));
      const actual = this.result.type.shape[d];
      if (actual !== expected) {
        return report.opError(
          `Mismatch in dimension ${d} of the output tensor: expected size ${expected}, but got ${actual ?? 0}`,
        );
      }
    }
    return true;
  }
}

/** Adds a number around a tensor: `padding` lists what comes before and after, per dimension. */
export class PadOp extends defineOp('ttir.pad', {
  summary: 'padding with a number',
  operands: { input: tensor },
  attrs: { padding: i32DenseArrayAttr, value: floatAttr(f32, '32-bit float attribute') },
  results: { result: tensor },
  traits: [pure],
}) {
  override verifyOp(report: OpReport): boolean {
    const padding = this.padding.numbers();
    const { shape } = this.input.type;
    if (padding.length !== 2 * shape.length) {
      return report.opError(
        'Padding must have the same number of elements as twice the rank of the input tensor',
      );
    }
    const expected = shape.map((size, d) => size + padding[2 * d]! + padding[2 * d + 1]!);
    return (
      expected.join() === this.result.type.shape.join() ||
      report.opError(
        `Output tensor shape ${shapeText(this.result.type.shape)} must match the inferred shape: ${shapeText(expected)}`,
      )
    );
  }
}

/** Reverses the order of elements along dimensions. */
export class ReverseOp extends defineOp('ttir.reverse', {
  summary: 'reversal of dimensions',
  operands: { input: tensor },
  attrs: { dimensions: i64ArrayAttr },
  results: { result: tensor },
  traits: [pure],
}) {
  override verifyOp(report: OpReport): boolean {
    const dims = this.dimensions.numbers();
    if (new Set(dims).size !== dims.length) return report.opError('dimensions are not unique');
    return (
      dims.every((dim) => dim >= 0 && dim < this.input.type.rank) ||
      report.opError('all dimensions must be within the rank')
    );
  }
}
