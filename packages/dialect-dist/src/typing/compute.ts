import { DYNAMIC, typeList } from '@shardform/ir-core';
import type { PlacedTensorType } from '../placed-type.ts';
import { apart, type Typing } from './typing.ts';

function sameElements(types: readonly PlacedTensorType[]): string | null {
  if (types.every(({ elementType }) => elementType === types[0]!.elementType)) return null;
  return `has operands of different element types: ${typeList(types)}`;
}

function sameSize(a: number, b: number): boolean {
  return a === b || a === DYNAMIC || b === DYNAMIC;
}

function common(types: readonly PlacedTensorType[]): string | null {
  return apart(types) ?? sameElements(types);
}

/** `[batch…, m, k]` times `[batch…, k, n]`. */
export function matmulType(lhs: PlacedTensorType, rhs: PlacedTensorType): Typing {
  const types = [lhs, rhs];
  const problem = common(types);
  if (problem !== null) return problem;
  const { rank } = lhs;
  if (rank !== rhs.rank || rank < 2) return `multiplies matrices of equal rank, got ${typeList(types)}`;
  const fits =
    sameSize(lhs.dimSize(rank - 1), rhs.dimSize(rank - 2)) &&
    lhs.shape.slice(0, -2).every((size, dim) => sameSize(size, rhs.dimSize(dim)));
  if (!fits) return `can't multiply ${typeList(types)}`;
  return [lhs.withShape([...lhs.shape.slice(0, -1), rhs.dimSize(rank - 1)])];
}

/** Returns the gradients of both operands of a matrix product, given that of the product. */
export function matmulGradTypes(
  lhs: PlacedTensorType,
  rhs: PlacedTensorType,
  gradient: PlacedTensorType,
): Typing {
  const types = [lhs, rhs, gradient];
  const problem = common(types);
  if (problem !== null) return problem;
  const product = matmulType(lhs, rhs);
  if (typeof product === 'string') return product;
  if (lhs.rank !== 2) return `has gradients of matrices only, got ${typeList(types)}`;
  if (!sameShape(product[0]!, gradient)) {
    return `expects a gradient of type '${String(product[0])}', got '${String(gradient)}'`;
  }
  return [lhs, rhs];
}

function matricesOnly(types: readonly PlacedTensorType[]): string | null {
  const problem = common(types);
  if (problem !== null) return problem;
  return types.every(({ rank }) => rank === 2)
    ? null
    : `has gradients of matrices only, got ${typeList(types)}`;
}

/**
 * Returns the gradient `[m, k]` of the first operand of a product, given the second, `[k, n]`, and the product's,
 * `[m, n]`.
 */
export function matmulLhsGradType(rhs: PlacedTensorType, gradient: PlacedTensorType): Typing {
  const types = [rhs, gradient];
  const problem = matricesOnly(types);
  if (problem !== null) return problem;
  if (!sameSize(rhs.dimSize(1), gradient.dimSize(1))) return `has no product of ${typeList(types)}`;
  return [gradient.withShape([gradient.dimSize(0), rhs.dimSize(0)])];
}

/**
 * Returns the gradient `[k, n]` of the second operand of a product, given the first, `[m, k]`, and the product's,
 * `[m, n]`.
 */
export function matmulRhsGradType(lhs: PlacedTensorType, gradient: PlacedTensorType): Typing {
  const types = [lhs, gradient];
  const problem = matricesOnly(types);
  if (problem !== null) return problem;
  if (!sameSize(lhs.dimSize(0), gradient.dimSize(0))) return `has no product of ${typeList(types)}`;
  return [gradient.withShape([lhs.dimSize(1), gradient.dimSize(1)])];
}

/** Operands of one type up to their sizes, which are as broadcasting has them: `1` fits every size. */
export function elementwiseType(types: readonly PlacedTensorType[]): Typing {
  const problem = common(types);
  if (problem !== null) return problem;
  const rank = Math.max(...types.map((type) => type.rank));
  const shape: number[] = [];
  for (let dim = 0; dim < rank; dim += 1) {
    let size = 1;
    for (const type of types) {
      const own = type.shape[dim - rank + type.rank] ?? 1;
      if (own === 1 || own === size) continue;
      if (size !== 1) return `can't combine ${typeList(types)} element by element`;
      size = own;
    }
    shape.push(size);
  }
  return [types[0]!.withShape(shape)];
}

/** Operands of one shape, with results of the type of the first. */
export function sameShapeType(types: readonly PlacedTensorType[]): Typing {
  const problem = common(types);
  if (problem !== null) return problem;
  if (!types.every((type) => sameShape(type, types[0]!))) {
    return `expects operands of one shape, got ${typeList(types)}`;
  }
  return [types[0]!];
}

/** Predictions and targets of one shape, with a scalar. */
export function lossType(types: readonly PlacedTensorType[]): Typing {
  const same = sameShapeType(types);
  return typeof same === 'string' ? same : [same[0]!.withShape([])];
}

/** Returns the types of the updated weights; operands are weights and then their gradients, each pair on one device. */
export function updateTypes(types: readonly PlacedTensorType[]): Typing {
  const count = types.length / 2;
  if (!Number.isInteger(count) || count === 0)
    return `expects a gradient for each weight, got ${typeList(types)}`;
  const weights = types.slice(0, count);
  for (const [i, weight] of weights.entries()) {
    const pair = sameShapeType([weight, types[count + i]!]);
    if (typeof pair === 'string') return pair;
  }
  return weights;
}

/**
 * Returns a tensor with two dimensions exchanged; `permutation` gives the operand's dimension for each of the result.
 */
export function transposeType(type: PlacedTensorType, permutation: readonly number[]): Typing {
  const isPermutation =
    permutation.length === type.rank && type.shape.every((_, dim) => permutation.includes(dim));
  if (!isPermutation)
    return `has no permutation of the dimensions of '${String(type)}': ${permutation.join(', ')}`;
  return [type.withShape(permutation.map((dim) => type.dimSize(dim)))];
}

function sameShape(a: PlacedTensorType, b: PlacedTensorType): boolean {
  return a.rank === b.rank && a.shape.every((size, dim) => sameSize(size, b.dimSize(dim)));
}
