import { type Attribute, isInstance, type Type } from '../../ir/attribute.ts';
import type { AttrClass } from '../../ir/dialect.ts';
import { DictionaryAttr, StringAttr } from '../attrs/basic-attrs.ts';
import { IntegerAttr } from '../attrs/number-attrs.ts';
import { ComplexType, FunctionType, OpaqueType, TupleType } from './composite-types.ts';
import { FloatType } from './float-type.ts';
import { IndexType, IntegerType, NoneType } from './integer-type.ts';
import {
  MemRefType,
  type MemRefElementType,
  RankedTensorType,
  UnrankedTensorType,
  VectorType,
} from './shaped-types.ts';

// Error messages for invalid types, in MLIR's words, or `null`: for all that reads types.

/** An attribute that restricts the tensors it may encode. */
export interface VerifiableEncoding {
  /** The reason why the attribute can't encode such a tensor, or `null`. */
  verifyEncoding(shape: readonly number[], elementType: Type): string | null;
}

/** An attribute that lays a buffer out in memory, such as an affine map or `strided`. */
export interface MemRefLayout {
  readonly isMemRefLayout: true;
  /** True if it is the row-major layout that buffers have by default. */
  readonly isIdentity: boolean;
  /** Why a buffer with this number of dimensions can't have the layout, or `null`. */
  problemForRank(rank: number): string | null;
}

/** Returns true if an attribute is a layout of buffers. */
export function isMemRefLayout(attribute: Attribute): attribute is Attribute & MemRefLayout {
  // Attributes of dialects may declare themselves layouts.
  return (attribute as Attribute & Partial<MemRefLayout>).isMemRefLayout === true;
}

/** Returns an error message for an element type that tensors can't have. */
export function tensorElementProblem(elementType: Type): string | null {
  return isAggregate(elementType) ? 'invalid tensor element type' : null;
}

/** Returns an error message for an encoding that rejects a tensor. */
export function encodingProblem(
  encoding: Attribute,
  shape: readonly number[],
  elementType: Type,
): string | null {
  // Attributes of dialects may have the method.
  const { verifyEncoding } = encoding as Attribute & Partial<VerifiableEncoding>;
  return verifyEncoding?.call(encoding, shape, elementType) ?? null;
}

/** Returns an error message for a vector type that MLIR rejects. */
export function vectorProblem(shape: readonly number[], elementType: Type): string | null {
  if (isAggregate(elementType) || isAnyOf(elementType, [ComplexType, VectorType, OpaqueType]))
    return "failed to verify 'elementType': VectorElementTypeInterface instance";
  if (!shape.includes(0)) return null;
  return `vector types must have positive constant sizes but got ${shape.join(', ')}`;
}

/** Returns an error message for a component type that complex numbers can't have. */
export function complexElementProblem(elementType: Type): string | null {
  return isAnyOf(elementType, [IntegerType, FloatType]) ? null : 'invalid element type for complex';
}

/** Returns an error message for an element type that buffers can't have. */
export function memRefElementProblem(elementType: Type): string | null {
  if (isAnyOf(elementType, [IntegerType, IndexType, FloatType, ComplexType, VectorType, MemRefType]))
    return null;
  // Types of dialects may declare themselves elements.
  const { isMemRefElement } = elementType as Type & Partial<MemRefElementType>;
  return isMemRefElement === true ? null : 'invalid memref element type';
}

/** Memory spaces are numbers, strings, dictionaries and whatever dialects declare. */
export function memorySpaceProblem(space: Attribute): string | null {
  if (space instanceof IntegerAttr || space instanceof StringAttr || space instanceof DictionaryAttr)
    return null;
  // Classes of dialects' attributes have a mnemonic, those of ir-core have none.
  const isDeclared = (space.constructor as Partial<AttrClass>).mnemonic !== undefined;
  return isDeclared ? null : 'unsupported memory space Attribute';
}

/** Types of the builtin dialect that are no elements of tensors and vectors. */
function isAggregate(type: Type): boolean {
  return isAnyOf(type, [TupleType, FunctionType, NoneType, RankedTensorType, UnrankedTensorType, MemRefType]);
}

function isAnyOf(type: Type, classes: readonly unknown[]): boolean {
  // The classes have private constructors, which a list of them can't name.
  return classes.some((cls) => isInstance(cls as never, type));
}
