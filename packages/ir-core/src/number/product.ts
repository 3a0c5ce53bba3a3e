/** Returns the product of numbers, such as the sizes of a shape; 1 without any. */
export function product(numbers: readonly number[]): number {
  let result = 1;
  for (const number of numbers) result *= number;
  return result;
}
