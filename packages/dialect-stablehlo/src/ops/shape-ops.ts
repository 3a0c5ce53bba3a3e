import { defineOp, DYNAMIC, type OpReport, variadic } from '@shardform/ir-core';
import {
  dimensionsAttr,
  nonNegativeI64,
  staticTensorOrPerAxis,
  tensor,
  tensorOrPerAxis,
} from '../constraints.ts';
import { variadicOperandWithAttribute } from '../directives/variadic-operand-with-attribute.ts';
import {
  concatenatedDim,
  dimsOf,
  mergeDims,
  mostSpecificDim,
  tensorOfDims,
} from '../inference/bounded-shape.ts';
import { rawSizes } from '../inference/compatible-types.ts';
import {
  perTensorProblem,
  quantizedBroadcastProblem,
  quantizedReshapeProblem,
  quantizedTransposeProblem,
} from '../inference/quantization.ts';
import { sameOperandsAndResultTypeDirective } from '../directives/same-operands-and-result-type.ts';
import { compatibleOperandsAndResultElementType, sameOperandsAndResultElementType } from '../traits.ts';
import { ifKnownSizesStay, ifOperandsStatic } from '../speculatability.ts';

/** Repeats a tensor along new or unit dimensions (StableHLO spec, "broadcast_in_dim"). */
export class BroadcastInDimOp extends defineOp('stablehlo.broadcast_in_dim', {
  summary: 'broadcast',
  operands: { operand: tensorOrPerAxis },
  attrs: { broadcast_dimensions: dimensionsAttr },
  results: { result: staticTensorOrPerAxis },
  traits: [compatibleOperandsAndResultElementType],
  effects: 'none',
  speculates: ifOperandsStatic,
  format: '$operand `,` `dims` `=` $broadcast_dimensions attr-dict `:` functional-type(operands, results)',
}) {
  override verifyOp(report: OpReport): boolean {
    const dims = this.broadcastDimensions.numbers();
    const [from, to] = [this.operand.type.shape, this.result.type];
    const scales = perTensorProblem(this.operand.type.elementType, to.elementType);
    if (scales !== null) return report.error(scales);
    if (dims.length !== from.length) {
      return report.error(
        `broadcast_dimensions size (${dims.length}) does not match operand rank (${from.length})`,
      );
    }
    if (new Set(dims).size !== dims.length)
      return report.error('broadcast_dimensions should not have duplicates');
    for (const [i, dim] of dims.entries()) {
      if (dim < 0 || dim >= to.rank) {
        return report.error(
          `broadcast_dimensions contains invalid value ${dim} for result with rank ${to.rank}`,
        );
      }
      const [size, target] = [this.operand.type.dimSize(i), to.dimSize(dim)];
      if (size !== DYNAMIC && size !== 1 && size !== target) {
        return report.error(
          `size of operand dimension ${i} (${size}) is not equal to 1 or size of result dimension ${dim} (${target})`,
        );
      }
    }
    const problem = quantizedBroadcastProblem(this.operand.type, to.elementType, dims);
    return problem === null || report.error(problem);
  }
}

/** The same elements in row-major order under another shape (StableHLO spec, "reshape"). */
export class ReshapeOp extends defineOp('stablehlo.reshape', {
  summary: 'reshape: changes the shape and keeps the elements',
  operands: { operand: tensorOrPerAxis },
  results: { result: staticTensorOrPerAxis },
  traits: [compatibleOperandsAndResultElementType],
  effects: 'none',
  speculates: ifOperandsStatic,
  format: 'operands attr-dict `:` functional-type(operands, results)',
}) {
  override verifyOp(report: OpReport): boolean {
    const [from, to] = [this.operand.type, this.result.type];
    if (from.hasStaticShape && to.hasStaticShape && from.elementCount !== to.elementCount) {
      return report.error(
        `number of output elements (${to.elementCount}) doesn't match expected number of elements (${from.elementCount})`,
      );
    }
    const problem = quantizedReshapeProblem(from, to);
    return problem === null || report.error(problem);
  }
}

