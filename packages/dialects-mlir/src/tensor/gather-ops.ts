import {
  type AttrConstraint,
  defineOp,
  DYNAMIC,
  i64,
  IntegerAttr,
  integerAttr,
  type OpReport,
  optionalAttr,
  RankedTensorType,
  IndexType,
  IntegerType,
  typeWhere,
  unitAttr,
  variadic,
} from '@shardform/ir-core';
import { named, rankedTensor } from './element-ops.ts';
import { i64Array, numbersOf } from './index-list.ts';

const indices = /* @__PURE__ */ typeWhere(
  RankedTensorType,
  'ranked tensor of signless integer or index values',
  ({ elementType }) =>
    elementType instanceof IndexType ||
    (elementType instanceof IntegerType && elementType.signedness === 'signless'),
);

/** Checks the dimensions that indices choose along. `what` says which list it is, `of` what it is about. */
function verifyDimensions(
  dimensions: readonly bigint[],
  indicesType: RankedTensorType,
  rank: number,
  what: 'gather' | 'scatter',
  report: OpReport,
): boolean {
  const of = what === 'gather' ? 'source' : 'dest';
  if (dimensions.length === 0) return report.opError(`${what}_dims must be non-empty`);
  if (dimensions.length > rank) return report.opError(`${what}_dims overflow ${of} rank`);
  for (const [i, dimension] of dimensions.entries()) {
    if (dimension < 0n) return report.opError(`${what}_dims value must be non-negative`);
    if (dimension >= BigInt(rank))
      return report.opError(`${what}_dims value must be smaller than ${of} rank`);
    if (i > 0 && dimensions[i - 1]! >= dimension) {
      return report.opError(`${what}_dims values must be strictly increasing`);
    }
  }
  return (
    indicesType.shape.at(-1) === dimensions.length ||
    report.opError(`${what}_dims length must match the size of last dimension of indices`)
  );
}

/** The type of what is gathered, with the chosen dimensions as 1 or without them. */
function gatheredType(
  source: RankedTensorType,
  indicesType: RankedTensorType,
  dimensions: readonly bigint[],
  reduced: boolean,
): RankedTensorType {
  const rest = source.shape.flatMap((size, i) => {
    if (!dimensions.includes(BigInt(i))) return [size];
    return reduced ? [] : [1];
  });
  return RankedTensorType.get([...indicesType.shape.slice(0, -1), ...rest], source.elementType);
}

/** Slices of a tensor that indices choose (MLIR, `tensor.gather`). */
export class GatherOp extends defineOp('tensor.gather', {
  summary: 'gather a subset of a tensor at specified indices',
  operands: { source: rankedTensor, indices },
  attrs: { gather_dims: i64Array, unique: optionalAttr(unitAttr) },
  results: { result: rankedTensor },
  effects: 'none',
  speculates: 'always',
  format:
    '$source `[` $indices `]` `gather_dims` `(` $gather_dims `)` (`unique` $unique^)? attr-dict ' +
    '`:` functional-type(operands, results)',
}) {
  static readonly suggestNames = /* @__PURE__ */ named('gather');

  override verifyOp(report: OpReport): boolean {
    const dimensions = numbersOf(this.gatherDims);
    const [source, chosen] = [this.source.type, this.indices.type];
    if (!verifyDimensions(dimensions, chosen, source.rank, 'gather', report)) return false;
    const full = gatheredType(source, chosen, dimensions, false);
    const reduced = gatheredType(source, chosen, dimensions, true);
    const { type } = this.result;
    return (
      type === full ||
      type === reduced ||
      report.opError(
        `result type mismatch: expected '${String(full)}' or its rank-reduced variant '${String(reduced)}' (got: '${String(type)}')`,
      )
    );
  }
}

/** A tensor with the slices replaced that indices choose (MLIR, `tensor.scatter`). */
export class ScatterOp extends defineOp('tensor.scatter', {
  summary: 'scatter a tensor into a destination tensor at specified indices',
  operands: { source: rankedTensor, dest: rankedTensor, indices },
  attrs: { scatter_dims: i64Array, unique: optionalAttr(unitAttr) },
  results: { result: rankedTensor },
  effects: 'none',
  speculates: 'always',
  format:
    '$source `into` $dest `[` $indices `]` `scatter_dims` `(` $scatter_dims `)` (`unique` $unique^)? attr-dict ' +
    '`:` functional-type(operands, results)',
}) {
  static readonly suggestNames = /* @__PURE__ */ named('scatter');

  override verifyOp(report: OpReport): boolean {
    const dimensions = numbersOf(this.scatterDims);
    const [dest, chosen] = [this.dest.type, this.indices.type];
    if (!verifyDimensions(dimensions, chosen, dest.rank, 'scatter', report)) return false;
    if (this.unique === null) return report.opError("requires 'unique' attribute to be set");
    const full = gatheredType(dest, chosen, dimensions, false);
    const reduced = gatheredType(dest, chosen, dimensions, true);
    const { type } = this.source;
    return (
      type === full ||
      type === reduced ||
      report.opError(
        `source type mismatch: expected '${String(full)}' or its rank-reduced variant '${String(reduced)}' (got: '${String(type)}')`,
      )
    );
  }
}

const dimension: AttrConstraint<IntegerAttr> = /* @__PURE__ */ integerAttr(
  i64,
  '64-bit signless integer attribute',
);

/** Tensors one after the other along a dimension (MLIR, `tensor.concat`). */
export class ConcatOp extends defineOp('tensor.concat', {
  summary: 'tensor concatenation operation',
  operands: { inputs: variadic(rankedTensor) },
  attrs: { dim: dimension },
  results: { result: rankedTensor },
  effects: 'none',
  speculates: 'always',
  format: '`dim` `(` $dim `)` $inputs attr-dict `:` functional-type(operands, results)',
}) {
  static readonly suggestNames = /* @__PURE__ */ named('concat');

  override verifyOp(report: OpReport): boolean {
    const types = this.inputs.map(({ type }) => type);
    const [first] = types;
    if (first === undefined) return report.opError('requires at least one input');
    const { type } = this.result;
    const dim = this.dim.number;
    if ([...types, type].some(({ rank }) => rank !== first.rank)) {
      return report.opError('rank of concatenated inputs must match result rank');
    }
    if ([...types, type].some(({ elementType }) => elementType !== type.elementType)) {
      return report.opError('inputs and result element type must match');
    }
    if (dim >= type.rank) return report.opError('concatenation dim must be less than the tensor rank');
    const sizes: number[] = [];
    for (let i = 0; i < type.rank; i++) {
      const own = types.map(({ shape }) => shape[i]!);
      const known = own.filter((size) => size !== DYNAMIC);
      if (i === dim) {
        sizes.push(known.length < own.length ? DYNAMIC : own.reduce((sum, size) => sum + size, 0));
        continue;
      }
      if (known.some((size) => size !== known[0])) {
        return report.opError(`static concatenation size mismatch along non-concatenated dimension ${i}`);
      }
      sizes.push(known[0] ?? DYNAMIC);
    }
    const isRight = sizes.every(
      (size, i) => size === DYNAMIC || type.shape[i] === DYNAMIC || size === type.shape[i],
    );
    return (
      isRight ||
      report.opError(
        `result type '${String(type)}'does not match inferred shape '${String(type.withShape(sizes))}' static sizes`,
      )
    );
  }
}
