import { describe, expect, test } from 'vitest';
import { ModuleOp } from '../builtin/ops/module-op.ts';
import { UnknownLoc } from '../ir/location.ts';
import { type Diagnostic, DiagnosticEngine, note } from './diagnostic.ts';

describe('the diagnostics engine', () => {
  test('hands what is emitted to the innermost handler', () => {
    const engine = new DiagnosticEngine();
    const [outer, inner]: [Diagnostic[], Diagnostic[]] = [[], []];
    engine.subscribe((diagnostic) => outer.push(diagnostic));
    const end = engine.subscribe((diagnostic) => inner.push(diagnostic));
    engine.error(UnknownLoc.instance, 'first');
    end();
    end();
    engine.warning(UnknownLoc.instance, 'second');
    engine.remark(UnknownLoc.instance, 'third', [note(UnknownLoc.instance, 'why')]);
    expect(inner.map(({ message }) => message)).toEqual(['first']);
    expect(outer.map(({ severity, notes }) => [severity, notes.length])).toEqual([
      ['warning', 0],
      ['remark', 1],
    ]);
    expect(engine.errorCount).toBe(1);
  });

  test('captures without counting', () => {
    const engine = new DiagnosticEngine();
    const { result, diagnostics } = engine.capture(() => {
      engine.error(UnknownLoc.instance, 'inside');
      return 7;
    });
    expect([result, diagnostics.length, engine.errorCount]).toEqual([7, 1, 0]);
    expect(() =>
      engine.capture(() => {
        throw new Error('x');
      }),
    ).toThrow('x');
  });
});

test('operations are described and callers named where that is asked for', () => {
  const engine = new DiagnosticEngine();
  const module = ModuleOp.empty(UnknownLoc.instance);
  const { diagnostics } = engine.capture(() => {
    engine.emitOn(module, 'error', 'plain');
    engine.describeOp = (op) => note(op.location, `about ${op.name}`);
    engine.emitOn(module, 'warning', 'described', [note(UnknownLoc.instance, 'why')]);
    engine.describeOp = null;
    engine.printStackTrace = true;
    engine.error(UnknownLoc.instance, 'traced');
  });
  expect(diagnostics.map(({ notes }) => notes.map(({ message }) => message.split('\n')[0]))).toEqual([
    [],
    ['about builtin.module', 'why'],
    ['diagnostic emitted with trace:'],
  ]);
  expect(diagnostics[2]!.notes[0]!.message).toContain('diagnostic.test.ts');
});

test('what is told once is told once by all engines that share what was told', () => {
  const [engine, other] = [new DiagnosticEngine(), new DiagnosticEngine()];
  expect([engine.isFirst('a'), engine.isFirst('a'), engine.isFirst('b'), other.isFirst('a')]).toEqual([
    true,
    false,
    true,
    true,
  ]);
  other.told = engine.told;
  expect([other.isFirst('b'), other.isFirst('c'), engine.isFirst('c')]).toEqual([false, true, false]);
});
