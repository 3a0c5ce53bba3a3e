import type { PlannedProgram } from '@shardform/passes-planning';
import { expect, test } from 'vitest';
import type { MeshPlan } from './plan-answer.ts';
import { bestCompiled, type CompiledPlan } from './verified-plans.ts';

const MIB = 2 ** 20;

/** A plan that was predicted to send so many bytes, and to take so long. */
function planned(seconds: number, bytes: number, peak = 1): PlannedProgram {
  return {
    facts: { time: { seconds }, sent: { bytes }, memory: { bytes: peak } },
  } as unknown as PlannedProgram;
}

const compiled = (seconds: number, sentBytes: number): CompiledPlan =>
  ({ seconds, sentBytes, sentBytesOnCpus: sentBytes }) as CompiledPlan;

/** The best of plans with what XLA compiles of them, the first of which is the plan and the last the program as it is written. */
function best(plans: readonly (readonly [PlannedProgram, CompiledPlan])[], memory = Infinity): number {
  const tried = plans.map(([own]) => own);
  const verified = {
    ...{ version: '0.10.2', compiled: new Map(plans), problems: new Map() },
    written: tried.at(-1)!,
  };
  return tried.indexOf(
    bestCompiled({ plan: { best: tried[0], tried } } as unknown as MeshPlan, verified, memory),
  );
}

test('a plan stays the best that sends more than was predicted, if the program as it is written is slower', () => {
  const plan = [planned(0.0167, 370 * MIB), compiled(0.0172, 441 * MIB)] as const;
  const written = [planned(0.0835, 0), compiled(0.0835, 0)] as const;
  expect(best([plan, written])).toBe(0);
});

test('a plan that sends what was predicted is taken if another one is hardly faster', () => {
  const written = [planned(4, 9), compiled(4, 9)] as const;
  const broken = [planned(1, 10), compiled(1.06, 20)] as const;
  const kept = [planned(1.1, 10), compiled(1.1, 10)] as const;
  expect(best([broken, kept, written])).toBe(1);
  expect(best([broken, [planned(1.2, 10), compiled(1.2, 10)], written])).toBe(0);
});

test('a plan that sends more than the program as it is written has to be faster', () => {
  const written = [planned(1, 5), compiled(1, 5)] as const;
  expect(best([[planned(0.9, 10), compiled(1.01, 20)], written])).toBe(1);
  expect(best([[planned(0.9, 10), compiled(0.95, 20)], written])).toBe(0);
});

test('a plan that does not fit is not taken where another one does', () => {
  const written = [planned(4, 5, 10), compiled(4, 5)] as const;
  const large = [planned(1, 5, 30), compiled(1, 5)] as const;
  expect(best([large, [planned(2, 5, 15), compiled(2, 5)], written], 20)).toBe(1);
});
