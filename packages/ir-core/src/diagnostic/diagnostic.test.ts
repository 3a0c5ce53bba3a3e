import { describe, expect, test } from 'vitest';
import { ParsedLoc, SourceText, UnknownLoc } from '../ir/location.ts';
import { type Diagnostic, DiagnosticEngine, note } from './diagnostic.ts';
import { formatDiagnostic } from './excerpt.ts';

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

describe('a diagnostic for people', () => {
  test('shows the place in the text', () => {
    const source = new SourceText('in.mlir', 'first\n  second line\n');
    const location = new ParsedLoc(source, 8, 14);
    expect(
      formatDiagnostic({
        severity: 'error',
        message: 'bad word',
        location,
        notes: [note(UnknownLoc.instance, 'as told')],
      }),
    ).toMatchInlineSnapshot(`
      "in.mlir:2:3: error: bad word
        second line
        ^~~~~~
      note: as told
      "
    `);
  });
});
