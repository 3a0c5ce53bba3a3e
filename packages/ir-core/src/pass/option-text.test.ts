import { describe, expect, test } from 'vitest';
import { smallContext } from '../../tests/small-dialects.ts';
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
import type { OpPipeline } from './pipeline.ts';
import { pipelineOption } from './pipeline-option.ts';
import { printPipeline } from './pipeline-text.ts';

const context = smallContext();

const specs = {
  flag: booleanOption('a flag'),
  count: integerOption('a count', 10),
  small: integerOption('a small number', 1, 'int'),
  size: integerOption('a size', 0, 'uint'),
  big: integerOption('a big size', 0, 'ulong'),
  ratio: floatOption('a ratio', 0.5),
  text: stringOption('a text', 'none'),
  level: enumOption('a level', ['low', 'high'], 'low'),
  names: listOption('names', stringOption('')),
  numbers: listOption('numbers', integerOption('', 0), [1, 2]),
  flags: listOption('flags', booleanOption('')),
  ratios: listOption('ratios', floatOption('', 0)),
  levels: listOption('levels', enumOption('', ['low', 'high'], 'low')),
  pipelines: listOption('pipelines', pipelineOption('')),
} satisfies OptionSpecs;

function parse(text: string): unknown {
  return parseOptions(specs, text, context, (message) => {
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
  big: 0,
  numbers: [1, 2],
  flags: [],
  ratios: [],
  levels: [],
  pipelines: [],
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
    ['big=4294967296', { big: 4294967296 }],
    ['flags=true,0,1', { flags: [true, false, true] }],
    ['ratios={1.5,-2e3}', { ratios: [1.5, -2000] }],
    ['levels=high,low', { levels: ['high', 'low'] }],
  ])('are read from %s', (text, expected) => {
    expect(parse(text)).toEqual({ ...defaults, ...expected });
  });

  test.each([
    ['other=1', '<Pass-Options-Parser>: no such option other'],
    ['toString=1', '<Pass-Options-Parser>: no such option toString'],
    ['count=x', "for the --count option: 'x' value invalid for long argument!"],
    ['small=4294967296', "for the --small option: '4294967296' value invalid for integer argument!"],
    ['size=-1', "for the --size option: '-1' value invalid for uint argument!"],
    ['big=-1', "for the --big option: '-1' value invalid for ulong argument!"],
    ['count=', "for the --count option: '' value invalid for long argument!"],
    ['levels=high,up', "for the --levels option: Cannot find option named 'up'!"],
    [
      'pipelines=cse',
      "for the --pipelines option: expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'",
    ],
    [
      'pipelines=func.func(foo)',
      "for the --pipelines option: 'foo' does not refer to a registered pass or pass pipeline",
    ],
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
      'big=0 count=3 flag=false  level=low   numbers={7}  ratio=5.000000e-01  size=0 small=1 text={a b}',
    );
  });

  test.each([
    'names="a b",c text={x=1 y="2"} ratio=3',
    'names={{a,b},{}} text="} {"',
    `text='"} {"' levels=low`,
    'pipelines=func.func(cse,canonicalize{max-iterations=3}),any(cse)',
  ])('print what parses to the same values: %s', (text) => {
    const values = parse(text) as Record<string, unknown>;
    expect(parse(printOptions(specs, values))).toEqual(values);
  });

  test('may be pipelines', () => {
    const { pipelines } = parse('pipelines=func.func(cse),any(symbol-dce)') as { pipelines: OpPipeline[] };
    expect(pipelines.map(printPipeline)).toEqual(['func.func(cse)', 'any(symbol-dce)']);
  });
});
