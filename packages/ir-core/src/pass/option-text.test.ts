import { describe, expect, test } from 'vitest';
import {
  booleanOption,
  enumOption,
  floatOption,
  integerOption,
  listOption,
  type OptionSpecs,
  stringOption,
} from './option.ts';
import { parseOptions, printOptions } from './option-text.ts';

const specs = {
  flag: booleanOption('a flag'),
  count: integerOption('a count', 10),
  small: integerOption('a small number', 1, 'int'),
  size: integerOption('a size', 0, 'uint'),
  ratio: floatOption('a ratio', 0.5),
  text: stringOption('a text', 'none'),
  level: enumOption('a level', ['low', 'high'], 'low'),
  names: listOption('names', stringOption('')),
  numbers: listOption('numbers', integerOption('', 0), [1, 2]),
} satisfies OptionSpecs;

function parse(text: string): unknown {
  return parseOptions(specs, text, (message) => {
    throw new Error(message);
  });
}

const defaults = {
  flag: false,
  count: 10,
  small: 1,
  size: 0,
  ratio: 0.5,
  text: 'none',
  level: 'low',
  names: [],
  numbers: [1, 2],
};

describe('option values', () => {
  test('are the defaults when nothing is given', () => {
    expect(parse('')).toEqual(defaults);
    expect(parse('  ')).toEqual(defaults);
  });

  test.each([
    ['count=3 text=abc', { count: 3, text: 'abc' }],
    ['count=0x10', { count: 16 }],
    ['count=-1', { count: -1 }],
    ['flag', { flag: true }],
    ['flag=0', { flag: false }],
    ['flag=true', { flag: true }],
    ['ratio=1e-3', { ratio: 0.001 }],
    ['level=high', { level: 'high' }],
    ['count=1   count=2', { count: 2 }],
    ['names=a,b', { names: ['a', 'b'] }],
    ['names={a,b}', { names: ['a', 'b'] }],
    ['names=a names=b', { names: ['a', 'b'] }],
    ['names="a b",{c d}', { names: ['a b', 'c d'] }],
    ['names={x(a,b)},c', { names: ['x(a,b)', 'c'] }],
    ['numbers=4,5', { numbers: [4, 5] }],
    ['names={}', { names: [] }],
    ['text="a = b c"', { text: 'a = b c' }],
    ["text='a {b'", { text: 'a {b' }],
    ['text={a=1 b={2 3}} count=4', { text: 'a=1 b={2 3}', count: 4 }],
    ['text=', { text: '' }],
  ])('are read from %s', (text, expected) => {
    expect(parse(text)).toEqual({ ...defaults, ...expected });
  });

  test.each([
    ['other=1', '<Pass-Options-Parser>: no such option other'],
    ['toString=1', '<Pass-Options-Parser>: no such option toString'],
    ['count=x', "for the --count option: 'x' value invalid for long argument!"],
    ['small=4294967296', "for the --small option: '4294967296' value invalid for integer argument!"],
    ['size=-1', "for the --size option: '-1' value invalid for uint argument!"],
    ['count', 'for the --count option: requires a value!'],
    ['ratio=fast', "for the --ratio option: 'fast' value invalid for floating point argument!"],
    ['flag=maybe', "for the --flag option: 'maybe' is invalid value for boolean argument! Try 0 or 1"],
    ['level=middle', "for the --level option: Cannot find option named 'middle'!"],
    ['numbers=1,x', "for the --numbers option: 'x' value invalid for long argument!"],
  ])('rejects %s', (text, message) => {
    expect(() => parse(text)).toThrow(message);
  });

  test('print sorted by name, an empty list as its blank', () => {
    const values = parse('names={} count=3 text="a b" numbers=7') as Record<string, unknown>;
    expect(printOptions(specs, values)).toBe(
      'count=3 flag=false level=low  numbers={7} ratio=5.000000e-01 size=0 small=1 text="a b"',
    );
  });

  test('print what parses to the same values', () => {
    const values = parse('names="a b",c text={x=1 y="2"} ratio=3') as Record<string, unknown>;
    expect(parse(printOptions(specs, values))).toEqual(values);
  });
});
