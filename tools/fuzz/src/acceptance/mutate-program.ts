import type { Random } from '../random.ts';
import { endOfBrackets, type Token, tokensOf } from './tokens.ts';

const INTEGERS = [
  ...['0', '1', '-1', '2', '3', '7', '8', '16', '64', '127', '128', '255', '256', '2147483647', '2147483648'],
  ...[
    '4294967296',
    '9223372036854775807',
    '9223372036854775808',
    '18446744073709551616',
    '0x1F',
    '00',
    '1.0',
  ],
  ...['-9223372036854775808', '-128', '1e3', '1.5', '0x7FC00000', 'true', 'dense<1>', '?'],
];
const ELEMENT_TYPES = [
  ...[
    'f32',
    'f64',
    'f16',
    'bf16',
    'i1',
    'i8',
    'i32',
    'i64',
    'ui8',
    'ui32',
    'si32',
    'index',
    'i4',
    'i2',
    'ui4',
  ],
  ...[
    'i17',
    'f8E4M3FN',
    'f8E5M2',
    'f8E4M3B11FNUZ',
    'f4E2M1FN',
    'f6E3M2FN',
    'f8E8M0FNU',
    'tf32',
    'f80',
    'f128',
  ],
  ...['complex<f32>', 'complex<f64>', 'complex<i32>', 'none', '!stablehlo.token', 'tuple<>', 'vector<4xf32>'],
  ...['i0', 'tuple<f32, i1>'],
];
const DIMENSIONS = ['0', '1', '2', '3', '4', '5', '8', '16', '?', '?', '9223372036854775807', '4294967296'];
const TYPES = [
  ...['f32', 'i32', 'i64', 'index', 'none', 'tensor<f32>', 'tensor<*xf32>', 'tensor<?xf32>', 'tensor<0xi32>'],
  ...['tensor<4xf32, #stablehlo.bounds<8>>', 'tensor<?xf32, #stablehlo.bounds<8>>', 'tensor<1x?xi1>'],
  ...['memref<4xf32>', 'vector<4xf32>', 'vector<[4]xf32>', '!stablehlo.token', 'tuple<tensor<f32>, i32>'],
  ...['complex<f32>', '() -> ()', '(i32) -> i32', 'tensor<4xcomplex<f32>>', 'tensor<2x3x!shape.size>'],
  ...[
    '!shape.shape',
    '!shape.size',
    '!stablehlo.future<tensor<4xf32>>',
    'tensor<4xi32, "x">',
    'tensor<4x4xf32>',
  ],
];
const ATTRIBUTES = [
  ...['unit', 'true', 'false', '1 : i32', '-1 : i64', '256 : i8', '1.0 : f32', '1 : f32', '0x7FC00000 : f32'],
  ...[
    '"text"',
    '[]',
    '[1, 2]',
    '["a"]',
    '{}',
    '{a = 1 : i32}',
    'array<i64>',
    'array<i64: 0, 1>',
    'array<i32: 1>',
  ],
  ...[
    'array<i1: true>',
    'dense<1> : tensor<2xi64>',
    'dense<[[1], [2]]> : tensor<2x1xi64>',
    'dense<> : tensor<0xi64>',
  ],
  ...[
    'dense<1.0> : tensor<f32>',
    'dense<"0x01"> : tensor<1xi8>',
    'sparse<0, 1> : tensor<4xi32>',
    '@f',
    '@f::@g',
    'i32',
  ],
  ...[
    'tensor<4xf32>',
    '() -> ()',
    'affine_map<(d0) -> (d0)>',
    'loc(unknown)',
    'strided<[1]>',
    'array<f32: 1.5>',
  ],
  ...[
    'distinct[0]<unit>',
    'dense<true> : tensor<2xi1>',
    'dense<0> : vector<2xi32>',
    'dense_resource<a> : tensor<2xi8>',
  ],
];
const SIGNS = [
  ',',
  ':',
  '=',
  '->',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '<',
  '>',
  '-',
  '*',
  '?',
  '()',
  '{}',
  '[]',
  '::',
  '@',
  '%',
  '#',
];

type Change = (random: Random, tokens: readonly Token[], other: readonly Token[]) => readonly Token[] | null;

/**
 * A text with one or two small changes that a person might make, so that many texts stay programs or nearly.
 *
 * @param others other programs, which give tokens, attributes, types and lines.
 */
