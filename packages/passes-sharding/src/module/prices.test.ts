import { expect, test } from 'vitest';
import { BYTE_PRICES, collectiveTime, linkAlong, machinePrices, pricesOption } from './prices.ts';

const fail = (message: string): never => {
  throw new Error(message);
};
const parse = (text: string) => pricesOption.parse(text, fail, null as never);
const axes = (...names: string[]) => names.map((name) => ({ name })) as never;

const links = new Map([
  ['x', { step: 3, rate: 100 }],
  ['y', { step: 1, rate: 50 }],
]);
const prices = machinePrices({ launch: 5, memory: 1000, flops: 2000 }, links);

test('prices of a machine are an option, whose text has them all', () => {
  expect(pricesOption.print(prices)).toBe('5/1000/2000;x:3/100;y:1/50');
  expect(parse('5/1000/2000;x:3/100;y:1/50')).toEqual(prices);
  expect(pricesOption.print(BYTE_PRICES)).toBe('');
  expect(parse('')).toBe(BYTE_PRICES);
});

test.each(['5/1000', '5/1000/2000', '5/1000/2000;x', '5/1000/2000;x:1', '5/a/2000;x:1/2', '-1/1/1;x:1/2'])(
  'refuses %j as prices',
  (text) => {
    expect(() => parse(text)).toThrow(`'${text}' value invalid for prices argument!`);
  },
);

test('several axes are as slow as the slowest step and rate among them, and unknown ones as all', () => {
  expect(linkAlong(axes('x'), prices)).toEqual({ step: 3, rate: 100 });
  expect(linkAlong(axes('x', 'y'), prices)).toEqual({ step: 3, rate: 50 });
  expect(linkAlong([], prices)).toEqual({ step: 3, rate: 50 });
  expect(linkAlong(axes('z'), prices)).toEqual({ step: 3, rate: 50 });
});

test('small all-reduces of a machine are trees; where bytes decide, all are rings', () => {
  const link = { step: 1, rate: 1e6 };
  expect(collectiveTime('all_reduce', 8, 8, link, prices)).toBeCloseTo(6, 4);
  expect(collectiveTime('all_reduce', 8, 8, link, BYTE_PRICES)).toBeCloseTo(14, 4);
});
