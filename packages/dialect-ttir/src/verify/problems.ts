import { FloatType, type IntegerAttr, IntegerType, type OpReport, type Type } from '@shardform/ir-core';
import { TileType } from '@shardform/dialect-ttcore';

/** Yields error messages for an operation, most basic first; only the first is asked for and reported. */
export type Problems = Generator<string, void, void>;

/** Reports the first problem of an operation, if there is one. */
export function verifyFirst(problems: Problems, report: OpReport): boolean {
  const first = problems.next();
  return first.done === true || report.opError(first.value);
}

/** Returns true if a flag is present and set. */
export function isOn(flag: IntegerAttr | null): boolean {
  return flag !== null && flag.value !== 0n;
}

/** Returns true for integers of any width and signedness. */
export function isInteger(type: Type): boolean {
  return type instanceof IntegerType;
}

/** Tiles count as floats, as their arithmetic is that of floats. */
export function isFloat(type: Type): boolean {
  return type instanceof FloatType || type instanceof TileType;
}

/** Returns true for integers of any width and signedness, and for all floats. */
export function isIntegerOrFloat(type: Type): type is IntegerType | FloatType {
  return type instanceof IntegerType || type instanceof FloatType;
}

/** Returns true if a dimension, counted from the end when negative, lies outside of a rank. */
export function isOutside(dim: number, rank: number): boolean {
  return dim >= rank || dim < -rank;
}

/** Returns a dimension counted from the front. */
export function fromFront(dim: number, rank: number): number {
  return dim < 0 ? dim + rank : dim;
}

/** `1,2,3`. */
export function commas(shape: readonly number[]): string {
  return shape.join(',');
}

/** `1, 2, 3`. */
export function spaced(shape: readonly number[]): string {
  return shape.join(', ');
}

/** Returns a type in the quotes in which MLIR's diagnostics show types. */
export function quoted(type: Type): string {
  return `'${String(type)}'`;
}

/** Returns a number as C++ streams show it: `1.500000e+00`. */
export function scientific(value: number): string {
  return value.toExponential(6).replace(/e([+-])(\d)$/, 'e$10$2');
}
