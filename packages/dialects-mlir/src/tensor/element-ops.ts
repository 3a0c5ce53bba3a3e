import {
  anyType,
  type Attribute,
  defineOp,
  DenseElementsAttr,
  DYNAMIC,
  type FoldResult,
  index,
  IntegerAttr,
  type NameSuggestion,
  type Operation,
  type OpReport,
  RankedTensorType,
  ShapedType,
  type Type,
  type TypeConstraint,
  typeOf,
  typeWhere,
  UnrankedTensorType,
  variadic,
  type Trait,
  elementBitWidth,
  zip,
} from '@shardform/ir-core';
import { constantFrom, elementsOf } from '../arith/elements.ts';
import { indexOperand } from './index-list.ts';

type Constants = readonly (Attribute | null)[];
type Folded = readonly FoldResult[] | null;

/** A tensor, of known rank or not. */
export const anyTensor: TypeConstraint<RankedTensorType | UnrankedTensorType> = {
  summary: 'tensor of any type values',
  accepts: (type): type is RankedTensorType | UnrankedTensorType =>
    type instanceof RankedTensorType || type instanceof UnrankedTensorType,
};

export const rankedTensor = /* @__PURE__ */ typeOf(RankedTensorType, 'ranked tensor of any type values');

const dimensionedTensor: TypeConstraint<RankedTensorType | UnrankedTensorType> = {
  summary: 'non-0-ranked or unranked tensor',
  accepts: (type): type is RankedTensorType | UnrankedTensorType =>
    type instanceof UnrankedTensorType || (type instanceof RankedTensorType && type.rank > 0),
};

/** Names the result of an operation like MLIR does. */
export function named(name: string): (op: Operation, suggest: NameSuggestion) => void {
  return (op, suggest) => suggest(op.getResult(), name);
}

/** Returns the element type of what a name stands for. */
/* @__NO_SIDE_EFFECTS__ */
export function elementOf(scalar: string, tensor: string, message: string): Trait {
  return {
    name: 'TypesMatchWith',
    verify(op, report) {
      const type = typeNamed(op, tensor);
      const isEqual = type instanceof ShapedType && typeNamed(op, scalar) === type.elementType;
      return isEqual || report.opError(`failed to verify that ${message}`);
    },
    resolveTypes(resolution) {
      const type = resolution.typeOf(tensor);
      if (type instanceof ShapedType) resolution.setType(scalar, type.elementType);
    },
  };
}

function typeNamed(op: Operation, name: string): Type {
  // The accessor of a declared name gives a value.
  return (op as unknown as Record<string, { type: Type }>)[name]!.type;
}

/** Returns true if tensors may have the same shape at run time. */
export function areCastCompatible(from: Type, to: Type): boolean {
  if (!(from instanceof ShapedType && to instanceof ShapedType) || from.elementType !== to.elementType)
    return false;
  const [a, b] = [from.shape, to.shape];
  if (a === null || b === null) return true;
  return a.length === b.length && a.every((size, i) => size === b[i] || size === DYNAMIC || b[i] === DYNAMIC);
}

/** The size of a dimension (MLIR, `tensor.dim`). */
export class DimOp extends defineOp('tensor.dim', {
  summary: 'dimension index operation',
  operands: { source: dimensionedTensor, index: indexOperand },
  results: { result: indexOperand },
  effects: 'none',
  speculates: 'always',
  format: 'attr-dict $source `,` $index `:` type($source)',
}) {
  static readonly suggestNames = /* @__PURE__ */ named('dim');

  override fold([, dimension]: Constants): Folded {
    const size =
      dimension instanceof IntegerAttr ? this.source.type.shape?.[Number(dimension.value)] : undefined;
    return size === undefined || size === DYNAMIC ? null : [IntegerAttr.get(size, index)];
  }
}

/** The number of dimensions (MLIR, `tensor.rank`). */
export class RankOp extends defineOp('tensor.rank', {
  summary: 'rank operation',
  operands: { tensor: anyTensor },
  results: { result: indexOperand },
  effects: 'none',
  speculates: 'always',
  format: '$tensor attr-dict `:` type($tensor)',
}) {
  static readonly suggestNames = /* @__PURE__ */ named('rank');

  override fold(): Folded {
    const { shape } = this.tensor.type;
    return shape === null ? null : [IntegerAttr.get(shape.length, index)];
  }
}

