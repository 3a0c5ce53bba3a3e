import { expect, test } from 'vitest';
import { vhloContext } from '../tests/vhlo-text.ts';
import * as stablehloOps from '@shardform/dialect-stablehlo';
import { opFamilies, opRows } from './ops.ts';
import { compareVersions, minimumVersion } from './version.ts';

const stablehloDefinitions = Object.values(stablehloOps).flatMap((item) =>
  typeof item === 'function' && 'definition' in item && 'operands' in item.definition
    ? [item.definition]
    : [],
);

test('there are 145 operations', () => {
  expect(opRows.length).toBe(145);
  expect(new Set(opRows.map(({ mnemonic }) => mnemonic)).size).toBe(145);
});

test('versions of an operation follow each other, the last one in use', () => {
  for (const [family, versions] of opFamilies) {
    expect(compareVersions(versions[0]!.row.since, minimumVersion), family).toBeGreaterThanOrEqual(0);
    versions.forEach(({ row }, i) => {
      const next = versions[i + 1]?.row;
      expect(row.mnemonic).toBe(`${family}_v${i + 1}`);
      if (next === undefined) expect(row.until, row.mnemonic).toBeNull();
      else expect(next.since, row.mnemonic).toEqual({ ...row.until!, minor: nextMinor(row.until!) });
    });
  }
});

// 0.20 was followed by 1.0, and 1.0 by 1.1.
function nextMinor({ minor }: { readonly minor: number }): number {
  return minor + 1;
}

test.each(stablehloDefinitions.map((definition) => [definition.name, definition] as const))(
  '%s has a counterpart with the same operands, results, regions and attributes',
  (name, definition) => {
    const row = opFamilies.get(name.slice('stablehlo.'.length))!.at(-1)!.row;
    const starred = (values: readonly { readonly name: string; readonly arity: string }[]): string[] =>
      values.map((value) => (value.arity === 'one' ? '1' : '*'));
    const counts = (names: readonly string[]): string[] =>
      names.map((each) => (each.endsWith('*') ? '*' : '1'));
    if (name !== 'stablehlo.return') expect(counts(row.operands)).toEqual(starred(definition.operands));
    expect(counts(row.results)).toEqual(starred(definition.results));
    expect(row.regions.length).toBe(definition.regions.length);
    const fields = [...row.structs.values()].flatMap((struct) => struct.fields);
    const counterparts = [
      ...row.structs.keys(),
      ...[...row.attrs].flatMap(([attr, kind]) =>
        fields.includes(attr) ? [] : [kind.stablehloName ?? attr],
      ),
    ];
    expect(counterparts).toEqual(expect.arrayContaining([...definition.attrNames]));
  },
);

test('attributes that StableHLO may leave out have a default', () => {
  for (const { name, attrs } of stablehloDefinitions) {
    const { row } = opFamilies.get(name.slice('stablehlo.'.length))!.at(-1)!;
    for (const attr of attrs.filter(({ isOptional }) => isOptional)) {
      if (row.structs.has(attr.name)) continue;
      const [, kind] = [...row.attrs].find(([own, each]) => (each.stablehloName ?? own) === attr.name)!;
      const isKnown = kind.standard !== undefined;
      // Upstream has none for the window of this operation either, which its specification asks for.
      expect(isKnown, `${name} ${attr.name}`).toBe(
        !(name === 'stablehlo.select_and_scatter' && attr.name === 'window_dimensions'),
      );
    }
  }
});

test('the context has the dialect', () => {
  const context = vhloContext();
  expect(context.dialects.has('vhlo')).toBe(true);
  expect(context.passes.has('vhlo-to-version')).toBe(true);
  expect(context.pipelines.has('stablehlo-deserialize')).toBe(true);
});
