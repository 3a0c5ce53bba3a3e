import { Context, Interrupted, UnknownLoc } from '@shardform/ir-core';
import { partitionDefaults, type PartitionSettings } from '@shardform/passes-sharding';
import { expect, test } from 'vitest';
import { withFallBack } from './fall-back.ts';

type Divide = (settings: PartitionSettings | undefined) => string | null;

function outcome(divideOf: (context: Context) => Divide): readonly [string | null, readonly string[]] {
  const context = new Context([]);
  const { result, diagnostics } = context.diagnostics.capture(() =>
    withFallBack(undefined, context, divideOf(context)),
  );
  return [result, diagnostics.map(({ severity, message }) => `${severity}: ${message}`)];
}

const isOurs = (settings: PartitionSettings | undefined): boolean =>
  (settings ?? partitionDefaults).partitioner !== 'shardy';

test('where passes of ours fail, a program is divided as Shardy does, and the defect is reported', () => {
  const said = [
    expect.stringMatching(
      /^warning: the passes by which devices send the least fail here \(a slice is too long\), .*report/,
    ),
  ];
  const fails = (context: Context): null => {
    context.diagnostics.error(UnknownLoc.instance, 'a slice is too long');
    return null;
  };
  expect(outcome((context) => (settings) => (isOurs(settings) ? fails(context) : 'shardy'))).toEqual([
    'shardy',
    said,
  ]);
});

test('a pass that throws fails, too; an interrupt ends all', () => {
  const throwing =
    (error: Error): Divide =>
    (settings) => {
      if (isOurs(settings)) throw error;
      return 'shardy';
    };
  expect(outcome(() => throwing(new TypeError('x is undefined')))[0]).toBe('shardy');
  expect(() => outcome(() => throwing(new Interrupted(null)))).toThrow('cancelled');
});

test('what Shardy refuses, too, is an error of the program', () => {
  const divided = outcome((context) => () => {
    context.diagnostics.error(UnknownLoc.instance, 'a sum of what?');
    return null;
  });
  expect(divided).toEqual([null, ['error: a sum of what?']]);
});
