import { Context, type ModuleOp, parseModule } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { funcDialect } from '../extension.ts';
import { entryProblem, programEntry } from './program-entry.ts';

function moduleOf(...functions: readonly string[]): ModuleOp {
  const text = functions.map((head) => `func.func ${head}() ${head.endsWith('!') ? '' : '{ return }'}`);
  return parseModule(text.join('\n').replaceAll('!', ''), new Context([funcDialect]))!;
}

describe('programEntry', () => {
  test.each([
    [['@a', '@main'], null, 'main'],
    [['@step'], null, 'step'],
    [['private @step'], null, 'step'],
    [['@step', 'private @relu', 'private @outside!'], null, 'step'],
    [['@a', '@b'], 'b', 'b'],
  ])('of %j with the name %s is @%s', (functions, name, expected) => {
    expect(programEntry(moduleOf(...functions), name)?.symName.value).toBe(expected);
  });

  test.each([
    [['@a', '@b'], null] as const,
    [['private @a', 'private @b'], null] as const,
    [['@a'], 'b'] as const,
  ])('of %j with the name %s is unknown', (functions, name) => {
    expect(programEntry(moduleOf(...functions), name)).toBeNull();
  });
});

test('the problem names the functions that there are, and the remedy, at the first', () => {
  const module = moduleOf('@a', '@b');
  expect(entryProblem(module)).toEqual({
    op: module.body.firstOp,
    message:
      'module must have entry func with name main; it has @a, @b: rename the one to start with, or make the others private',
  });
  expect(entryProblem(moduleOf(...Array.from('abcdefgh', (name) => `@${name}`))).message).toContain(
    'it has @a, @b, @c, @d, @e, @f and 2 more:',
  );
  for (const functions of [[], ['private @main!']])
    expect(entryProblem(moduleOf(...functions)).message).toBe(
      'module must have entry func with name main; it has no function with a body: expected a func.func',
    );
});