/** Exchanges dimensions (StableHLO spec, "transpose"). */
export class TransposeOp extends defineOp('stablehlo.transpose', {
  summary: 'transpose: permutes dimensions',
  operands: { operand: tensorOrPerAxis },
  attrs: { permutation: dimensionsAttr },
  results: { result: tensorOrPerAxis },
  traits: [compatibleOperandsAndResultElementType],
  effects: 'none',
  speculates: (op) => {
    const permutation = op.permutation.numbers();
    const [from, to] = [op.operand.type.shape, op.result.type.shape];
    return to.every((size, d) => size === DYNAMIC || from[permutation[d]!] !== DYNAMIC);
  },
  format: '$operand `,` `dims` `=` $permutation attr-dict `:` functional-type(operands, results)',
  infer: (op, report) => {
    const { type } = op.operand;
    const permutation = op.permutation.numbers();
    if (permutation.length !== type.rank) {
      report.error(
        `TransposeOp operand rank ${type.rank} does not match permutation size ${permutation.length}`,
      );
      return null;
    }
    const range = type.shape.map((_, i) => i);
    if (range.some((dim) => !permutation.includes(dim))) {
      report.error(
        `attribute permutation must be a permutation of [${range.join(', ')}] but got ${permutation.join(', ')}`,
      );
      return null;
    }
    const dims = dimsOf(type);
    return [
      tensorOfDims(
        permutation.map((d) => dims[d]!),
        type.elementType,
        type.encoding,
      ),
    ];
  },
}) {
  override verifyOp(report: OpReport): boolean {
    const problem = quantizedTransposeProblem(
      this.operand.type.elementType,
      this.result.type.elementType,
      this.permutation.numbers(),
    );
    return problem === null || report.error(problem);
  }
}

/** Reverses the order of elements along dimensions (StableHLO spec, "reverse"). */
export class ReverseOp extends defineOp('stablehlo.reverse', {
  summary: 'reversal of dimensions',
  operands: { operand: tensor },
  attrs: { dimensions: dimensionsAttr },
  results: { result: tensor },
  traits: [compatibleOperandsAndResultElementType],
  effects: 'none',
  speculates: ifKnownSizesStay,
  format:
    '$operand `,` `dims` `=` $dimensions attr-dict `:` custom<SameOperandsAndResultType>(type($operand), type($result))',
  directives: { SameOperandsAndResultType: sameOperandsAndResultTypeDirective },
  infer: (op) => [op.operand.type],
}) {
  override verifyOp(report: OpReport): boolean {
    const dims = this.dimensions.numbers();
    const { rank } = this.operand.type;
    if (new Set(dims).size !== dims.length) {
      return report.error(`dimensions should be unique. Got: ${dims.join(', ')}`);
    }
    for (const dim of dims) {
      if (dim < 0) return report.error(`all dimensions should be non-negative. Got dimension: ${dim}.`);
      if (dim >= rank)
        return report.error(`all dimensions should be between [0, ${rank}). Got dimension: ${dim}.`);
    }
    return true;
  }
}

/** Joins tensors along one dimension (StableHLO spec, "concatenate"). */
export class ConcatenateOp extends defineOp('stablehlo.concatenate', {
  summary: 'concatenation along a dimension',
  operands: { inputs: variadic(tensor) },
  attrs: { dimension: nonNegativeI64 },
  results: { result: tensor },
  traits: [sameOperandsAndResultElementType],
  effects: 'none',
  speculates: (op) => {
    const dimension = op.dimension.number;
    const isFree = op.result.type.shape[dimension] === DYNAMIC;
    return op.inputs.every(({ type }) =>
      type.shape.every((size, d) => size !== DYNAMIC || (isFree && d === dimension)),
    );
  },
  format:
    'custom<VariadicOperandWithAttribute>($inputs) `dim` `=` $dimension attr-dict `:` functional-type(operands, results)',
  directives: { VariadicOperandWithAttribute: variadicOperandWithAttribute },
  infer: (op, report) => {
    const types = op.inputs.map((input) => input.type);
    const fail = (message: string): null => {
      report.error(message);
      return null;
    };
    const [first] = types;
    if (first === undefined) return null;
    const dimension = op.dimension.number;
    if (first.rank === 0) return fail('rank-0 values cannot be concatenated');
    if (dimension >= first.rank) {
      return fail(`dimension ${dimension} is out-of-bounds for input rank ${first.rank}`);
    }
    let dims = dimsOf(first);
    for (const [i, type] of types.entries()) {
      if (type.rank !== first.rank) return fail(`operands (0) and (${i}) do not match rank`);
      for (let d = 0; d < type.rank; d++) {
        const [a, b] = [first.dimSize(d), type.dimSize(d)];
        if (d === dimension || a === b || a === DYNAMIC || b === DYNAMIC) continue;
        return fail(
          `shapes of operand (0) and (${i}) are not compatible at non-concat index ${d}: (${rawSizes(first.shape)}) != (${rawSizes(type.shape)})`,
        );
      }
      if (i === 0) continue;
      const merged = mergeDims(dims, dimsOf(type), (a, b, d) =>
        d === dimension ? concatenatedDim(a, b) : mostSpecificDim(a, b, d),
      );
      if (typeof merged === 'string') return fail(merged);
      dims = merged;
    }
    return [tensorOfDims(dims, first.elementType, first.encoding)];
  },
}) {
  override verifyOp(report: OpReport): boolean {
    return this.operands.length > 0 || report.opError('expected 1 or more operands, but found 0');
  }
}
