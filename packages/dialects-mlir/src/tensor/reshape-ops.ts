import {
  anyTypeOf,
  ArrayAttr,
  type AttrConstraint,
  attrWhere,
  defineOp,
  DYNAMIC,
  i64,
  IndexType,
  IntegerAttr,
  IntegerType,
  type OpReport,
  product,
  RankedTensorType,
  typeWhere,
  variadic,
} from '@shardform/ir-core';
import { anyTensor, named, rankedTensor } from './element-ops.ts';
import { i64Array, indexList, indexOperand, isDynamicIndex, numbersOf } from './index-list.ts';

const reassociationAttr: AttrConstraint<ArrayAttr> = /* @__PURE__ */ attrWhere(
  ArrayAttr,
  'Array of 64-bit integer array attributes',
  ({ elements }) =>
    elements.every(
      (group) =>
        group instanceof ArrayAttr &&
        group.elements.every((one) => one instanceof IntegerAttr && one.type === i64),
    ),
);

/** The groups of dimensions of the longer shape, one for each dimension of the shorter. */
function groupsOf(reassociation: ArrayAttr): number[][] {
  return reassociation.elements.map((group) =>
    // Verified: arrays of integers.
    (group as ArrayAttr).elements.map((one) => (one as IntegerAttr).number),
  );
}

function verifyReassociation(
  collapsed: RankedTensorType,
  expanded: RankedTensorType,
  reassociation: ArrayAttr,
  report: OpReport,
): boolean {
  if (expanded.rank < collapsed.rank) {
    return report.opError(
      `expected the expanded type, '${expanded.toString()}' to have a higher (or same) rank than the collapsed type, '${collapsed.toString()}'.`,
    );
  }
  const groups = groupsOf(reassociation);
  if (collapsed.rank !== groups.length) {
    return report.opError(
      `expected collapsed rank (${collapsed.rank}) to equal the number of reassociation maps (${groups.length}).`,
    );
  }
  // The last dimension that a map names is as many as the expanded shape has.
  const named = groups.flat().reduce((most, dimension) => Math.max(most, dimension + 1), 0);
  if (groups.length > 0 && named !== expanded.rank) {
    return report.opError(
      `expected reassociation map #0 to have size equal to the expanded rank (${expanded.rank}), but it is  ${named}.`,
    );
  }
  let next = 0;
  for (const [i, group] of groups.entries()) {
    if (group.some((dimension) => dimension !== next++)) {
      return report.opError(`expected reassociation map #${i} to be valid and contiguous`);
    }
    if (
      !verifyGroup(
        collapsed.dimSize(i),
        i,
        group.map((dimension) => expanded.dimSize(dimension)),
        report,
      )
    ) {
      return false;
    }
  }
  return true;
}

function verifyGroup(size: number, i: number, sizes: readonly number[], report: OpReport): boolean {
  if (sizes.includes(DYNAMIC)) {
    return (
      size === DYNAMIC ||
      report.opError(
        `expected dimension ${i} of collapsed type to be dynamic since one or more of the corresponding dimensions in the expanded type is dynamic`,
      )
    );
  }
  const whole = product(sizes);
  return (
    size === whole ||
    report.opError(`expected dimension ${i} of collapsed type to be static value of ${whole}`)
  );
}

/** Splits dimensions (MLIR, `tensor.expand_shape`). */
export class ExpandShapeOp extends defineOp('tensor.expand_shape', {
  summary: 'operation to produce a tensor with a higher rank',
  operands: { src: rankedTensor, output_shape: variadic(indexOperand) },
  attrs: { reassociation: reassociationAttr, static_output_shape: i64Array },
  results: { result: rankedTensor },
  effects: 'none',
  speculates: 'always',
  directives: { DynamicIndexList: indexList },
  format:
    '$src $reassociation `output_shape` custom<DynamicIndexList>($output_shape, $static_output_shape) ' +
    'attr-dict `:` type($src) `into` type($result)',
}) {
  static readonly suggestNames = /* @__PURE__ */ named('expanded');

  override verifyOp(report: OpReport): boolean {
    const { type } = this.result;
    const count = this.staticOutputShape.length;
    if (count !== type.rank) {
      return report.opError(
        `expected number of static shape dims to be equal to the output rank (${type.rank}) but found ${count} inputs instead`,
      );
    }
    return (
      verifyOutputShape(this, report) && verifyReassociation(this.src.type, type, this.reassociation, report)
    );
  }
}

