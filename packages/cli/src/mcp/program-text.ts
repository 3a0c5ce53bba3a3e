/**
 * Returns whether what a call gives as a program is a path: one line without the characters that every program of MLIR or HLO
 * has, such as braces, parentheses, and the signs of values and symbols.
 */
export function isPath(given: string): boolean {
  return given.trim() !== '' && !/[\n\r{}()"%@<>]/.test(given);
}
