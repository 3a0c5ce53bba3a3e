import {
  DenseElementsAttr,
  elementByteSize,
  pattern,
  product,
  RankedTensorType,
  type RewritePattern,
  type Value,
  lastOf,
} from '@shardform/ir-core';
import { ConcatenateOp, ConstantOp } from '@shardform/dialect-stablehlo';
import { constantElements, replaceByConstant } from '../constant-values.ts';
import { repeated } from './element-moves.ts';
import { type FoldOptions, isWithinLimit } from './options.ts';

/** Joins constants, or at least neighbours among the operands that repeat one number. */
export function concatenateFold(options: FoldOptions): RewritePattern {
  return pattern(ConcatenateOp, 'fold stablehlo.concatenate', (op, rewriter) => {
    const { type } = op.result;
    const constants = op.inputs.map(constantElements);
    const known = constants.filter((elements) => elements !== null);
    if (known.length === constants.length && type.hasStaticShape) {
      if (known.every((elements) => areSameSplats(elements, known[0]!))) {
        return replaceByConstant(rewriter, op, repeated(known[0]!, type));
      }
      if (isWithinLimit(type, options)) {
        return replaceByConstant(rewriter, op, joined(known, type, op.dimension.number));
      }
    }
    const groups = repeatedSplats(op.inputs, constants);
    if (groups.length === constants.length) return false;
    const inputs = groups.map((group): Value => {
      const [first] = group;
      if (group.length === 1) return first!;
      const value = spliced(constantElements(first!)!, group, op.dimension.number);
      // Constants of tensors have ranked types.
      return rewriter.create(ConstantOp, { value }, [value.type as RankedTensorType]).output;
    });
    rewriter.modifyInPlace(op, () => {
      op.setOperands(inputs);
    });
    return true;
  });
}

function areSameSplats(a: DenseElementsAttr, b: DenseElementsAttr): boolean {
  return a.isSplat && b.isSplat && a.bytes.every((byte, i) => byte === b.bytes[i]);
}

/** The operands, neighbours together that are splats of one number. */
function repeatedSplats(
  inputs: readonly Value[],
  constants: readonly (DenseElementsAttr | null)[],
): readonly (readonly Value[])[] {
  const groups: Value[][] = [];
  inputs.forEach((input, i) => {
    const [before, here] = [constants[i - 1], constants[i]];
    if (before != null && here != null && areSameSplats(before, here)) lastOf(groups).push(input);
    else groups.push([input]);
  });
  return groups;
}

/** The splat that stands for several of its number joined along a dimension. */
function spliced(splat: DenseElementsAttr, group: readonly Value[], dimension: number): DenseElementsAttr {
  // Only tensors are joined.
  const shapes = group.map(({ type }) => (type as RankedTensorType).shape);
  const length = shapes.reduce((sum, shape) => sum + shape[dimension]!, 0);
  const shape = shapes[0]!.with(dimension, length);
  return repeated(splat, RankedTensorType.get(shape, splat.type.elementType));
}

/** The elements of constants joined along a dimension: rows of each in turn, a row being all that follows it. */
function joined(
  parts: readonly DenseElementsAttr[],
  type: RankedTensorType,
  dimension: number,
): DenseElementsAttr {
  const size = elementByteSize(type.elementType)!;
  const bytes = new Uint8Array(size * type.elementCount);
  const rowCount = product(type.shape.slice(0, dimension));
  let at = 0;
  for (let row = 0; row < rowCount; row++) {
    for (const { bytes: stored, isSplat, elementCount } of parts) {
      const length = (size * elementCount) / rowCount;
      if (isSplat) for (let i = 0; i < length; i += size) bytes.set(stored, at + i);
      else bytes.set(stored.subarray(row * length, (row + 1) * length), at);
      at += length;
    }
  }
  return DenseElementsAttr.fromBytes(type, bytes);
}
