import type { ArrayShape, ElementType, Shape } from '@shardform/hlo-module';

/** Returns the arrays of a shape, those of tuples in order. */
export function arraysOf(shape: Shape): readonly ArrayShape[] {
  switch (shape.kind) {
    case 'array':
      return [shape];
    case 'buffer':
      return [shape.element];
    case 'tuple':
      return shape.elements.flatMap(arraysOf);
    default:
      return [];
  }
}

/** Returns the bits of an element; a predicate takes a byte. */
function bitsOf(type: ElementType): number {
  if (type === 'pred') return 8;
  if (type.startsWith('c')) return Number(type.slice(1));
  return Number(/\d+/.exec(type)![0]);
}

/** Returns the bytes of the elements of arrays; dynamic dimensions count with their bounds. */
export function bytesOfArrays(arrays: readonly ArrayShape[]): number {
  return arrays.reduce(
    (sum, array) => sum + Math.ceil((elementsOf(array) * bitsOf(array.elementType)) / 8),
    0,
  );
}

/** Returns the bytes of an element of an array. */
export function bytesOfElement(array: ArrayShape): number {
  return bytesOfArrays([{ ...array, dimensions: [] }]);
}

/** Returns the number of elements of an array. */
export function elementsOf({ dimensions }: ArrayShape): number {
  return dimensions.reduce((size, own) => size * Math.max(0, own), 1);
}

/** Returns arrays as HLO writes them, without layouts: `f32[4,16], s32[]`. */
export function arraysText(arrays: readonly ArrayShape[]): string {
  return arrays.map(({ elementType, dimensions }) => `${elementType}[${dimensions.join(',')}]`).join(', ');
}
