import { describe, expect, test } from 'vitest';
import { chloDialect } from './chlo/extension.ts';
import { stablehloDialect } from './extension.ts';

describe.each([
  [stablehloDialect, 'stablehlo.', 118],
  [chloDialect, 'chlo.', 51],
])('$name', (extension, prefix, count) => {
  const definitions = extension.ops!.map((op) => op.definition);

  test('has all operations of the dialect, each once', () => {
    const names = definitions.map(({ name }) => name);
    expect(new Set(names).size).toBe(count);
    expect(names).toHaveLength(count);
    expect(names.filter((name) => !name.startsWith(prefix))).toEqual([]);
  });

  test('all assembly formats compile', () => {
    for (const definition of definitions) expect(() => definition.assemblyFormat()).not.toThrow();
  });
});
