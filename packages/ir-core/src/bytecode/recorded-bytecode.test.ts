import { expect, test } from 'vitest';
import { openContext } from '../../tests/parse-text.ts';
import { SourceText } from '../ir/location.ts';
import { parseModule } from '../text/parse-module.ts';
import { printOp } from '../text/print.ts';
import { readBytecode } from './read-bytecode.ts';
import { writeBytecode } from './write-bytecode.ts';

const TEXT = `module @m attributes {a.bits = dense<[true, false, true]> : tensor<3xi1>, a.key = dense_resource<weights> : tensor<2xi8>, a.vec = vector<[4]x2xf32>} {
  %0 = "t.source"() <{kind = "x"}> {n = -1 : i32} : () -> tensor<?x3xf32> loc("a.py":3:5)
  "t.region"(%0) ({
  ^bb0(%arg0: f64 loc(unknown)):
    "t.branch"(%arg0)[^bb1] : (f64) -> ()
  ^bb1:
    "t.use"(%0, %0) : (tensor<?x3xf32>, tensor<?x3xf32>) -> () loc(callsite("f" at "a.py":1:2))
  }) : (tensor<?x3xf32>) -> ()
  "t.isolated"() ({
    %1 = "t.local"() {map = affine_map<(d0) -> (d0 * 2)>} : () -> !other.type<1>
  }) : () -> ()
} loc("a.py":1:1)
`;

// Written by mlir-opt 19.1.7 of TEXT in the file rec.mlir.
const VERSION_0 = [
  'TUzvUgFNTElSMTkuMS43AAEfBwEDBQEDBwMNCQsNDxETA105FQE5CwsHKwsTCw8LCwsLExMLHxMTExMLdRMTDw8LEwETBxMLEwsj',
  'Nw8HBQM9Aq4CBRUFFx8DCQkLDQ8RExUXBRklAwMFBRshBwEFHQ0LBR8FIRcDAwMDAx0fBSMRD9D///8/FwMHCxcBBwcXARMHAwMp',
  'KwUlYWZmaW5lX21hcDwoZDApIC0+IChkMCAqIDIpPgAXARUVFwELCxUzNx01BQUnFwMDBQsbAw0FAQkbAwkJAUEpBQEABREJARsF',
  'AP//////////DQEBAgINIW90aGVyLnR5cGU8MT4ABG0FAREZBwcDAw0DAyEbAw0FFCMDAQUFAwcDEQULDC8DAwMDBQ0EMQUBAQcQ',
  'JQcDAwUJAy0nAxMGDQEBAykBAAUBAEYCKxEFCQUFEw0NDwsTCQ8NEw8PDw0FEWJ1aWx0aW4AdABvdGhlcgBtb2R1bGUAc291cmNl',
  'AHJlZ2lvbgBpc29sYXRlZABsb2NhbABicmFuY2gAdXNlAHJlYy5tbGlyAGEucHkAYS5iaXRzAGEua2V5AGEudmVjAHN5bV9uYW1l',
  'AG0AbgBtYXAAZgB3ZWlnaHRzAA==',
].join('');
const VERSION_6 = [
  'TUzvUg1NTElSMTkuMS43AAEhBwEFCQ8BAw8DDREVGR0hJQNhPRUBPQsLByMLEwsPCwsLExMLHxMLCxMTExMLdRMTDw8LEwETBxML',
  'EwsjNw8HBQM9Ar4CBRUFFx8DBwkLDQ8REwUZJQMDBQUbIQcBBR0NCwUfFwMDAwMDGx0FIREP0P///z8DAyEjBSMFJRcDBwsXAQcH',
  'FwETBwMDLS8FJ2FmZmluZV9tYXA8KGQwKSAtPiAoZDAgKiAyKT4AFwEVFRcBCwsVNzsdOQUFKRcDAwULGwMNBQEJGwMJCQFBKQUB',
  'AAURCQEbBQD//////////w0BAQICDSFvdGhlci50eXBlPDE+AASBBQFRFwcBBwRvAwMNA2MlGQMDDQ0DBQEFFCcDAQUFAwcDIQAL',
  'DDMDAwMDBQ0ENQUBAQcQKQcEEwMDBQkDMSsDEwYNAQEDKwEABQEAQgItEQUJBQsFBQ0NDwsTCQ8NEw8PDw0FEWJ1aWx0aW4AdABv',
  'dGhlcgBtb2R1bGUAc291cmNlAHJlZ2lvbgBpc29sYXRlZABsb2NhbABicmFuY2gAdXNlAHJlYy5tbGlyAGEucHkAYS5iaXRzAGEu',
  'a2V5AGEudmVjAG0AbgBraW5kAHgAbWFwAGYAd2VpZ2h0cwAIDQUFKwEDHw==',
].join('');

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

test.each([
  ['0', VERSION_0, 0],
  ['6', VERSION_6, 6],
])('writes the bytes that mlir-opt writes in version %s', (_name, recorded, version) => {
  const context = openContext();
  const module = parseModule(new SourceText('rec.mlir', TEXT), context)!;
  expect(writeBytecode(module, context, { version, producer: 'MLIR19.1.7' })).toEqual(bytesOf(recorded));
});

test('reads what mlir-opt writes', () => {
  const context = openContext();
  const other = openContext();
  const module = readBytecode(bytesOf(VERSION_6), context)!;
  const expected = printOp(parseModule(new SourceText('rec.mlir', TEXT), other)!, other, { debugInfo: true });
  expect(printOp(module, context, { debugInfo: true })).toBe(expected);
  expect(writeBytecode(module, context, { producer: 'MLIR19.1.7' })).toEqual(bytesOf(VERSION_6));
});

test('versions before 5 have no place for the properties of operations that the writer does not know', () => {
  const context = openContext();
  const text = printOp(readBytecode(bytesOf(VERSION_0), context)!, context);
  expect(text).toContain('"t.source"() {n = -1 : i32}');
});
