import type { Random } from './random.ts';

/** Words that are at the edges of what a parser expects. */
const EDGES = [
  ...['0', '-1', '1', '255', '256', '65536', '2147483648', '4294967296', '9007199254740993'],
  ...['9223372036854775807', '18446744073709551616', '1'.repeat(400), '0x', '0xFFFFFFFFFFFFFFFFFF', '-0'],
  ...['1.0', '1e5', '1.0e+400', '-1.0e-400', '0x7FC00000', 'nan', 'true', 'false', 'unit', '?', '*', '...'],
  ...[
    '->',
    '::',
    '{-#',
    '#-}',
    '"',
    '\\',
    '"\\FF"',
    '%',
    '%0#9',
    '^bb0',
    '@',
    '#',
    '!',
    '<',
    '>',
    '()',
    '{}',
  ],
  ...['tensor<', 'tensor<*xf32>', 'tensor<?x?xi1>', 'tensor<0xf32>', 'vector<4xf32>', 'memref<?xf32>', 'i0'],
  ...['i1', 'i64', 'index', 'none', 'f80', 'complex<f32>', 'tuple<>', '!d.t', '#d.a', 'dense<', 'sparse<'],
  ...[
    'dense<"0x00">',
    'array<i64: 1>',
    'loc(unknown)',
    'affine_map<() -> ()>',
    'func.func',
    'module',
    'return',
  ],
];

const BRACKETS = ['(', '[', '{', '<', '-', '"a"(', '({', 'tuple<', '[[', '{a = ', 'loc(', '"d.r"() ({'];

/** A text with a few changes; others give it words. */
export function mutateText(random: Random, text: string, others: readonly string[]): string {
  let tokens = words(text);
  const changes = 1 + random.below(4);
  for (let i = 0; i < changes; i++) tokens = changeTokens(random, tokens, others);
  return tokens.join('');
}

function words(text: string): string[] {
  return text.match(/[A-Za-z0-9_.$]+|\s+|[^]/g) ?? [];
}

function changeTokens(random: Random, tokens: readonly string[], others: readonly string[]): string[] {
  const at = random.below(tokens.length + 1);
  const end = Math.min(tokens.length, at + 1 + random.below(random.below(4) === 0 ? 40 : 4));
  const [before, range, after] = [tokens.slice(0, at), tokens.slice(at, end), tokens.slice(end)];
  switch (random.below(10)) {
    case 0:
      return [...before, ...after];
    case 1:
      return [...before, ...range, ...range, ...after];
    case 2:
      return [...before, random.pick(EDGES), ...tokens.slice(at + 1)];
    case 3:
      return [...before, random.pick(EDGES), ...tokens.slice(at)];
    case 4: {
      // A word in the place of another of its kind keeps most of the text meaningful.
      const word = random.pick(words(random.pick(others)).filter((other) => other.trim() !== '')) as
        string | undefined;
      return [...before, word ?? '', ...tokens.slice(at + 1)];
    }
    case 5: {
      const other = words(random.pick(others));
      const start = random.below(other.length);
      return [...before, ...other.slice(start, start + 1 + random.below(60)), ...tokens.slice(at)];
    }
    case 6:
      return before;
    case 7: {
      const moved = random.below(tokens.length + 1);
      const rest = [...before, ...after];
      return [...rest.slice(0, moved), ...range, ...rest.slice(moved)];
    }
    case 8:
      return [
        ...before,
        random.pick(BRACKETS).repeat(1 + random.below(random.below(20) === 0 ? 5000 : 5)),
        ...tokens.slice(at),
      ];
    default: {
      const known = range.map((token) => (/^\d+$/.test(token) ? random.pick(EDGES) : token));
      return [...before, ...known, ...after];
    }
  }
}

/** Bytes with a few changes. */
export function mutateBytes(random: Random, bytes: Uint8Array): Uint8Array {
  let changed = bytes.slice();
  const changes = 1 + random.below(6);
  for (let i = 0; i < changes && changed.length > 0; i++) {
    const at = random.below(changed.length);
    switch (random.below(6)) {
      case 0:
        changed[at] = random.below(256);
        break;
      case 1:
        changed[at] = changed[at]! ^ (1 << random.below(8));
        break;
      case 2:
        changed[at] = random.pick([0, 1, 2, 3, 0x7f, 0x80, 0xfe, 0xff]);
        break;
      case 3:
        changed = changed.slice(0, at);
        break;
      case 4:
        changed.copyWithin(at, random.below(changed.length), changed.length);
        break;
      default: {
        const inserted = Array.from({ length: 1 + random.below(9) }, () => random.below(256));
        changed = new Uint8Array([...changed.subarray(0, at), ...inserted, ...changed.subarray(at)]);
      }
    }
  }
  return changed;
}
