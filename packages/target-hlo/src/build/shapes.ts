import type { ArrayShape, ElementType, Layout, Shape } from '@shardform/hlo-module';

/** Returns the layout of row-major order. */
export function rowMajor(rank: number): Layout {
  return { minorToMajor: Array.from({ length: rank }, (_, d) => rank - 1 - d) };
}

/** Returns the shape of an array in row-major order. */
export function arrayShape(
  elementType: ElementType,
  dimensions: readonly number[],
  isDynamic?: readonly boolean[],
): ArrayShape {
  return {
    kind: 'array',
    elementType,
    dimensions,
    ...(isDynamic?.includes(true) === true && { isDynamic }),
    layout: rowMajor(dimensions.length),
  };
}

/** Returns the shape with another element type; its layout stays. */
export function withElementType(shape: ArrayShape, elementType: ElementType): ArrayShape {
  return { ...shape, elementType };
}

/**
 * Returns the shape with the sizes of another of the same rank. XLA's inference of operations that keep the order of
 * dimensions keeps the operand's layout, too.
 */
export function inLayoutOf(shape: ArrayShape, operand: ArrayShape): ArrayShape {
  const { layout } = operand;
  return layout === undefined || operand.dimensions.length !== shape.dimensions.length
    ? shape
    : { ...shape, layout };
}

/** Returns the shape that a permutation of dimensions makes without moving data. */
export function transposedShape(shape: ArrayShape, permutation: readonly number[]): ArrayShape {
  const position = new Map(permutation.map((from, to) => [from, to]));
  const order = (shape.layout ?? rowMajor(permutation.length)).minorToMajor;
  return {
    ...shape,
    dimensions: permutation.map((from) => shape.dimensions[from] ?? 0),
    ...(shape.isDynamic && { isDynamic: permutation.map((from) => shape.isDynamic?.[from] ?? false) }),
    layout: { minorToMajor: order.map((d) => position.get(d) ?? d) },
  };
}

/** Whether shapes are equal with their layouts. */
export function equalShapes(a: Shape, b: Shape): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Returns the shape of an array. @throws for one of a tuple or token, which the verifier has excluded. */
export function arrayOf(shape: Shape): ArrayShape {
  if (shape.kind !== 'array') throw new Error(`expected the shape of an array, found '${shape.kind}'`);
  return shape;
}
