import { describe, expect, test } from 'vitest';
import { openContext, parsed } from '../../tests/parse-text.ts';
import { smallContext } from '../../tests/small-dialects.ts';
import { StringAttr } from '../builtin/attrs/basic-attrs.ts';
import { InternTable } from '../ir/intern.ts';
import { Attribute } from '../ir/attribute.ts';
import { Context } from '../ir/context.ts';
import type { Operation } from '../ir/operation.ts';
import { printOp } from '../text/print.ts';
import type { Parser } from '../text/parser.ts';
import type { Printer } from '../text/printer.ts';
import type { EncodingReader } from './encoding-reader.ts';
import { readBytecode } from './read-bytecode.ts';
import { writeBytecode } from './write-bytecode.ts';

const VERSIONS = [0, 1, 2, 3, 4, 5, 6];

/** The text of a module after it was written and read, each in a context of its own. */
function through(text: string, version: number, makeContext: () => Context = openContext): string {
  const context = makeContext();
  const bytes = writeBytecode(parsed(text, context), context, { version });
  const other = makeContext();
  const read = readBytecode(bytes, other);
  return read === null ? 'not read' : printOp(read, other, { debugInfo: true, localScope: true });
}

function expected(text: string, makeContext: () => Context = openContext): string {
  const context = makeContext();
  return printOp(parsed(text, context), context, { debugInfo: true, localScope: true });
}

describe('attributes and types', () => {
  test.each([
    'unit',
    'true',
    '-1 : i1',
    '255 : ui8',
    '-128 : si8',
    '-1 : i32',
    '9223372036854775807 : i64',
    '-9223372036854775808 : index',
    '1267650600228229401496703205393 : i128',
    '-5 : i100',
    '1.5 : f32',
    '-0.0 : f64',
    '0x7FC1 : bf16',
    '0x7FF8000000000001 : f64',
    '2.0 : f8E5M2',
    '"text"',
    '"a\\00\\FF\\E4\\BD\\A0"',
    '"typed" : i32',
    '@a',
    '@a::@b::@"c d"',
    '[]',
    '[1, [2.5, "x"], {a = unit, b}]',
    'i7',
    '(i32, f32) -> (tuple<i1, none>, complex<f64>)',
    'tensor<*xsi4>',
    'tensor<?x0x5xindex>',
    'tensor<4xf32, "encoding">',
    'vector<[4]x2xi1>',
    'vector<8xf16>',
    'memref<2x?xf32>',
    'memref<2x3xf32, affine_map<(d0, d1) -> (d1, d0)>, 3>',
    'memref<4xf32, strided<[?], offset: 2>>',
    'memref<*xf32>',
    'memref<*xf32, "space">',
    'array<i1: true, false>',
    'array<i64: -1, 9223372036854775807>',
    'array<f32: 1.000000e+00, 0x7FC00000>',
    'array<i8>',
    'dense<[true, false, true, true, false, true, true, false, true]> : tensor<9xi1>',
    'dense<true> : tensor<3xi1>',
    'dense<false> : tensor<9xi1>',
    'dense<[true, false]> : tensor<2xi1>',
    'dense<[[1, -2], [3, 4]]> : tensor<2x2xi16>',
    'dense<7> : tensor<1000000x1000000xi32>',
    'dense<(1.0, -2.5)> : tensor<complex<f32>>',
    'dense<> : tensor<0xi32>',
    'dense<[-1, 1]> : tensor<2xi4>',
    'dense<["a", "b"]> : tensor<2x!other.string>',
    'dense<"same"> : tensor<4x!other.string>',
    'sparse<[[0, 1], [2, 3]], [5, 6]> : tensor<4x4xi32>',
    'dense_resource<weights> : tensor<2xf32>',
    'affine_map<(d0)[s0] -> (d0 + s0)>',
    'affine_set<(d0) : (d0 - 1 >= 0)>',
    '[distinct[0]<1 : i32>, distinct[1]<1 : i32>, distinct[0]<1 : i32>]',
    '#other.attr<{"x"}>',
    '!other.type<[1]>',
    'loc(unknown)',
    'loc("file":1:2)',
    'loc("file":1:2 to :5)',
    'loc("file":1:2 to 3:4)',
    'loc("file":300000:5000)',
    'loc("name"(callsite("a":1:1 at "b":2:2)))',
    'loc(fused["a":1:1, "b":2:2])',
    'loc(fused<"meta">["a":1:1])',
  ])('%s stays what it is', (attribute) => {
    const text = `"t.op"() {a = ${attribute}} : () -> ()`;
    for (const version of VERSIONS) expect(through(text, version)).toBe(expected(text));
  });
});

