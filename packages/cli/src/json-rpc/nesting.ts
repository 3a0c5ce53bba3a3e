/** Whether values of JSON lie in each other deeper than some levels: what is, ends those who follow it by recursion. */
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
