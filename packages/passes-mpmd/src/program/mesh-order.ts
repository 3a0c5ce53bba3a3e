/**
 * Orders names of meshes: by the numbers at their ends where both have one, and else as texts. Names with equal numbers
 * are not ordered.
 */
export function compareMeshes(a: string, b: string): number {
  const [numberA, numberB] = [numberAtEnd(a), numberAtEnd(b)];
  if (numberA !== null && numberB !== null) return numberA - numberB;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** True if `a` stands before `b` in the order of {@link compareMeshes}. */
export function isMeshBefore(a: string, b: string): boolean {
  return compareMeshes(a, b) < 0;
}

function numberAtEnd(name: string): number | null {
  const digits = /\d+$/.exec(name)?.[0];
  if (digits === undefined) return null;
  const value = Number(digits);
  return value <= 0x7fffffff ? value : null;
}
