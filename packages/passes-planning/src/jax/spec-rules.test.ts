import { describe, expect, test } from 'vitest';
import { type PathSpec, specRules } from './spec-rules.ts';

/** Arguments by their paths, whose steps a `/` divides. */
function args(...specs: readonly (readonly [string, string])[]): PathSpec[] {
  return specs.map(([path, spec], index) => ({ path: path === '' ? [] : path.split('/'), index, spec }));
}

/** Returns the spec that the rules have for an argument, as the Python file looks it up. */
function lookedUp(rules: ReturnType<typeof specRules>, { path, index }: PathSpec): string {
  const found = rules.find(({ pattern }) => {
    if (pattern.startsWith('#')) return pattern === `#${index}`;
    const wanted = pattern.replace(/^\//, '').split('/');
    if (wanted.length > path.length || (pattern.startsWith('/') && wanted.length < path.length)) return false;
    return wanted.every((step, i) => {
      const own = path[path.length - wanted.length + i]!;
      return step === own || (step === '*' && /^\d+$/.test(own));
    });
  });
  return found?.spec ?? 'P()';
}

describe('rules of specs', () => {
  test('layers and optimizer state share the rule of a parameter', () => {
    const found = args(
      ...['0', '1', '2'].flatMap((layer): (readonly [string, string])[] => [
        [`p/layers/${layer}/wq`, "P(None, 'x')"],
        [`opt/0/mu/layers/${layer}/wq`, "P(None, 'x')"],
        [`p/layers/${layer}/b`, 'P()'],
      ]),
      ['x', "P('y')"],
    );
    expect(specRules(found)).toEqual([
      { pattern: 'layers/*/wq', spec: "P(None, 'x')", count: 6 },
      { pattern: '/x', spec: "P('y')", count: 1 },
    ]);
  });

  test('an argument that is split otherwise than others like it has a rule before theirs', () => {
    const found = args(
      ...Array.from({ length: 6 }, (_, i): [string, string] => [`p/${i}/w`, i === 3 ? 'P()' : "P('x')"]),
    );
    expect(specRules(found)).toEqual([
      { pattern: '/p/3/w', spec: 'P()', count: 1 },
      { pattern: '/p/*/w', spec: "P('x')", count: 5 },
    ]);
  });

  test('arguments without names have their numbers', () => {
    expect(specRules(args(['', 'P()'], ['', "P('x')"]))).toEqual([
      { pattern: '#1', spec: "P('x')", count: 1 },
    ]);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('give back the spec of each of some random arguments: %i', (seed) => {
    let state = seed;
    const random = (n: number): number => (state = (state * 48271) % 2147483647) % n;
    const paths = new Set<string>();
    while (paths.size < 30)
      paths.add(
        Array.from({ length: 1 + random(4) }, () => ['w', 'b', 'layers', '0', '1', '2'][random(6)]!).join(
          '/',
        ),
      );
    const found = args(
      ...Array.from(paths, (path): [string, string] => [path, ['P()', "P('x')", "P(None, 'y')"][random(3)]!]),
    );
    const rules = specRules(found);
    for (const own of found)
      expect([own.path.join('/'), lookedUp(rules, own)]).toEqual([own.path.join('/'), own.spec]);
  });
});