export function mutateProgram(random: Random, text: string, others: readonly string[]): string {
  let changed = text;
  for (let left = random.below(4) === 0 ? 2 : 1; left > 0; left--) {
    const tokens = tokensOf(changed);
    const other = tokensOf(random.pick(others));
    // Most changes need something that not every text has.
    for (let tries = 0; tries < 20; tries++) {
      const made = random
        .pick(CHANGES)(random, tokens, other)
        ?.map((token) => token.text)
        .join('');
      if (made === undefined || made === changed) continue;
      changed = made;
      break;
    }
  }
  return changed;
}

const changeDimension: Change = (random, tokens) => {
  const at = pickAt(random, tokens, ({ kind }) => kind === 'shape');
  if (at === null) return null;
  const [, dimensions, element] = /^((?:(?:\d+|\?)x)+)(.*)$/.exec(tokens[at]!.text)!;
  const parts = dimensions!.slice(0, -1).split('x');
  const place = random.below(parts.length);
  switch (random.below(4)) {
    case 0:
      parts.splice(place, 1);
      break;
    case 1:
      parts.splice(place, 0, random.pick(DIMENSIONS));
      break;
    default:
      parts[place] = random.pick(DIMENSIONS);
  }
  return replaceOneOrAll(random, tokens, at, [...parts, element].join('x'));
};

const changeElementType: Change = (random, tokens) => {
  const at = pickAt(random, tokens, ({ kind, text }) => kind === 'shape' && !text.endsWith('x'));
  if (at === null) return null;
  const from = /[a-z]+\d*[A-Z0-9]*$/.exec(tokens[at]!.text.replace(/^[\d?x]+x/, ''))?.[0];
  if (from === undefined) return null;
  const to = random.pick(ELEMENT_TYPES);
  if (random.below(4) === 0) return replace(tokens, at, at + 1, tokens[at]!.text.slice(0, -from.length) + to);
  // Everywhere: a program of other numbers.
  return tokens.map((token) =>
    token.kind === 'shape' && token.text.endsWith(`x${from}`)
      ? word(token.text.slice(0, -from.length) + to)
      : token.kind === 'type' && token.text === from
        ? word(to)
        : token,
  );
};

const changeNumber: Change = (random, tokens) => {
  const at = pickAt(random, tokens, ({ kind }) => kind === 'number');
  if (at === null) return null;
  const value = Number(tokens[at]!.text);
  const near = Number.isSafeInteger(value) ? [String(value + 1), String(value - 1), `-${value}`] : ['0.0'];
  return replace(tokens, at, at + 1, random.pick(random.below(2) === 0 ? near : INTEGERS));
};

const replaceType: Change = (random, tokens, other) => {
  const range = typeRange(random, tokens);
  if (range === null) return null;
  const from = join(tokens.slice(...range));
  const given = typeRange(random, random.below(2) === 0 ? tokens : other);
  const source = given === null || random.below(3) === 0 ? random.pick(TYPES) : null;
  const to = source ?? join((random.below(2) === 0 ? tokens : other).slice(...given!));
  if (random.below(4) === 0) return replace(tokens, ...range, to);
  return [word(join(tokens).split(from).join(to))];
};

const swapValues: Change = (random, tokens) => {
  const isValue = ({ kind }: Token): boolean => kind === 'value';
  const [a, b] = [pickAt(random, tokens, isValue), pickAt(random, tokens, isValue)];
  if (a === null || b === null || a === b) return null;
  const changed = [...tokens];
  changed[a] = tokens[b]!;
  if (random.below(2) === 0) changed[b] = tokens[a]!;
  return changed;
};

/** A word, symbol, block, alias or string becomes another one of its kind. */
const replaceName: Change = (random, tokens, other) => {
  const kinds = ['word', 'word', 'symbol', 'block', 'alias', 'string', 'type'] as const;
  const kind = random.pick(kinds);
  const at = pickAt(random, tokens, (token) => token.kind === kind);
  if (at === null) return null;
  const source = random.below(3) === 0 ? tokens : other;
  const isDotted = tokens[at]!.text.includes('.');
  const from = pickAt(
    random,
    source,
    ({ kind: other, text }) => other === kind && text.includes('.') === isDotted,
  );
  if (from === null) return null;
  return replaceOneOrAll(random, tokens, at, source[from]!.text);
};

/** An operation becomes another one of its dialect. */
const replaceOperation: Change = (random, tokens, other) => {
  const isOperation = ({ kind, text }: Token): boolean =>
    (kind === 'word' && /^\w+\.\w+$/.test(text)) || /^"\w+\.\w+"$/.test(text);
  const at = pickAt(random, tokens, isOperation);
  const from = pickAt(random, other, isOperation);
  if (at === null || from === null) return null;
  const name = other[from]!.text.replaceAll('"', '');
  return replace(tokens, at, at + 1, tokens[at]!.text.startsWith('"') ? `"${name}"` : name);
};

