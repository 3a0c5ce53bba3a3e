/** Returns the permutation that undoes another. */
export function inversePermutation(permutation: readonly number[]): number[] {
  return permutation.map((_, dim) => permutation.indexOf(dim));
}
