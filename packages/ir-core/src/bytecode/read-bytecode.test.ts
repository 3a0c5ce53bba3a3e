import { describe, expect, test } from 'vitest';
import { openContext, parsed } from '../../tests/parse-text.ts';
import { smallContext } from '../../tests/small-dialects.ts';
import { DenseArrayAttr } from '../builtin/attrs/dense-array-attr.ts';
import { DenseElementsAttr } from '../builtin/attrs/dense-elements-attr.ts';
import { SparseElementsAttr } from '../builtin/attrs/other-elements-attrs.ts';
import { UnitAttr } from '../builtin/attrs/basic-attrs.ts';
import { ModuleOp } from '../builtin/ops/module-op.ts';
import { ComplexType, TupleType } from '../builtin/types/composite-types.ts';
import { i32, i64, IndexType, IntegerType, NoneType } from '../builtin/types/integer-type.ts';
import { MemRefType, RankedTensorType, VectorType } from '../builtin/types/shaped-types.ts';
import { Context } from '../ir/context.ts';
import { printOp } from '../text/print.ts';
import { ByteWriter } from './byte-writer.ts';
import { readBytecode } from './read-bytecode.ts';
import { writeBytecode } from './write-bytecode.ts';

const TEXT = `
%0 = "t.a"() {list = [1, "two", dense<[1, 2, 3]> : tensor<3xi64>]} : () -> tensor<?xf32>
"t.b"(%0) ({
^bb0(%x: i32):
  "t.c"(%x, %0)[^bb1] : (i32, tensor<?xf32>) -> ()
^bb1:
  "t.d"() : () -> ()
}) : (tensor<?xf32>) -> ()`;

function bytesOf(text: string): Uint8Array {
  return writeBytecode(parsed(text), openContext(), { producer: 'test' });
}

/** The first message about bytes that can't be read. */
function problem(bytes: Uint8Array, context: Context = openContext()): string {
  const { result, diagnostics } = context.diagnostics.capture(() => readBytecode(bytes, context));
  return result === null ? diagnostics[0]!.message : 'read';
}

/** A file with one section after the header. */
function file(version: number, write: (writer: ByteWriter) => void): Uint8Array {
  const writer = new ByteWriter();
  writer.append([0x4d, 0x4c, 0xef, 0x52]);
  writer.varint(version);
  writer.cString('test');
  write(writer);
  return writer.bytes();
}

describe('files that are not whole', () => {
  test('every prefix of a file is rejected', () => {
    const bytes = bytesOf(TEXT);
    for (let length = 0; length < bytes.length; length++) {
      expect(problem(bytes.subarray(0, length))).not.toBe('read');
    }
  });

  test.each([
    ['text', new TextEncoder().encode('module {}'), 'input buffer is not an MLIR bytecode file'],
    ['a later version', file(7, () => undefined), 'bytecode version 7 is newer than the current version 6'],
    ['no sections', file(6, () => undefined), 'missing data for top-level section: String (0)'],
    ['an unknown section', file(6, (w) => w.section(9, () => undefined)), 'invalid section ID: 9'],
    [
      'a section twice',
      file(6, (w) => [0, 0].forEach((id) => w.section(id, () => w.varint(0)))),
      'duplicate top-level section: String (0)',
    ],
    [
      'a section that is longer than the file',
      file(6, (w) => {
        w.byte(0);
        w.varint(1e12);
      }),
      'attempting to skip 1000000000000 bytes when only 0 remain',
    ],
    [
      'a length beyond 2^53',
      file(6, (w) => {
        w.byte(0);
        w.bigVarint(1n << 63n);
      }),
      'expected a number below 2^53, but found 9223372036854775808',
    ],
  ])('%s', (_what, bytes, message) => {
    expect(problem(bytes)).toBe(message);
  });

  test('the note tells who wrote the file', () => {
    const context = openContext();
    const { diagnostics } = context.diagnostics.capture(() =>
      readBytecode(bytesOf(TEXT).subarray(0, 40), context),
    );
    expect(diagnostics[0]!.notes.map(({ message }) => message)).toEqual([
      'in bytecode version 6 produced by: test',
      'the file is cut off or damaged: copy it or write it again',
    ]);
  });
});

