import type { Type } from '../ir/attribute.ts';

/** Returns types as messages list them: `'A', 'B'`. */
export function typeList(types: readonly Type[]): string {
  return types.map((type) => `'${String(type)}'`).join(', ');
}
