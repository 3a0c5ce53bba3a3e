import { describe, expect, test } from 'vitest';
import { parsed, problems } from '../../tests/parse-text.ts';
import { Context } from '../ir/context.ts';
import type { Extension } from '../ir/extension.ts';
import type { Operation } from '../ir/operation.ts';
import {
  conditionallySpeculatable,
  effectsOf,
  isMemoryEffectFree,
  isPure,
  isSpeculatable,
  isTriviallyDead,
  memoryEffectOpInterface,
  memoryEffectsOf,
  speculatabilityOf,
} from '../ir/side-effects.ts';
import { unitAttr } from './builtin-constraints.ts';
import { anyRegion, anyType, optional, optionalAttr, variadic } from './constraint.ts';
import { defineOp } from './define-op.ts';
import { attrSizedOperandSegments, noTerminator } from './traits.ts';

class StoreOp extends defineOp('mem.store', {
  summary: 'reads one operand and writes others',
  operands: { source: anyType, targets: variadic(anyType), mask: optional(anyType) },
  results: { token: anyType },
  traits: [attrSizedOperandSegments],
  effects: [
    { kind: 'write', on: 'targets' },
    { kind: 'read', on: 'mask' },
    { kind: 'allocate', on: 'token' },
    { kind: 'free' },
  ],
  speculates: 'never',
}) {}

class MaybeOp extends defineOp('mem.maybe', {
  summary: 'has effects where an attribute says so',
  operands: { input: anyType },
  results: { result: anyType },
  attrs: { volatile: optionalAttr(unitAttr) },
  effects: (op) => (op.volatile === null ? 'none' : [{ kind: 'write', value: op.input }]),
  speculates: (op) => op.volatile === null,
  infer: (op) => [op.input.type],
}) {}

class ScopeOp extends defineOp('mem.scope', {
  summary: 'has a region',
  regions: { body: anyRegion },
  traits: [noTerminator],
  effects: 'recursive',
  speculates: () => 'recursively',
}) {}

class SilentOp extends defineOp('mem.silent', {
  summary: 'declares nothing',
  results: { result: anyType },
}) {}

const memory: Extension = {
  name: 'mem',
  dialects: [{ name: 'mem' }],
  ops: [StoreOp, MaybeOp, ScopeOp, SilentOp],
};
const context = new Context([memory]);

function operations(text: string, within = context): Operation[] {
  return [...parsed(text, within).body];
}

const VALUE = '%0 = "mem.silent"() : () -> i32\n';

describe('effects', () => {
  test('are on each value of the named operands and results', () => {
    const [silent, store] = operations(
      `${VALUE}%1 = "mem.store"(%0, %0, %0) <{operandSegmentSizes = array<i32: 1, 2, 0>}> : (i32, i32, i32) -> i32`,
    );
    const value = silent!.results[0];
    expect(effectsOf(store!, context)).toEqual([
      { kind: 'write', value },
      { kind: 'write', value },
      { kind: 'allocate', value: store!.results[0] },
      { kind: 'free', value: null },
    ]);
  });

  test('on something that is neither operand nor result are refused', () => {
    // @ts-expect-error: `targets` is no operand.
    expect(() => defineOp('mem.bad', { summary: '', effects: [{ kind: 'write', on: 'targets' }] })).toThrow(
      "'mem.bad' declares an effect on 'targets', which is neither operand nor result",
    );
  });

  test('may depend on the operation', () => {
    const [silent, pure, volatile] = operations(
      `${VALUE}%1 = "mem.maybe"(%0) : (i32) -> i32\n%2 = "mem.maybe"(%0) <{volatile}> : (i32) -> i32`,
    );
    expect(memoryEffectsOf(pure!, context)).toEqual([]);
    expect(isPure(pure!, context)).toBe(true);
    expect(memoryEffectsOf(volatile!, context)).toEqual([{ kind: 'write', value: silent!.results[0] }]);
    expect(speculatabilityOf(volatile!, context)).toBe('never');
  });

  test('of regions count where they are declared recursive', () => {
    const [pure, unknown] = operations(
      '"mem.scope"() ({ "mem.scope"() ({}) : () -> () }) : () -> ()\n' +
        '"mem.scope"() ({ %0 = "mem.silent"() : () -> i32 }) : () -> ()',
    );
    expect(isPure(pure!, context)).toBe(true);
    expect(isMemoryEffectFree(unknown!, context)).toBe(false);
    expect(isSpeculatable(unknown!, context)).toBe(false);
  });
});

describe('an operation that declares nothing', () => {
  test('has unknown effects and is not speculated', () => {
    const [silent] = operations(VALUE);
    expect(effectsOf(silent!, context)).toBe('unknown');
    expect(memoryEffectsOf(silent!, context)).toBeNull();
    expect(speculatabilityOf(silent!, context)).toBe('unknown');
    expect(isSpeculatable(silent!, context)).toBe(false);
  });

  test('has the effects that an extension attaches', () => {
    const attached = new Context([
      memory,
      {
        name: 'knows-silent',
        interfaces: [
          memoryEffectOpInterface.implementFor(SilentOp, () => 'none'),
          conditionallySpeculatable.implementFor(SilentOp, () => true),
        ],
      },
    ]);
    const [silent] = operations(VALUE, attached);
    expect(isPure(silent!, attached)).toBe(true);
    expect(isTriviallyDead(silent!, attached)).toBe(true);
    expect(isPure(silent!, null)).toBe(false);
  });
});

test('declared effects are not overridden by an extension', () => {
  const attached = new Context([
    memory,
    {
      name: 'disagrees',
      interfaces: [
        memoryEffectOpInterface.implementFor(MaybeOp, () => 'unknown'),
        conditionallySpeculatable.implementFor(MaybeOp, () => false),
      ],
    },
  ]);
  const [, maybe] = operations(`${VALUE}%1 = "mem.maybe"(%0) : (i32) -> i32`, attached);
  expect(isPure(maybe!, attached)).toBe(true);
});

test('result types are inferred from the operands', () => {
  const text = (type: string): string => `${VALUE}%1 = "mem.maybe"(%0) : (i32) -> ${type}`;
  expect(problems(text('i32'), context)).toEqual([]);
  expect(problems(text('f32'), context)).toEqual([
    "2:6 'mem.maybe' op inferred type(s) 'i32' are incompatible with return type(s) of operation 'f32'",
    "2:6 'mem.maybe' op failed to infer returned types",
  ]);
});
