import { expect, test } from 'vitest';
import {
  CallSiteLoc,
  FileLineColLoc,
  FusedLoc,
  type Location,
  NameLoc,
  ParsedLoc,
  SourceText,
  UnknownLoc,
} from '../ir/location.ts';
import { type Diagnostic, note } from './diagnostic.ts';
import { formatDiagnostic } from './excerpt.ts';

const source = new SourceText('in.mlir', 'first\n  second line\n\tthird\tline\n');

function format(location: Location, more: Partial<Diagnostic> = {}): string {
  return formatDiagnostic({ severity: 'error', message: 'bad', location, notes: [], ...more }, [source]);
}

test('shows the line and a caret', () => {
  expect(format(new ParsedLoc(source, 8, 14))).toBe('in.mlir:2:3: error: bad\n  second line\n  ^\n');
  expect(format(FileLineColLoc.get('in.mlir', 1, 6))).toBe('in.mlir:1:6: error: bad\nfirst\n     ^\n');
});

test('underlines ranges, as far as they are on the line', () => {
  const ranges = [
    { start: 0, end: 10 },
    { start: 15, end: 40 },
  ];
  expect(format(new ParsedLoc(source, 12), { ranges })).toBe(
    'in.mlir:2:7: error: bad\n  second line\n~~~~  ^  ~~~~\n',
  );
});

test('widens tabs', () => {
  expect(format(new ParsedLoc(source, 27))).toBe(
    'in.mlir:3:8: error: bad\n        third   line\n                ^\n',
  );
});

test('a note at the same place shows no line', () => {
  const location = new ParsedLoc(source, 8);
  expect(format(location, { notes: [note(location, 'one'), note(new ParsedLoc(source, 0), 'two')] })).toBe(
    'in.mlir:2:3: error: bad\n  second line\n  ^\nin.mlir:2:3: note: one\nin.mlir:1:1: note: two\nfirst\n^\n',
  );
});

test('of a long line the surroundings of the caret are shown', () => {
  const long = new SourceText('long.mlir', `${'a'.repeat(50)}bcd${'e'.repeat(50)}\n`);
  const at = (offset: number): string[] =>
    formatDiagnostic(
      { severity: 'error', message: 'bad', location: new ParsedLoc(long, offset), notes: [] },
      [],
      20,
    ).split('\n');
  expect(at(51).slice(1, 3)).toEqual(['...aabcdeeeeeeeee...', '      ^']);
  expect(at(0).slice(1, 3)).toEqual([`${'a'.repeat(17)}...`, '^']);
  expect(at(102).slice(1, 3)).toEqual([`...${'e'.repeat(17)}`, `${' '.repeat(19)}^`]);
});

test('control characters do not reach the terminal', () => {
  const odd = new SourceText('odd.mlir', 'a\u001b[31m\u0000b\r\n');
  expect(
    formatDiagnostic({ severity: 'error', message: 'bad', location: new ParsedLoc(odd, 0), notes: [] }),
  ).toBe('odd.mlir:1:1: error: bad\na\ufffd[31m\ufffdb\n^\n');
});

test('places in other texts have no line, unknown ones no place', () => {
  expect(format(FileLineColLoc.get('x.py', 3, 4))).toBe('x.py:3:4: error: bad\n');
  expect(format(UnknownLoc.instance)).toBe('<unknown>:0: error: bad\n');
  expect(format(NameLoc.get('layer'))).toBe('<unknown>:0: error: loc("layer"): bad\n');
});

test('shows the calls that a place was inlined through', () => {
  const [callee, caller] = [FileLineColLoc.get('a.py', 1, 2), FileLineColLoc.get('b.py', 3, 4)];
  const site = CallSiteLoc.get(callee, CallSiteLoc.get(caller, UnknownLoc.instance));
  const expected = 'a.py:1:2: error: bad\nb.py:3:4: note: called from\n<unknown>:0: note: called from\n';
  expect(format(site)).toBe(expected);
  expect(format(FusedLoc.get([NameLoc.get('f', site)], null))).toBe(expected);
});

test('shows a callee without a file where it is called', () => {
  const [caller, outer] = [FileLineColLoc.get('a.py', 1, 2), FileLineColLoc.get('b.py', 3, 4)];
  const site = CallSiteLoc.get(NameLoc.get('cholesky'), CallSiteLoc.get(caller, outer));
  expect(format(site)).toBe('a.py:1:2: error: bad\nb.py:3:4: note: called from\n');
});