describe('resources', () => {
  const text = `
"t.op"() {a = dense_resource<none> : tensor<1xi8>, b = dense_resource<x> : tensor<3xi8>, c = dense_resource<y> : tensor<2xi32>} : () -> ()
{-#
  dialect_resources: {
    builtin: {
      x: "0x01000000ABCDEF",
      y: "0x100000000100000002000000"
    }
  }
#-}`;

  test('keep their names, contents and alignment', () => {
    for (const version of VERSIONS) expect(through(text, version)).toBe(expected(text));
  });

  test('are views of the file, aligned as they ask', () => {
    const context = openContext();
    const bytes = writeBytecode(parsed(text, context), context);
    const other = openContext();
    readBytecode(bytes, other);
    const blob = other.resources.get('builtin', 'y')!;
    expect([...blob.bytes]).toEqual([1, 0, 0, 0, 2, 0, 0, 0]);
    expect(blob.bytes.buffer).toBe(bytes.buffer);
    expect([blob.alignment, blob.bytes.byteOffset % 16]).toEqual([16, 0]);
  });
});

describe('operations', () => {
  test('regions, blocks, successors and values that are used before they are defined', () => {
    const text = `
"t.graph"() ({
  %1 = "t.use"(%2#1, %3) : (i32, f32) -> i1
  %2:2 = "t.two"() : () -> (i64, i32)
  %3 = "t.def"(%1) : (i1) -> f32
}) : () -> ()
%0 = "t.value"() : () -> index
"t.cfg"() ({
^bb0(%a: i1 loc("a":1:1), %b: i32 loc(unknown)):
  "t.switch"(%a)[^bb1, ^bb2, ^bb1] : (i1) -> ()
^bb1:
  "t.inner"() ({ "t.deep"(%0, %b) : (index, i32) -> () }, {}) : () -> ()
  "t.jump"()[^bb2] : () -> ()
^bb2:
  "t.end"() : () -> ()
}) : () -> ()`;
    for (const version of VERSIONS) expect(through(text, version)).toBe(expected(text));
  });

  test('inherent attributes and the sizes of operand groups', () => {
    const text = `
func.func @f(%a: i1, %b: i32) -> i32 {
  cf.cond_br %a, ^bb1(%b : i32), ^bb2
^bb1(%c: i32):
  %0 = func.call @f(%a, %c) : (i1, i32) -> i32
  func.return %0 : i32
^bb2:
  func.return %b : i32
}`;
    for (const version of VERSIONS) {
      expect(through(text, version, smallContext)).toBe(expected(text, smallContext));
    }
  });

  test('properties of operations that nobody declares', () => {
    const text = '"t.op"() <{a = 1 : i32}> {b = 2 : i32} : () -> ()';
    expect(through(text, 6)).toBe(expected(text));
  });
});

/** The numbers of the operations that use the first value, newest use first. */
function users(module: { readonly body: { readonly firstOp: Operation | null } }): string[] {
  return module.body.firstOp!.results[0]!.users().map((op) => String(op.getAttr('n')));
}

