import type { ArrayShape, ElementType, Shape } from '@shardform/hlo-module';
import {
  bf16,
  ComplexType,
  DYNAMIC,
  f16,
  f32,
  f64,
  type FloatFormatName,
  FloatType,
  i1,
  IntegerType,
  MemRefType,
  RankedTensorType,
  type Type,
} from '@shardform/ir-core';
import { TokenType, TypeExtensionsAttr } from '@shardform/dialect-stablehlo';
import { HloImportError } from './hlo-import-error.ts';

/** Names of narrow floats, which differ from HLO's in case only. */
const narrowFloats: readonly FloatFormatName[] = [
  'f4E2M1FN',
  'f8E3M4',
  'f8E4M3',
  'f8E4M3FN',
  'f8E4M3FNUZ',
  'f8E4M3B11FNUZ',
  'f8E5M2',
  'f8E5M2FNUZ',
  'f8E8M0FNU',
];

const elementTypes: ReadonlyMap<string, Type> = new Map<string, Type>([
  ['pred', i1],
  ...[2, 4, 8, 16, 32, 64].flatMap((width): [string, Type][] => [
    [`s${width}`, IntegerType.get(width)],
    [`u${width}`, IntegerType.get(width, 'unsigned')],
  ]),
  ...narrowFloats.map((name): [string, Type] => [name.toLowerCase(), FloatType.get(name)]),
  ['f16', f16],
  ['bf16', bf16],
  ['f32', f32],
  ['f64', f64],
  ['c64', ComplexType.get(f32)],
  ['c128', ComplexType.get(f64)],
]);

/** Returns the type of elements. @throws HloImportError for those that StableHLO does not have. */
export function elementTypeOf(name: ElementType): Type {
  const type = elementTypes.get(name);
  if (type === undefined) throw new HloImportError(`StableHLO has no elements of type ${name}`);
  return type;
}

/** Returns the tensor type of an array. Dynamic dimensions keep their bounds. */
export function tensorTypeOf({ elementType, dimensions, isDynamic }: ArrayShape): RankedTensorType {
  const element = elementTypeOf(elementType);
  if (isDynamic?.includes(true) !== true) return RankedTensorType.get(dimensions, element);
  const sizes = dimensions.map((size, d) => (isDynamic[d] === true ? DYNAMIC : size));
  const bounds = dimensions.map((size, d) => (isDynamic[d] === true && size >= 0 ? size : DYNAMIC));
  const encoding = bounds.some((bound) => bound !== DYNAMIC) ? TypeExtensionsAttr.get({ bounds }) : null;
  return RankedTensorType.get(sizes, element, encoding);
}

/** A shape without tuples. */
export type Leaf = Exclude<Shape, { readonly kind: 'tuple' }>;

/** Returns the shapes of a tuple and of tuples inside it in order; another shape alone. */
export function leavesOf(shape: Shape): readonly Leaf[] {
  if (shape.kind !== 'tuple') return [shape];
  const leaves: Leaf[] = [];
  const pending: Shape[] = [shape];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.kind === 'tuple') pending.push(...next.elements.toReversed());
    else leaves.push(next);
  }
  return leaves;
}

/** By tuple, the numbers of the first leaves of its elements: each is asked for one by one. */
const offsets = new WeakMap<Shape, readonly number[]>();

/** Returns the number of the first leaf of an element of a tuple. */
export function leafOffset(shape: Shape, index: number): number {
  if (shape.kind !== 'tuple') return 0;
  let known = offsets.get(shape);
  if (known === undefined) {
    let next = 0;
    known = shape.elements.map((element) => {
      const own = next;
      next += leafCount(element);
      return own;
    });
    offsets.set(shape, known);
  }
  return known[index] ?? 0;
}

/** Returns the number of leaves of a shape. */
export function leafCount(shape: Shape): number {
  if (shape.kind !== 'tuple') return 1;
  const last = shape.elements.at(-1);
  return last === undefined ? 0 : leafOffset(shape, shape.elements.length - 1) + leafCount(last);
}

/** Returns the number of the first leaf at a path of tuple indices, or `null` when there is no such element. */
export function leafAt(shape: Shape, path: readonly number[]): number | null {
  let at = shape;
  let offset = 0;
  for (const index of path) {
    if (at.kind !== 'tuple' || at.elements[index] === undefined) return null;
    offset += leafOffset(at, index);
    at = at.elements[index];
  }
  return offset;
}

/** Returns the type of a value. */
export function typeOfLeaf(leaf: Leaf): Type {
  switch (leaf.kind) {
    case 'array':
      return tensorTypeOf(leaf);
    case 'token':
      return TokenType.instance;
    case 'buffer':
      return MemRefType.get(leaf.element.dimensions, elementTypeOf(leaf.element.elementType));
    case 'opaque':
      throw new HloImportError('StableHLO has no opaque values');
  }
}

/** Returns the types of the values of a shape; those of a tuple one by one. */
export function typesOf(shape: Shape): readonly Type[] {
  return leavesOf(shape).map(typeOfLeaf);
}