/** A tensor under a type that says more or less of its shape (MLIR, `tensor.cast`). */
export class CastOp extends defineOp('tensor.cast', {
  summary: 'tensor cast operation',
  operands: { source: anyTensor },
  results: { dest: anyTensor },
  effects: 'none',
  speculates: 'always',
  format: '$source attr-dict `:` type($source) `to` type($dest)',
}) {
  static readonly suggestNames = /* @__PURE__ */ named('cast');

  override verifyOp(report: OpReport): boolean {
    const [from, to] = [this.source.type, this.dest.type];
    return areCastCompatible(from, to) || failCast(from, to, report);
  }

  override fold(): Folded {
    return this.source.type === this.dest.type ? [this.source] : null;
  }
}

/** Returns true if every size that a type states is stated by others that it can be cast from or to. */
export function saysNoMore(type: ShapedType, others: readonly ShapedType[]): boolean {
  const known = others.map(({ shape }) => shape).filter((shape) => shape !== null);
  if (type.shape === null) return true;
  if (known.length === 0) return false;
  return type.shape.every((size, d) => size === DYNAMIC || known.some((shape) => shape[d] !== DYNAMIC));
}

function failCast(from: Type, to: Type, report: OpReport): false {
  return report.opError(
    `operand type '${String(from)}' and result type '${String(to)}' are cast incompatible`,
  );
}

/** The bits of elements as elements of another type (MLIR, `tensor.bitcast`). */
export class BitcastOp extends defineOp('tensor.bitcast', {
  summary: 'tensor bitcast operation',
  operands: { source: anyTensor },
  results: { dest: anyTensor },
  effects: 'none',
  speculates: 'always',
  format: '$source attr-dict `:` type($source) `to` type($dest)',
}) {
  override verifyOp(report: OpReport): boolean {
    const [from, to] = [this.source.type, this.dest.type];
    const isShape = from.constructor === to.constructor && String(from.shape) === String(to.shape);
    const width = elementBitWidth(from.elementType);
    return (
      (isShape && width !== null && width === elementBitWidth(to.elementType)) || failCast(from, to, report)
    );
  }
}

/** One element (MLIR, `tensor.extract`). */
export class ExtractOp extends defineOp('tensor.extract', {
  summary: 'element extraction operation',
  operands: { tensor: rankedTensor, indices: variadic(indexOperand) },
  results: { result: anyType },
  traits: [elementOf('result', 'tensor', 'result type matches element type of tensor')],
  effects: 'none',
  speculates: 'always',
  format: '$tensor `[` $indices `]` attr-dict `:` type($tensor)',
}) {
  static readonly suggestNames = /* @__PURE__ */ named('extracted');

  override verifyOp(report: OpReport): boolean {
    return (
      this.indices.length === this.tensor.type.rank ||
      report.opError('incorrect number of indices for extract_element')
    );
  }

  override fold([tensor, ...indices]: Constants): Folded {
    const { definingOp } = this.tensor;
    if (definingOp instanceof SplatOp) return [definingOp.input];
    const elements = elementsOf(tensor ?? null);
    const { shape } = this.tensor.type;
    let at = 0;
    for (const [one, size] of zip(indices, shape)) {
      if (elements?.length === 1) break;
      if (!(one instanceof IntegerAttr) || one.value < 0n || one.value >= BigInt(size)) return null;
      at = at * size + Number(one.value);
    }
    if (definingOp instanceof FromElementsOp) return [definingOp.elements[at]!];
    const folded = elements === null ? null : constantFrom([elements[at]!], this.result.type);
    return folded === null ? null : [folded];
  }
}

/** A tensor with one element replaced (MLIR, `tensor.insert`). */
export class InsertOp extends defineOp('tensor.insert', {
  summary: 'element insertion operation',
  operands: { scalar: anyType, dest: rankedTensor, indices: variadic(indexOperand) },
  results: { result: rankedTensor },
  traits: [
    sameTypes('result', 'dest', 'expected result type to match dest type'),
    elementOf('scalar', 'dest', 'scalar type matches element type of dest'),
  ],
  effects: 'none',
  speculates: 'always',
  format: '$scalar `into` $dest `[` $indices `]` attr-dict `:` type($dest)',
}) {
  static readonly suggestNames = /* @__PURE__ */ named('inserted');

  override verifyOp(report: OpReport): boolean {
    return this.indices.length === this.dest.type.rank || report.opError('incorrect number of indices');
  }
}