/** Checks that the output shape is that of the result, of which values give the dynamic dimensions. */
function verifyOutputShape(
  { result, staticOutputShape, outputShape }: ExpandShapeOp,
  report: OpReport,
): boolean {
  const { shape } = result.type;
  const given = outputShape.length;
  const numbers = numbersOf(staticOutputShape);
  const left = numbers.filter(isDynamicIndex).length;
  if (left !== given) {
    return report.opError(
      `mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has ${left} dynamic dims while output_shape has ${given} values`,
    );
  }
  const dynamic = shape.filter((size) => size === DYNAMIC).length;
  if (given !== dynamic)
    return report.opError(`incorrect number of dynamic sizes, has ${given}, expected ${dynamic}`);
  const wrong = shape.findIndex((size, i) => size !== DYNAMIC && BigInt(size) !== numbers[i]);
  return wrong < 0 || report.opError(`invalid output shape provided at pos ${wrong}`);
}

/** Merges dimensions (MLIR, `tensor.collapse_shape`). */
export class CollapseShapeOp extends defineOp('tensor.collapse_shape', {
  summary: 'operation to produce a tensor with a smaller rank',
  operands: { src: anyTensor },
  attrs: { reassociation: reassociationAttr },
  results: { result: anyTensor },
  effects: 'none',
  speculates: 'always',
  format: '$src $reassociation attr-dict `:` type($src) `into` type($result)',
}) {
  static readonly suggestNames = /* @__PURE__ */ named('collapsed');

  override verifyOp(report: OpReport): boolean {
    const [from, to] = [this.src.type, this.result.type];
    if (!(from instanceof RankedTensorType && to instanceof RankedTensorType)) return true;
    return verifyReassociation(to, from, this.reassociation, report);
  }
}

const shapeTensor = /* @__PURE__ */ anyTypeOf(
  [
    typeWhere(
      RankedTensorType,
      '1D tensor of signless integer or index values',
      ({ rank, elementType }) =>
        rank === 1 &&
        (elementType instanceof IndexType ||
          (elementType instanceof IntegerType && elementType.signedness === 'signless')),
    ),
  ],
  '1D tensor of signless integer or index values',
);

/** The elements in another shape, which a tensor gives (MLIR, `tensor.reshape`). */
export class ReshapeOp extends defineOp('tensor.reshape', {
  summary: 'tensor reshape operation',
  operands: { source: anyTensor, shape: shapeTensor },
  results: { result: anyTensor },
  effects: 'none',
  speculates: 'always',
  format: '$source `(` $shape `)` attr-dict `:` functional-type(operands, results)',
}) {
  static readonly suggestNames = /* @__PURE__ */ named('reshape');

  override verifyOp(report: OpReport): boolean {
    const [from, to] = [this.source.type, this.result.type];
    if (from.elementType !== to.elementType) {
      return report.opError('element types of source and destination tensor types should be the same');
    }
    if (!(to instanceof RankedTensorType)) return true;
    const [length] = this.shape.type.shape;
    if (length === DYNAMIC) {
      return report.opError(
        'cannot use shape operand with dynamic length to reshape to statically-ranked tensor type',
      );
    }
    if (length !== to.rank) {
      return report.opError("length of shape operand differs from the result's tensor rank");
    }
    const isStatic = from.hasStaticShape && to.hasStaticShape;
    return (
      !isStatic ||
      from.elementCount === to.elementCount ||
      report.opError('source and destination tensor should have the same number of elements')
    );
  }
}
