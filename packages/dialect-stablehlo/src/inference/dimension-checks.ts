/** Returns true if numbers do not fall. */
export function isSorted(numbers: readonly number[]): boolean {
  return numbers.every((number, i) => i === 0 || numbers[i - 1]! <= number);
}

/** Returns true if no number stands twice. */
export function isUnique(numbers: readonly number[]): boolean {
  return new Set(numbers).size === numbers.length;
}

/** Returns the first number that is no dimension of a tensor of this rank, or `undefined`. */
export function outOfRange(numbers: readonly number[], rank: number): number | undefined {
  return numbers.find((number) => number < 0 || number >= rank);
}

/** Returns the first number that stands twice in two lists taken together, or `undefined`. */
export function duplicated(a: readonly number[], b: readonly number[]): number | undefined {
  const all = [...a, ...b];
  return all.find((number, i) => all.indexOf(number) < i);
}

/** Numbers as messages about dimensions list them: `[0, 1]`. */
export function listText(numbers: readonly number[]): string {
  return `[${numbers.join(', ')}]`;
}

/** Returns an error message for a list of dimensions with a number that is out of range. */
export function rangeProblem(
  name: string,
  numbers: readonly number[],
  bound: string,
  rank: number,
): string | null {
  const wrong = outOfRange(numbers, rank);
  if (wrong === undefined) return null;
  return `Expects each element of ${name} to be in range [0, ${bound}) i.e. [0, ${rank}). got: ${wrong}.`;
}

/** Returns an error message for two lists of dimensions that share a number. */
export function duplicateProblem(
  nameA: string,
  a: readonly number[],
  nameB: string,
  b: readonly number[],
): string | null {
  const twice = duplicated(a, b);
  return twice === undefined ? null : `has duplicated dimension from ${nameA} and ${nameB}: ${twice}`;
}