/** Two names have one type. */
/* @__NO_SIDE_EFFECTS__ */
export function sameTypes(name: string, like: string, message: string): Trait {
  return {
    name: 'TypesMatchWith',
    verify: (op, report) =>
      typeNamed(op, name) === typeNamed(op, like) || report.opError(`failed to verify that ${message}`),
    resolveTypes(resolution) {
      const type = resolution.typeOf(like);
      if (type !== null) resolution.setType(name, type);
    },
  };
}

/** One operand for each element of the result, of its element type. */
const elementsFillResult: Trait = {
  name: 'TypesMatchWith',
  verify: (op, report) => {
    // The constraint on the result holds when traits are checked.
    const type = op.getResult().type as RankedTensorType;
    const types = op.operandTypes();
    const isRight =
      types.length === type.elementCount && types.every((element) => element === type.elementType);
    return isRight || report.opError('failed to verify that operand types match result element type');
  },
  resolveTypes(resolution) {
    const type = resolution.typeOf('result');
    if (type instanceof ShapedType) resolution.setType('elements', type.elementType);
  },
};

/** A tensor of given elements (MLIR, `tensor.from_elements`). */
export class FromElementsOp extends defineOp('tensor.from_elements', {
  summary: 'tensor from elements operation',
  operands: { elements: variadic(anyType) },
  results: {
    result: typeWhere(
      RankedTensorType,
      'statically shaped tensor of any type values',
      (type) => type.hasStaticShape,
    ),
  },
  traits: [elementsFillResult],
  effects: 'none',
  speculates: 'always',
  format: '$elements attr-dict `:` type($result)',
}) {
  static readonly suggestNames = /* @__PURE__ */ named('from_elements');

  override fold(elements: Constants): Folded {
    const known = elements.map((element) => elementsOf(element)?.[0] ?? null);
    if (known.includes(null)) return null;
    const folded = constantFrom(
      known.map((element) => element!),
      this.result.type,
    );
    return folded === null ? null : [folded];
  }
}

function verifyDynamicSizes(count: number, type: RankedTensorType, report: OpReport): boolean {
  const expected = type.shape.filter((size) => size === DYNAMIC).length;
  return (
    count === expected ||
    report.opError(`incorrect number of dynamic sizes, has ${count}, expected ${expected}`)
  );
}

/** A tensor of a shape, with elements that don't matter (MLIR, `tensor.empty`). */
export class EmptyOp extends defineOp('tensor.empty', {
  summary: 'empty tensor operation',
  operands: { dynamicSizes: variadic(indexOperand) },
  results: { result: rankedTensor },
  effects: 'none',
  speculates: 'always',
  format: '`(` $dynamicSizes `)` attr-dict `:` type($result)',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyDynamicSizes(this.operands.length, this.result.type, report);
  }
}

/** A tensor whose elements are all one value (MLIR, `tensor.splat`). */
export class SplatOp extends defineOp('tensor.splat', {
  summary: 'tensor splat or broadcast operation',
  operands: { input: anyType, dynamicSizes: variadic(indexOperand) },
  results: { aggregate: rankedTensor },
  traits: [elementOf('input', 'aggregate', 'operand type matches element type of result')],
  effects: 'none',
  speculates: 'always',
  format: '$input (`[` $dynamicSizes^ `]`)? attr-dict `:` type($aggregate)',
}) {
  static readonly suggestNames = /* @__PURE__ */ named('splat');

  override verifyOp(report: OpReport): boolean {
    return verifyDynamicSizes(this.dynamicSizes.length, this.aggregate.type, report);
  }

  override fold([input]: Constants): Folded {
    const elements = elementsOf(input ?? null);
    const folded = elements === null ? null : constantFrom(elements, this.aggregate.type);
    return folded instanceof DenseElementsAttr ? [folded] : null;
  }
}