const dropToken: Change = (random, tokens) => {
  const at = pickAt(random, tokens, ({ kind }) => kind !== 'space');
  return at === null ? null : replace(tokens, at, at + 1, '');
};

const doubleToken: Change = (random, tokens) => {
  const at = pickAt(random, tokens, ({ kind }) => kind !== 'space');
  return at === null ? null : replace(tokens, at, at, `${tokens[at]!.text} `);
};

const swapTokens: Change = (random, tokens) => {
  const at = pickAt(random, tokens, ({ kind }) => kind !== 'space');
  const next = tokens.findIndex((token, index) => at !== null && index > at && token.kind !== 'space');
  if (at === null || next < 0) return null;
  const changed = [...tokens];
  [changed[at], changed[next]] = [tokens[next]!, tokens[at]!];
  return changed;
};

const insertToken: Change = (random, tokens, other) => {
  const at = random.below(tokens.length + 1);
  const given = random.below(2) === 0 ? random.pick(SIGNS) : random.pick(other).text;
  return replace(tokens, at, at, given);
};

/** Brackets lose an element, get one twice, or an element of other brackets of their kind. */
const changeList: Change = (random, tokens, other) => {
  const list = listOf(random, tokens);
  if (list === null) return null;
  const elements = list.elements.map((element) => join(element).trim());
  const at = random.below(elements.length);
  switch (random.below(5)) {
    case 0:
      elements.splice(at, 1);
      break;
    case 1:
      elements.splice(at, 0, elements[at]!);
      break;
    case 2:
      elements.reverse();
      break;
    case 3: {
      const given = listOf(random, random.below(2) === 0 ? tokens : other, list.open);
      if (given === null) return null;
      elements.splice(at, random.below(2), join(random.pick(given.elements)).trim());
      break;
    }
    default:
      elements.length = 0;
  }
  return replace(tokens, list.start, list.end, elements.join(', '));
};

/** The value behind a `=` becomes another attribute, of a list or of another program. */
const changeAttribute: Change = (random, tokens, other) => {
  const range = attributeRange(random, tokens);
  if (range === null) return null;
  const source = random.below(2) === 0 ? tokens : other;
  const given = attributeRange(random, source);
  const to = given === null || random.below(2) === 0 ? random.pick(ATTRIBUTES) : join(source.slice(...given));
  return replace(tokens, ...range, to);
};

const addAttribute: Change = (random, tokens, other) => {
  const at = pickAt(
    random,
    tokens,
    ({ text }, at) => text === '{' && /^\w+ = |^\}/.test(join(tokens.slice(at + 1, at + 5))),
  );
  if (at === null) return null;
  const name = pickAt(
    random,
    other,
    ({ kind }, index) => kind === 'word' && /^\s*=$/.test(join(other.slice(index + 1, index + 3))),
  );
  const key =
    name === null || random.below(2) === 0
      ? random.pick(['a', '"b c"', 'sdy.x', 'stablehlo.y', 'q.z'])
      : other[name]!.text;
  const comma = tokens[at + 1]?.text === '}' ? '' : ', ';
  return replace(
    tokens,
    at + 1,
    at + 1,
    `${key}${random.below(4) === 0 ? '' : ` = ${random.pick(ATTRIBUTES)}`}${comma}`,
  );
};

/** Replaces the contents of brackets by those of others of their kind. */
const replaceBrackets: Change = (random, tokens, other) => {
  const list = bracketsOf(random, tokens);
  if (list === null) return null;
  const source = random.below(2) === 0 ? tokens : other;
  const given = bracketsOf(random, source, tokens[list[0]]!.text);
  return given === null ? null : replace(tokens, ...list, join(source.slice(...given)));
};

/** Lines that are operations of their own go, come or move. */
const changeLines: Change = (random, tokens, other) => {
  const lines = join(tokens).split('\n');
  const whole = lines.flatMap((line, index) => (isWhole(line) ? [index] : []));
  if (whole.length === 0) return null;
  const [at, to] = [random.pick(whole), random.pick(whole)];
  switch (random.below(4)) {
    case 0:
      lines.splice(at, 1);
      break;
    case 1:
      lines.splice(at, 0, anew(lines[at]!));
      break;
    case 2:
      lines.splice(to, 0, ...lines.splice(at, 1));
      break;
    default: {
      const given = join(other).split('\n').filter(isWhole);
      if (given.length === 0) return null;
      lines.splice(at, 0, anew(random.pick(given)));
    }
  }
  return [word(lines.join('\n'))];
};

