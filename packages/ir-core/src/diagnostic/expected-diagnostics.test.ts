import { expect, test } from 'vitest';
import { FileLineColLoc, type Location, SourceText, UnknownLoc } from '../ir/location.ts';
import { type Diagnostic, note, type Severity } from './diagnostic.ts';
import { formatDiagnostic } from './excerpt.ts';
import { compareDiagnostics } from './expected-diagnostics.ts';

function at(line: number, severity: Severity, message: string, notes: Diagnostic[] = []): Diagnostic {
  return { severity, message, location: FileLineColLoc.get('t.mlir', line, 1), notes };
}

function withoutPlace(message: string, location: Location = UnknownLoc.instance): Diagnostic {
  return { severity: 'error', message, location, notes: [] };
}

/** The problems of a text, each without the line that it shows. */
function compare(text: string, diagnostics: readonly Diagnostic[], level?: 'only-expected'): string[] {
  const source = new SourceText('t.mlir', text);
  return compareDiagnostics(source, diagnostics, level).map(
    (problem) => formatDiagnostic(problem, [source]).split('\n')[0]!,
  );
}

test.each([
  ['op // expected-error {{bad}}', [at(1, 'error', 'very bad thing')]],
  ['// expected-error@+1 {{bad}}\nop', [at(2, 'error', 'bad')]],
  ['op\n// expected-warning @-1 {{bad}}', [at(1, 'warning', 'bad')]],
  [
    'op\n// expected-error @above {{a}}\n// expected-remark @above {{b}}',
    [at(1, 'error', 'a'), at(1, 'remark', 'b')],
  ],
  [
    '// expected-error @below {{a}}\n// expected-note @below {{b}}\nop',
    [at(3, 'error', 'a', [at(3, 'note', 'b')])],
  ],
  ['// expected-error @unknown {{bad}}', [withoutPlace('bad')]],
  ['op // expected-error-re {{op has {{[0-9]+}} (operands)}}', [at(1, 'error', 'op has 12 (operands)')]],
  ['op // expected-error-re {{{{a|b}}c}}', [at(1, 'error', 'xbc')]],
  // One comment stands for all messages that it describes.
  ['op // expected-error {{bad}}', [at(1, 'error', 'bad 1'), at(1, 'error', 'bad 2')]],
  ['', []],
])('%j agrees', (text, diagnostics) => {
  expect(compare(text, diagnostics)).toEqual([]);
});

test.each([
  ['op // expected-error {{bad}}', [], ['t.mlir:1:7: error: expected error "bad" was not produced']],
  ['op', [at(1, 'error', 'bad')], ['t.mlir:1:1: error: unexpected error: bad']],
  ['op', [withoutPlace('bad')], ['<unknown>:0: error: unexpected error: bad']],
  [
    'op // expected-error {{bad}}',
    [at(1, 'error', 'bad', [note(FileLineColLoc.get('t.mlir', 1, 2), 'why')])],
    ['t.mlir:1:2: error: unexpected note: why'],
  ],
  [
    'op // expected-warning {{bad}}',
    [at(1, 'error', 'bad')],
    [
      "t.mlir:1:7: error: 'error' diagnostic emitted when expecting a 'warning'",
      't.mlir:1:7: error: expected warning "bad" was not produced',
    ],
  ],
  ['// expected-error @below {{bad}}', [], ['t.mlir:1:4: error: expected error "bad" was not produced']],
  ['op // expected-error-re {{{{(}}}}', [], ['t.mlir:1:7: error: invalid regex: parentheses not balanced']],
  [
    'op // expected-error-re {{{{[}}}}',
    [],
    ['t.mlir:1:7: error: invalid regex: brackets ([ ]) not balanced'],
  ],
  ['op // expected-error-re {{a{{+}}', [], ["t.mlir:1:7: error: found start of regex with no end '}}'"]],
  // Words that mean nothing are no comments for the tool.
  ['// expected-error @somewhere {{bad}}\n// expected-erorr {{bad}}', [], []],
])('%j differs', (text, diagnostics, problems) => {
  expect(compare(text, diagnostics)).toEqual(problems);
});

test('others may come when only what is expected counts', () => {
  const text = 'op // expected-error {{bad}}\nop';
  expect(compare(text, [at(2, 'error', 'worse')], 'only-expected')).toEqual([
    't.mlir:1:7: error: expected error "bad" was not produced',
  ]);
  expect(compare(text, [at(1, 'error', 'bad'), at(2, 'error', 'worse')], 'only-expected')).toEqual([]);
});

test('lines are those of the whole file in a part of it', () => {
  const part = new SourceText('t.mlir', 'op // expected-error {{bad}}', 10);
  expect(compareDiagnostics(part, [at(11, 'error', 'bad')])).toEqual([]);
});
