import type { Random } from './random.ts';

/** Values that few programs expect. */
const ODD: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1, 0.5, -0.5, 2 ** 31, 2 ** 53, 1e308, -1e308, 1e-320],
  ...[
    '',
    'x',
    '0',
    '%',
    '\0',
    '\ud800',
    'é'.repeat(3000),
    '__proto__',
    'constructor',
    'file:///a.mlir',
    '-',
    '--help',
  ],
  ...[[], {}, [null], [[]], [{}], { uri: 'file:///a.mlir' }, { line: 0 }, { length: -1 }, { toString: 1 }],
];

const KEYS = [
  '__proto__',
  'constructor',
  'toString',
  'then',
  'length',
  'id',
  'method',
  'params',
  'result',
  'error',
  '',
];

/** A JSON value with a few changes: parts that are others, missing, twice, deeper. */
export function mutateJson(random: Random, value: unknown): unknown {
  let changed = value;
  for (let i = random.below(3); i >= 0; i--) changed = change(random, changed);
  return changed;
}

function change(random: Random, value: unknown): unknown {
  const isInner = typeof value === 'object' && value !== null && random.below(5) > 0;
  if (!isInner) return replacement(random, value);
  if (Array.isArray(value)) {
    const elements: unknown[] = [...(value as unknown[])];
    const at = random.below(elements.length + 1);
    const choice = random.below(4);
    if (choice === 0) elements.splice(at, 1);
    else if (choice === 1) elements.splice(at, 0, random.pick(ODD));
    else if (elements.length > 0) {
      const inner = random.below(elements.length);
      elements[inner] = change(random, elements[inner]);
    }
    return elements;
  }
  const entries = Object.entries(value);
  const choice = random.below(6);
  const at = random.below(Math.max(1, entries.length));
  if (choice === 0) entries.splice(at, 1);
  else if (choice === 1) entries.push([random.pick(KEYS), random.pick(ODD)]);
  else if (choice === 2 && entries.length > 0) entries.push([random.pick(KEYS), entries[at]![1]]);
  else if (entries.length > 0) entries[at] = [entries[at]![0], change(random, entries[at]![1])];
  // With its own key `__proto__`, as a parser of JSON makes it.
  return JSON.parse(
    `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${JSON.stringify(inner)}`).join(',')}}`,
  );
}

function replacement(random: Random, value: unknown): unknown {
  switch (random.below(6)) {
    case 0:
      return [value];
    case 1:
      return JSON.stringify(value);
    case 2:
      return typeof value === 'number' ? value + random.pick([1, -1, 1000, 2 ** 31, 0.25]) : random.pick(ODD);
    case 3:
      return nested(random.below(20) === 0 ? 800 : 20, random.below(2) === 0);
    default:
      return random.pick(ODD);
  }
}

function nested(depth: number, isList: boolean): unknown {
  let inner: unknown = 0;
  for (let i = 0; i < depth; i++) inner = isList ? [inner] : { a: inner };
  return inner;
}
