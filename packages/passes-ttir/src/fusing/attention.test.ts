import { filled } from '@shardform/program-tests';
import { describe, expect, it } from 'vitest';
import { expectSame } from '../../tests/executed.ts';

const PASSES = 'ttir-fusing{enable-permute-matmul-fusion=true}';
const [QUERY, KEY, SCORES] = ['tensor<2x4x3x5xf32>', 'tensor<2x4x6x5xf32>', 'tensor<2x4x3x6xf32>'];

/** How a program of attention differs from the plain one. */
interface Variant {
  /** The scores %s of the products %p. */
  readonly scores?: string;
  readonly query?: string;
  /** The types of keys and values as they are given, and what makes %key and %value of them. */
  readonly heads?: readonly [type: string, keys: string];
  readonly mask?: string;
  /** What is returned beside the result. */
  readonly also?: string;
}

function attention({
  scores = '',
  query = '',
  heads = [KEY, ''],
  mask = 'tensor<f32>',
  also = '',
}: Variant): string {
  const [given, repeats] = heads;
  const [q, k, v] = [
    query === '' ? '%q' : '%query',
    repeats === '' ? '%k' : '%key',
    repeats === '' ? '%v' : '%value',
  ];
  const all = also === '' ? QUERY : `(${QUERY}, ${SCORES})`;
  return `func.func @main(%q: ${QUERY}, %k: ${given}, %v: ${given}, %m: ${mask}) -> ${all} {
  %c = "ttir.full"() <{fill_value = 2.0 : f32, shape = array<i32: 2, 4, 3, 6>}> : () -> ${SCORES}
  ${query}
  ${repeats}
  %t = "ttir.permute"(${k}) <{permutation = array<i64: 0, 1, 3, 2>}> : (${KEY}) -> tensor<2x4x5x6xf32>
  %p = "ttir.matmul"(${q}, %t) <{transpose_a = false, transpose_b = false}> : (${QUERY}, tensor<2x4x5x6xf32>) -> ${SCORES}
  ${scores}
  %w = "ttir.softmax"(${scores === '' ? '%p' : '%s'}) <{dimension = 3 : si32, numericStable = true}> : (${SCORES}) -> ${SCORES}
  %r = "ttir.matmul"(%w, ${v}) <{transpose_a = false, transpose_b = false}> : (${SCORES}, ${KEY}) -> ${QUERY}
  return %r${also} : ${all.replace(/[()]/g, '')}
}`;
}

const NUMBERS = [0.3, -1.5, 0.25, 0.7, -0.75, 1, 0.5, -0.8, 0.2, -0.1, 0.9];
const inputs = (heads = 4, mask: readonly number[] = []) => [
  filled('f32', [2, 4, 3, 5], NUMBERS),
  filled('f32', [2, heads, 6, 5], NUMBERS.toReversed()),
  filled('f32', [2, heads, 6, 5], NUMBERS.slice(2)),
  filled('f32', [...mask], NUMBERS.slice(4)),
];

const divided = `%s = "ttir.div"(%p, %c) : (${SCORES}, ${SCORES}) -> ${SCORES}`;
const masked = (type: string, broadcast: string): string =>
  `%d = "ttir.div"(%p, %c) : (${SCORES}, ${SCORES}) -> ${SCORES}
  %b = "ttir.broadcast"(%m) <{broadcast_dimensions = array<i64: ${broadcast}>}> : (${type}) -> ${SCORES}
  %s = "ttir.add"(%b, %d) : (${SCORES}, ${SCORES}) -> ${SCORES}`;
const half = `%h = "ttir.full"() <{fill_value = 0.5 : f32, shape = array<i32: 2, 4, 3, 5>}> : () -> ${QUERY}
  %query = "ttir.multiply"(%q, %h) : (${QUERY}, ${QUERY}) -> ${QUERY}`;
const pairs = 'tensor<2x2x6x5xf32>';
const repeated = ['key', 'value']
  .map(
    (name) =>
      `%${name} = "ttir.repeat_interleave"(%${name.charAt(0)}) <{dim = 1 : si32, repeats = 2 : ui32}> : (${pairs}) -> ${KEY}`,
  )
  .join('\n  ');

describe('attention is one operation', () => {
  it.each<[string, Variant, number, readonly number[]]>([
    ['as it is', {}, 4, []],
    ['with divided scores', { scores: divided }, 4, []],
    ['with queries that are multiplied', { query: half }, 4, []],
    ['with heads that queries share', { heads: [pairs, repeated], scores: divided }, 2, []],
    [
      'with a mask for all heads',
      { mask: 'tensor<2x1x3x6xf32>', scores: masked('tensor<2x1x3x6xf32>', '1, 4, 1, 1') },
      4,
      [2, 1, 3, 6],
    ],
    ['whose products are used elsewhere', { scores: divided, also: ', %p' }, 4, []],
  ])('%s', (_, variant, heads, mask) => {
    const made = expectSame(attention(variant), PASSES, inputs(heads, mask), 2 ** -18);
    expect(made).toContain('scaled_dot_product_attention');
    expect(made).not.toContain('softmax');
  });
});

describe('attention is left as it is', () => {
  it.each<[string, Variant, readonly number[]]>([
    ['with weights that are used elsewhere', { also: ', %w' }, []],
    ['with several factors', { query: half, scores: divided }, []],
    [
      'with a mask for all queries',
      { mask: 'tensor<2x1x1x6xf32>', scores: masked('tensor<2x1x1x6xf32>', '1, 4, 3, 1') },
      [2, 1, 1, 6],
    ],
  ])('%s', (_, variant, mask) => {
    const made = expectSame(attention(variant), PASSES, inputs(4, mask), 2 ** -18);
    expect(made).toContain('softmax');
  });
});
