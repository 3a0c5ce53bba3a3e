import { describe, expect, test } from 'vitest';
import { SymbolRefAttr } from '../builtin/attrs/basic-attrs.ts';
import { f32, f64 } from '../builtin/types/float-type.ts';
import { Context } from '../ir/context.ts';
import { AttributeReplacer } from '../ir/sub-attributes.ts';
import { parseModule } from '../text/parse-module.ts';
import { anyAttributeParameter, anyTypeParameter, attributeBody } from './attribute-parameters.ts';
import { defineAttr, defineType } from './define-attr.ts';
import {
  arrayParameter,
  booleanParameter,
  defaultParameter,
  integerParameter,
  optionalParameter,
  stringParameter,
  wordParameter,
} from './value-parameters.ts';

class PairAttr extends defineAttr('demo.pair', {
  summary: 'two numbers',
  parameters: { first_number: integerParameter, second: integerParameter },
  format: '`<` struct(params) `>`',
  verify: ({ firstNumber, second }) =>
    firstNumber > second ? `expected ${firstNumber} to be at most ${second}` : null,
}) {
  get sum(): number {
    return this.firstNumber + this.second;
  }
}

class SettingsAttr extends defineAttr('demo.settings', {
  summary: 'settings',
  parameters: {
    name: stringParameter,
    fast: optionalParameter(booleanParameter),
    mode: defaultParameter(wordParameter(['plain', 'fancy']), () => 'plain'),
  },
  format: '`<` struct(params) `>`',
}) {}

class ListAttr extends defineAttr('demo.list', {
  summary: 'pairs',
  parameters: {
    value: defaultParameter(
      arrayParameter(attributeBody(PairAttr, { cppType: 'PairAttr', what: 'a pair' }), 'none'),
      () => [],
    ),
  },
  format: '`[` ($value^)? `]`',
  cppName: 'Demo_List',
}) {}

class UseAttr extends defineAttr('demo.use', {
  summary: 'the use of a symbol at a type',
  parameters: {
    type: anyTypeParameter,
    symbol: anyAttributeParameter,
    flag: optionalParameter(integerParameter),
  },
  format: '`<` params `>`',
}) {}

class BoxType extends defineType('demo.box', {
  summary: 'box',
  parameters: { size: integerParameter, label: optionalParameter(stringParameter) },
  format: '`<` $size (`,` `label` `=` $label^)? `>`',
}) {}

class MarkType extends defineType('demo.mark', { summary: 'mark' }) {}

const demo = {
  name: 'demo',
  dialects: [{ name: 'demo' }],
  attrs: [PairAttr, SettingsAttr, ListAttr, UseAttr],
  types: [BoxType, MarkType],
};

/** The text of `a` in a module that is read and printed, or the messages. */
function roundTrip(attribute: string): string {
  const context = new Context([demo]);
  const { result, diagnostics } = context.diagnostics.capture(() =>
    parseModule(`module attributes {demo.a = ${attribute}} {}`, context),
  );
  return result === null
    ? diagnostics.map(({ message }) => message).join('; ')
    : String(result.getAttr('demo.a'));
}

describe('attributes made by defineAttr', () => {
  test('with equal values are the same object', () => {
    expect(PairAttr.get({ firstNumber: 1, second: 2 })).toBe(PairAttr.get({ firstNumber: 1, second: 2 }));
    expect(PairAttr.get({ firstNumber: 1, second: 2 })).not.toBe(PairAttr.get({ firstNumber: 1, second: 3 }));
    expect(MarkType.instance).toBe(MarkType.get());
  });

  test('have their parameters and the methods of their class', () => {
    const pair = PairAttr.get({ firstNumber: 1, second: 2 });
    expect([pair.firstNumber, pair.second, pair.sum]).toEqual([1, 2, 3]);
    expect(pair).toBeInstanceOf(PairAttr);
    expect(SettingsAttr.get({ name: 'a' })).toMatchObject({ name: 'a', fast: null, mode: 'plain' });
  });

  test.each([
    ['#demo.pair<first_number = 1, second = 2>', '#demo.pair<first_number = 1, second = 2>'],
    ['#demo.pair<second = 2, first_number = 1>', '#demo.pair<first_number = 1, second = 2>'],
    ['#demo.settings<name = "a">', '#demo.settings<name = "a">'],
    ['#demo.settings<mode = plain, name = "a">', '#demo.settings<name = "a">'],
    [
      '#demo.settings<mode = fancy, fast = true, name = "a">',
      '#demo.settings<name = "a", fast = true, mode = fancy>',
    ],
    ['#demo<list[]>', '#demo<list[]>'],
    ['#demo<list[<first_number = 1, second = 2>]>', '#demo<list[<first_number = 1, second = 2>]>'],
    ['#demo.use<f32, @f>', '#demo.use<f32, @f>'],
    ['#demo.use<f32, @f, 3>', '#demo.use<f32, @f, 3>'],
    ['!demo.box<3>', '!demo.box<3>'],
    ['!demo.box<3, label = "x">', '!demo.box<3, label = "x">'],
    ['!demo.mark', '!demo.mark'],
  ])('%s is printed as %s', (text, expected) => {
    expect(roundTrip(text)).toBe(expected);
  });

  test.each([
    [
      '#demo.pair<first_number = 1, first_number = 2>',
      'duplicate or unknown struct parameter name: first_number',
    ],
    ['#demo.pair<first_number = 1>', "expected ','"],
    ['#demo.pair<first_number = 2, second = 1>', 'expected 2 to be at most 1'],
    ['#demo.settings<>', 'struct is missing required parameter: name'],
    ['#demo.settings<mode = other>', 'expected one of: plain, fancy'],
    [
      '#demo<list[<first_number = 2, second = 1>]>',
      "expected 2 to be at most 1; failed to parse Demo_List parameter 'value' which is to be a `::llvm::ArrayRef<PairAttr>`",
    ],
  ])('%s is rejected: %s', (text, expected) => {
    expect(roundTrip(text)).toBe(expected);
  });

  test('have the symbols and types in their values as parts', () => {
    const use = UseAttr.get({ type: f32, symbol: SymbolRefAttr.get('f') });
    expect(use.subAttributes()).toEqual([f32, SymbolRefAttr.get('f')]);
    const replaced = new AttributeReplacer((part) => (part === f32 ? f64 : part)).apply(use);
    expect(replaced).toBe(UseAttr.get({ type: f64, symbol: SymbolRefAttr.get('f') }));
    const list = ListAttr.get({ value: [PairAttr.get({ firstNumber: 1, second: 2 })] });
    expect(list.subAttributes()).toEqual([]);
  });

  test('own their lists', () => {
    const value = [PairAttr.get({ firstNumber: 1, second: 2 })];
    const list = ListAttr.get({ value });
    value.pop();
    expect(list.value).toHaveLength(1);
  });
});

test('a format names declared parameters only', () => {
  const make = (): string => {
    class WrongAttr extends defineAttr('demo.wrong', { summary: 'wrong', format: '`<` $missing `>`' }) {}
    return String(WrongAttr.get());
  };
  expect(make).toThrow("assembly format of 'demo.wrong': '$missing' is not declared");
});

test('a parameter that is called as a member of all attributes has another accessor', () => {
  class SemaphoreAttr extends defineAttr('demo.semaphore', {
    summary: 'semaphore',
    parameters: { id: integerParameter },
    format: '`<` struct(params) `>`',
  }) {}
  const semaphore = SemaphoreAttr.get({ idValue: 3 });
  expect([semaphore.idValue, String(semaphore)]).toEqual([3, '#demo.semaphore<id = 3>']);
});
