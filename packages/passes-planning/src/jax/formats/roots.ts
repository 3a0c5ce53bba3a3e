import type { PlanSpecs } from '../plan-specs.ts';

/** Returns the names of the arguments of the function, in their order; `null` for one without a name. */
export function argumentRoots({ argumentPaths }: PlanSpecs): (string | null)[] {
  return [...new Set(argumentPaths.map(([root]) => root ?? null))];
}

/**
 * Returns, for each element of the tuple that the function returns, the argument whose place it takes: all of its leaves are split as
 * leaves of that argument are. `null` for other elements.
 */
export function resultRoots({ argumentPaths, resultPaths, ties }: PlanSpecs): (string | null)[] {
  const argumentOf = new Map<number, number>();
  for (const { result, argument, count } of ties)
    for (let i = 0; i < count; i++) argumentOf.set(result + i, argument + i);
  const found = new Map<string, Set<string | null>>();
  for (const [index, [, element]] of resultPaths.entries()) {
    const argument = argumentOf.get(index);
    const root = argument === undefined ? null : (argumentPaths[argument]?.[0] ?? null);
    const key = element ?? '';
    found.set(key, (found.get(key) ?? new Set()).add(root));
  }
  return Array.from(found.values(), (roots) => (roots.size === 1 ? [...roots][0]! : null));
}