/** A line whose results nobody else has. */
function anew(line: string): string {
  return line.replace(/^(\s*)%[\w$.-]+/, '$1%again');
}

function isWhole(line: string): boolean {
  const count = (pattern: RegExp): number => line.match(pattern)?.length ?? 0;
  return line.trim() !== '' && count(/[({[]/g) === count(/[)}\]]/g) && !line.trim().startsWith('^');
}

/** How often each is made. Those that mostly end in the parser are rarer. */
const WEIGHTS: readonly (readonly [number, Change])[] = [
  ...([
    [12, changeDimension],
    [9, changeElementType],
    [12, changeNumber],
    [6, replaceType],
  ] as const),
  ...([
    [4, swapValues],
    [3, replaceName],
    [4, replaceOperation],
    [1, dropToken],
  ] as const),
  ...([
    [1, doubleToken],
    [1, swapTokens],
    [1, insertToken],
    [6, changeList],
    [6, changeAttribute],
  ] as const),
  ...([
    [9, addAttribute],
    [2, replaceBrackets],
    [8, changeLines],
  ] as const),
];
const CHANGES = WEIGHTS.flatMap(([weight, change]) => Array.from({ length: weight }, () => change));

function word(text: string): Token {
  return { kind: 'word', text };
}

function join(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join('');
}

function replace(tokens: readonly Token[], start: number, end: number, text: string): readonly Token[] {
  return [...tokens.slice(0, start), word(text), ...tokens.slice(end)];
}

/** Replaces the token alone, or all that read the same. */
function replaceOneOrAll(
  random: Random,
  tokens: readonly Token[],
  at: number,
  text: string,
): readonly Token[] {
  if (random.below(4) === 0) return replace(tokens, at, at + 1, text);
  const from = tokens[at]!.text;
  return tokens.map((token) => (token.text === from ? word(text) : token));
}

function pickAt(
  random: Random,
  tokens: readonly Token[],
  isRight: (token: Token, index: number) => boolean,
): number | null {
  const places = tokens.flatMap((token, index) => (isRight(token, index) ? [index] : []));
  return places.length === 0 ? null : random.pick(places);
}

/** A type that is written out. */
function typeRange(random: Random, tokens: readonly Token[]): readonly [number, number] | null {
  const at = pickAt(
    random,
    tokens,
    ({ kind, text }) => kind === 'type' || (kind === 'alias' && text.startsWith('!')),
  );
  if (at === null) return null;
  return [at, tokens[at + 1]?.text === '<' ? (endOfBrackets(tokens, at + 1) ?? at + 1) : at + 1];
}

function bracketsOf(
  random: Random,
  tokens: readonly Token[],
  open?: string,
): readonly [number, number] | null {
  const at = pickAt(random, tokens, ({ text }) =>
    open === undefined ? /^[([{<]$/.test(text) : text === open,
  );
  const end = at === null ? null : endOfBrackets(tokens, at);
  return at === null || end === null ? null : [at, end];
}

interface List {
  readonly open: string;
  /** Of what stands between the brackets. */
  readonly start: number;
  readonly end: number;
  readonly elements: readonly (readonly Token[])[];
}

/** Brackets on one line, with what commas separate in them. */
function listOf(random: Random, tokens: readonly Token[], open?: string): List | null {
  const range = bracketsOf(random, tokens, open);
  if (range === null || tokens[range[0]]!.text === '<') return null;
  const [start, end] = [range[0] + 1, range[1] - 1];
  const elements: Token[][] = [[]];
  for (let at = start; at < end; at++) {
    if (tokens[at]!.text.includes('\n')) return null;
    const inner = Math.min(endOfBrackets(tokens, at) ?? at + 1, end);
    if (tokens[at]!.text === ',') elements.push([]);
    else elements.at(-1)!.push(...tokens.slice(at, inner));
    at = inner - 1;
  }
  if (join(elements[0]!).trim() === '') return null;
  return { open: tokens[range[0]]!.text, start, end, elements };
}

/** The text after a `=`, up to the comma or bracket. */
function attributeRange(random: Random, tokens: readonly Token[]): readonly [number, number] | null {
  const at = pickAt(
    random,
    tokens,
    ({ text }, at) =>
      text === '=' &&
      /\w *$/.test(join(tokens.slice(Math.max(0, at - 2), at))) &&
      tokens[at - 2]?.kind !== 'value',
  );
  if (at === null) return null;
  let end = at + 1;
  while (end < tokens.length && !/^[,)\]}>]$|\n/.test(tokens[end]!.text))
    end = endOfBrackets(tokens, end) ?? end + 1;
  return [at + 1, end];
}
