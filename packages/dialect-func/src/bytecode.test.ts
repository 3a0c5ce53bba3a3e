import { Context, parseModule, printOp, readBytecode, writeBytecode } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { funcDialect } from './extension.ts';

const TEXT = `module {
  func.func private @callee(%arg0: i32) -> i32 {
    return %arg0 : i32
  }
  func.func @main(%arg0: i32) -> i32 attributes {note = "n"} {
    %0 = call @callee(%arg0) : (i32) -> i32
    return %0 : i32
  }
}
`;

// Written by mlir-opt 19.1.7 of TEXT: functions had no `no_inline` then, and calls only their callee.
const LLVM_19 = [
  'TUzvUg1NTElSMTkuMS43AAEZBQEFCQEDCwMHBw8TAzMjBQEjCwsLEwsTEwsLCxMTCxMTExMBBQ8XAnkFCw0DBQ0XAQEBBQ8XAQMD',
  'AwMPEQURBRMFFRcBCQMXAQkjCQUXAQsRFwENBxcBAzcXAQUHAQICBQMBAwEEdQUBUAcBBwRlAwEJA1ALAwcEGQMDBwMDHwAFBCED',
  'AQNRFQ0FBwQpAwULAwMXAAdGGwcDAQMBBQQdAwMGAwEFAQCfFwsFCxEPEQsPDwsRYnVpbHRpbgBmdW5jAG1vZHVsZQByZXR1cm4A',
  'Y2FsbABmbi5tbGlyAGNhbGxlZQBwcml2YXRlAG5vdGUAbgBtYWluAAglCQUBAQsBAwEFEwsBAwETAQMZ',
].join('');

function reads(bytes: Uint8Array): string {
  const context = new Context([funcDialect]);
  const module = readBytecode(bytes, context);
  return module === null ? 'not read' : printOp(module, context);
}

test('functions and calls of releases with fewer attributes are read', () => {
  expect(reads(Uint8Array.from(atob(LLVM_19), (character) => character.charCodeAt(0)))).toBe(TEXT);
});

test.each([0, 1, 2, 3, 4, 5, 6])('functions and calls go through version %i', (version) => {
  const context = new Context([funcDialect]);
  expect(reads(writeBytecode(parseModule(TEXT, context)!, context, { version }))).toBe(TEXT);
});