test.each([[[0, 5, 2]], [[9]], [[10, 9]], [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]]])(
  'the order of uses is kept after uses %j came to the front',
  (moved) => {
    const uses = Array.from({ length: 12 }, (_, n) => `"t.use"(%0) {n = ${n} : i32} : (i32) -> ()`);
    const context = openContext();
    const module = parsed(['%0:2 = "t.def"() : () -> (i32, i32)', ...uses].join('\n'), context);
    const [first, second] = module.body.firstOp!.results;
    const ops = [...module.body].slice(1);
    for (const n of moved) {
      ops[n]!.setOperand(0, second!);
      ops[n]!.setOperand(0, first!);
    }
    const read = readBytecode(writeBytecode(module, context), context)!;
    expect(users(read)).toEqual(users(module));
    expect(users(readBytecode(writeBytecode(module, context, { version: 2 }), context)!)).toEqual(
      users(parsed(['%0:2 = "t.def"() : () -> (i32, i32)', ...uses].join('\n'))),
    );
  },
);

test('uses before the definition are in the order of the text', () => {
  const text = '"t.use"(%0) {n = 0 : i32} : (i32) -> ()\n%0 = "t.def"(%0) {n = 1 : i32} : (i32) -> i32';
  const context = openContext();
  const read = readBytecode(
    writeBytecode(parsed(`"t.g"() ({ ${text} }) : () -> ()`), context, { version: 2 }),
    context,
  )!;
  const value = read.body.firstOp!.regions[0]!.entry.lastOp!.results[0]!;
  expect(value.users().map((op) => String(op.getAttr('n')))).toEqual(['1 : i32', '0 : i32']);
});

test('the producer stands behind the version', () => {
  const bytes = writeBytecode(parsed(''), openContext(), { version: 1, producer: 'me' });
  expect([...bytes.slice(0, 8)]).toEqual([0x4d, 0x4c, 0xef, 0x52, 3, 109, 101, 0]);
});

test.each([-1, 7, 1.5])('version %d does not exist', (version) => {
  expect(() => writeBytecode(parsed(''), openContext(), { version })).toThrow(
    `unsupported version requested ${version}, must be in range [0, 6]`,
  );
});

/** `#sample.pair<"a", "b">`, which has an encoding unless the first element is `text`. */
class PairAttr extends Attribute {
  static readonly mnemonic = 'sample.pair';
  static readonly #table = new InternTable<PairAttr>();
  readonly parts: readonly [StringAttr, StringAttr];

  private constructor(parts: readonly [StringAttr, StringAttr]) {
    super();
    this.parts = parts;
  }

  static get(first: string, second: string): PairAttr {
    const parts = [StringAttr.get(first), StringAttr.get(second)] as const;
    return this.#table.get(`${parts[0].id},${parts[1].id}`, () => new PairAttr(parts));
  }

  static parse(this: void, parser: Parser): PairAttr {
    parser.expect('<');
    const first = parser.parseString();
    parser.expect(',');
    const second = parser.parseString();
    parser.expect('>');
    return PairAttr.get(first, second);
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', PairAttr.mnemonic, () => {
      printer.write('<');
      this.parts[0].print(printer);
      printer.write(', ');
      this.parts[1].print(printer);
      printer.write('>');
    });
  }
}

test("a dialect's own encoding is used, with its version, and text where it has none", () => {
  const versions: (readonly number[])[] = [];
  const context = new Context([
    {
      name: 'sample',
      dialects: [
        {
          name: 'sample',
          bytecode: {
            version: [1, 200],
            readAttribute(reader: EncodingReader) {
              versions.push(reader.dialectVersion);
              if (reader.varint() !== 3) return reader.fail('no pair');
              return PairAttr.get(reader.string(), reader.attributeOf(StringAttr, 'a string').value);
            },
            writeAttribute(attribute, writer) {
              if (!(attribute instanceof PairAttr) || attribute.parts[0].value === 'text') return false;
              writer.varint(3);
              writer.string(attribute.parts[0].value);
              writer.attribute(attribute.parts[1]);
              return true;
            },
          },
        },
      ],
      attrs: [PairAttr],
    },
  ]);
  context.allowUnregisteredDialects = true;
  const text = '"t.op"() {a = #sample.pair<"x", "y">, b = #sample.pair<"text", "z">} : () -> ()';
  expect(through(text, 6, () => context)).toBe(expected(text, () => context));
  expect(through(text, 0, () => context)).toBe(expected(text, () => context));
  expect(versions).toEqual([[1, 200], []]);
});
