/**
 * Returns whether a JSON value is nested deeper than some levels, which would overflow the stack of recursive readers.
 */
export function isNestedDeeperThan(levels: number, value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > levels) return true;
    level = level.flatMap((outer): unknown[] =>
      typeof outer === 'object' && outer !== null ? Object.values(outer) : [],
    );
  }
  return false;
}
