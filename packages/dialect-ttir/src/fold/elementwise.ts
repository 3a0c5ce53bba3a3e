import {
  type Attribute,
  DenseElementsAttr,
  FloatType,
  type Operation,
  type RankedTensorType,
} from '@shardform/ir-core';
import { tensorType } from '../constraints.ts';
import { type Constants, type Folded, foldTo, isFoldable, storedNumbers } from './elements.ts';

/**
 * The functions that compute one element of the result, for floats and for integers; not folded where there is no
 * function.
 */
export interface Compute<F, I> {
  readonly float?: F;
  readonly integer?: I;
}

/** The computation of one element of a result from one element of the operand. */
export type UnaryCompute = Compute<(a: number) => number, (a: bigint) => bigint>;
/** The computation of one element of a result from two elements. */
export type BinaryCompute = Compute<(a: number, b: number) => number, (a: bigint, b: bigint) => bigint>;

/** Returns the same computation with every number rounded to 32 bits. */
/* @__NO_SIDE_EFFECTS__ */
export function single(compute: (...numbers: number[]) => number): (...numbers: number[]) => number {
  return (...numbers) => Math.fround(compute(...numbers.map(Math.fround)));
}

/** Makes the function that returns one where `holds` is true of two numbers and zero elsewhere. */
/* @__NO_SIDE_EFFECTS__ */
export function comparison(holds: (a: number | bigint, b: number | bigint) => boolean): BinaryCompute {
  return { float: (a, b) => (holds(a, b) ? 1 : 0), integer: (a, b) => (holds(a, b) ? 1n : 0n) };
}

/** Folds an operation of one constant operand that has the type of the result. */
export function foldUnary(op: Operation, [operand]: Constants, compute: UnaryCompute): Folded {
  const type = tensorType(op.getResult().type);
  if (!(operand instanceof DenseElementsAttr) || op.getOperand(0).type !== type) return null;
  if (!operand.isSplat && !isFoldable(type)) return null;
  const apply = chosen(compute, type);
  return (
    apply && [
      DenseElementsAttr.fromNumbers(
        type,
        storedNumbers(operand).map((number) => apply(number)),
      ),
    ]
  );
}

/** Folds an operation of two constant operands of the result's element type, stretched to its shape. */
export function foldBinary(op: Operation, [lhs, rhs]: Constants, compute: BinaryCompute): Folded {
  const type = tensorType(op.getResult().type);
  if (!(lhs instanceof DenseElementsAttr) || !(rhs instanceof DenseElementsAttr)) return null;
  const apply = isComputable(lhs, rhs, type) ? chosen(compute, type) : null;
  if (apply === null) return null;
  const [a, b] = [storedNumbers(lhs), storedNumbers(rhs)];
  if (lhs.isSplat && rhs.isSplat) return foldTo(op, apply(a[0]!, b[0]!));
  const [atA, atB] = [positions(lhs, type), positions(rhs, type)];
  const numbers = Array.from({ length: type.elementCount }, (_, i) => apply(a[atA(i)]!, b[atB(i)]!));
  return [DenseElementsAttr.fromNumbers(type, numbers)];
}

/**
 * Folds a comparison of a value with itself, or of two constants of one number each, whatever the result's type. NaN is not
 * equal to itself: of floats nothing is known.
 */
export function foldSameOrSplats(
  op: Operation,
  [lhs, rhs]: Constants,
  ofSame: boolean,
  holds: (a: number | bigint, b: number | bigint) => boolean,
): Folded {
  const isNumber = !(tensorType(op.getOperand(0).type).elementType instanceof FloatType);
  if (isNumber && op.getOperand(0) === op.getOperand(1)) return foldTo(op, ofSame ? 1 : 0);
  const [a, b] = [onlyNumber(lhs), onlyNumber(rhs)];
  if (a === undefined || b === undefined || typeof a !== typeof b) return null;
  return foldTo(op, holds(a, b) ? 1 : 0);
}

function onlyNumber(constant: Attribute | null | undefined): number | bigint | undefined {
  return constant instanceof DenseElementsAttr && constant.isSplat ? storedNumbers(constant)[0] : undefined;
}

function isComputable(lhs: DenseElementsAttr, rhs: DenseElementsAttr, type: RankedTensorType): boolean {
  const { elementType } = type;
  if (lhs.type.elementType !== elementType || rhs.type.elementType !== elementType) return false;
  if (lhs.isSplat && rhs.isSplat) return true;
  // One number meets many only in the shape of the result.
  if (lhs.isSplat && rhs.type !== type) return false;
  if (rhs.isSplat && lhs.type !== type) return false;
  return isFoldable(type);
}

type Apply = (...numbers: readonly (number | bigint)[]) => number | bigint;

/** The function for the kind of number; elements of a tensor are of one kind, as its type says. */
function chosen(compute: UnaryCompute | BinaryCompute, type: RankedTensorType): Apply | null {
  const apply = type.elementType instanceof FloatType ? compute.float : compute.integer;
  // The function for the element's kind; elements of a tensor are all numbers or all big integers.
  return (apply as Apply | undefined) ?? null;
}

/** Returns a function from an index of the broadcast tensor to the index at which its element is stored. */
function positions(elements: DenseElementsAttr, stretched: RankedTensorType): (i: number) => number {
  if (elements.isSplat) return () => 0;
  const shape = elements.type.shape ?? [];
  const strides = stridesOf(shape);
  const lead = stretched.shape.length - shape.length;
  const whole = stridesOf(stretched.shape);
  return (i) =>
    shape.reduce((at, size, d) => {
      const coordinate = Math.floor(i / whole[d + lead]!) % stretched.dimSize(d + lead);
      return at + (size === 1 ? 0 : coordinate * strides[d]!);
    }, 0);
}

/** Returns the strides of a row-major tensor, in elements. */
export function stridesOf(shape: readonly number[]): readonly number[] {
  const strides: number[] = [];
  shape.reduceRight((stride, size, d) => {
    strides[d] = stride;
    return stride * size;
  }, 1);
  return strides;
}
