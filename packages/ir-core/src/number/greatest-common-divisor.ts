/** Returns the greatest common divisor of two non-negative integers; of 0 and a number the number. */
export function greatestCommonDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}