describe('dialects', () => {
  test('operations of dialects that are not loaded are rejected unless they are allowed', () => {
    expect(problem(bytesOf('"t.a"() : () -> ()'), new Context([]))).toBe(
      "dialect 't' is unknown. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR tool used.",
    );
  });

  test('operations that a loaded dialect does not have are rejected', () => {
    expect(problem(bytesOf('"func.other"() : () -> ()'), smallContext())).toBe(
      "unregistered operation 'func.other' found in dialect ('func') that does not allow unknown operations",
    );
  });

  test('properties of a declared operation need its declaration', () => {
    const context = smallContext();
    const bytes = writeBytecode(parsed('func.func private @f()', context), context);
    expect(problem(bytes)).toBe(
      "the properties of 'func.func' can only be read when its dialect 'func' is loaded",
    );
  });
});

test('elements are views of the file', () => {
  const values = Array.from({ length: 100 }, (_, i) => i * 7919).join(', ');
  const bytes = bytesOf(`"t.a"() {a = dense<[${values}]> : tensor<100xi32>} : () -> ()`);
  // Equal elements are one attribute in a process: these are others.
  const at = bytes.findIndex((byte, i) => byte === 0xef && bytes[i + 1] === 0x1e);
  bytes[at] = 0xee;
  const elements = readBytecode(bytes, openContext())!.body.firstOp!.getAttr('a') as DenseElementsAttr;
  expect(elements.elementCount).toBe(100);
  expect(elements.bytes.buffer).toBe(bytes.buffer);
});

test('a name in messages is that of the file', () => {
  const context = openContext();
  const { diagnostics } = context.diagnostics.capture(() => readBytecode(new Uint8Array(4), context, 'x.bc'));
  expect(String(diagnostics[0]!.location)).toBe('loc("x.bc":0:0)');
});

test('changed bytes give a module or a message', () => {
  const original = bytesOf(TEXT);
  let state = 1;
  const random = (below: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const context = openContext();
  for (let i = 0; i < 3000; i++) {
    const bytes = original.slice();
    for (let k = 0; k <= random(3); k++) bytes[random(bytes.length)] = random(256);
    const { result, diagnostics } = context.diagnostics.capture(() => readBytecode(bytes, context));
    expect(result !== null || diagnostics.length > 0).toBe(true);
  }
});

test('arrays of long integers are read as they were written', () => {
  const text = 'module attributes {d.a = array<i128: 1, -2, 18446744073709551616>} {\n}\n';
  const context = openContext();
  const module = parsed(text);
  expect(printOp(readBytecode(writeBytecode(module, context), context)!, context)).toBe(
    printOp(module, context),
  );
});

test('arrays of elements that are no whole bytes are refused', () => {
  const context = openContext();
  const module = ModuleOp.empty();
  module.setAttr('d.array', DenseArrayAttr.get(IntegerType.get(4), [1n]));
  expect(problem(writeBytecode(module, context))).toContain('element type bitwidth must be a multiple of 8');
});

test('sparse elements outside of their tensor are refused', () => {
  const context = openContext();
  const module = ModuleOp.empty();
  const indices = DenseElementsAttr.fromNumbers(RankedTensorType.get([1, 1], i64), [7n]);
  const values = DenseElementsAttr.fromNumbers(RankedTensorType.get([1], i32), [1n]);
  module.setAttr('d.sparse', SparseElementsAttr.get(RankedTensorType.get([4], i32), indices, values));
  const { result, diagnostics } = context.diagnostics.capture(() =>
    readBytecode(writeBytecode(module, context), context),
  );
  expect(result).toBeNull();
  expect(diagnostics[0]!.message).toContain('sparse index #0 is not contained within the value shape');
});

test.each([
  [RankedTensorType.get([2], TupleType.get([])), 'invalid tensor element type'],
  [ComplexType.get(IndexType.instance), 'invalid element type for complex'],
  [VectorType.get([0], i32), 'vector types must have positive constant sizes but got 0'],
  [MemRefType.get([2], NoneType.instance), 'invalid memref element type'],
  [MemRefType.get(null, i32, null, UnitAttr.instance), 'unsupported memory space Attribute'],
])('a type that the text could not hold is refused: %s', (type, message) => {
  const context = openContext();
  const module = ModuleOp.empty();
  module.setAttr('d.type', type);
  const { result, diagnostics } = context.diagnostics.capture(() =>
    readBytecode(writeBytecode(module, context), context),
  );
  expect(result).toBeNull();
  expect(diagnostics[0]!.message).toContain(message);
});
