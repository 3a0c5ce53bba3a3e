import { readdirSync, readFileSync } from 'node:fs';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { describe, expect, it } from 'vitest';
import {
  HloError,
  hloProtoKind,
  type HloModule,
  isHloProto,
  isHloText,
  readHloProto,
  readHloText,
} from './index.ts';

// Texts and bytes that jaxlib 0.10.2 writes for the same modules.
const folder = new URL('../tests/', import.meta.url);
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.hlo'))
  .map((name) => name.slice(0, -'.hlo'.length));
const textOf = (name: string) => readFileSync(new URL(`${name}.hlo`, folder), 'utf8');
const bytesOf = (name: string) => new Uint8Array(readFileSync(new URL(`${name}.hlo.pb`, folder)));

/** A module as text with names in place of references, without lines; computations are sorted. */
function described({ entry, computations, ...module }: HloModule): unknown {
  const replacer = (_: string, value: unknown): unknown => {
    if (value instanceof Map) return Object.fromEntries(value);
    return value instanceof Uint8Array ? [...value] : value;
  };
  const described = computations.map(({ name, instructions, parameters, root, executionThread }) => ({
    name,
    executionThread,
    root: root.name,
    parameters: parameters.map((parameter) => parameter.name),
    instructions: instructions.map(({ operands, called, controlPredecessors = [], line: _, ...rest }) => ({
      ...rest,
      operands: operands.map((operand) => operand.name),
      called: called.map(({ role, computation }) => [role, computation.name]),
      controlPredecessors: controlPredecessors.map((instruction) => instruction.name),
    })),
  }));
  const sorted = described.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const { numPartitions: _, replicaCount: __, ...rest } = module;
  return JSON.parse(JSON.stringify({ ...rest, entry: entry.name, computations: sorted }, replacer));
}

/** A message with one field. */
function wrapped(number: number, content: Uint8Array): Uint8Array {
  return new BinaryWriter().tag(number, WireType.LengthDelimited).bytes(content).finish();
}

describe.each(names)('%s', (name) => {
  it('is the same module as text and as protobuf', () => {
    expect(described(readHloText(textOf(name)))).toEqual(described(readHloProto(bytesOf(name))));
  });

  it('is told apart from other files', () => {
    expect(isHloText(textOf(name))).toBe(true);
    expect(isHloProto(bytesOf(name))).toBe(true);
    expect(isHloProto(new TextEncoder().encode(textOf(name)))).toBe(false);
    expect(isHloText(new TextDecoder().decode(bytesOf(name)))).toBe(false);
  });

  it('is read out of HloProto and HloSnapshot', () => {
    const proto = wrapped(1, bytesOf(name));
    const snapshot = wrapped(1, proto);
    expect([bytesOf(name), proto, snapshot].map(hloProtoKind)).toEqual([
      'HloModuleProto',
      'HloProto',
      'HloSnapshot',
    ]);
    const module = described(readHloProto(bytesOf(name)));
    expect(described(readHloProto(proto))).toEqual(module);
    expect(described(readHloProto(snapshot))).toEqual(module);
  });

  it('is an error wherever it ends early', () => {
    const bytes = bytesOf(name);
    for (let length = 0; length < bytes.length; length += 61) {
      const cut = bytes.slice(0, length);
      // A module without its last fields is a module.
      try {
        readHloProto(cut);
      } catch (error) {
        expect(error).toBeInstanceOf(HloError);
      }
    }
    const text = textOf(name);
    const last = text.trimEnd().length - 1;
    for (let length = 0; length < last; length += 61) {
      expect(() => readHloText(text.slice(0, length))).toThrow(HloError);
    }
  });
});

describe('buffer assignment', () => {
  it('has allocations with the instructions whose values they hold', () => {
    const location = (instruction: string) =>
      new BinaryWriter().tag(2, WireType.LengthDelimited).string(instruction).finish();
    const buffer = new BinaryWriter()
      .tag(1, WireType.Varint)
      .int64(7)
      .tag(3, WireType.LengthDelimited)
      .bytes(location('p0'))
      .finish();
    const assigned = new BinaryWriter()
      .tag(1, WireType.Varint)
      .int64(7)
      .tag(3, WireType.Varint)
      .int64(512)
      .finish();
    const allocation = new BinaryWriter()
      .tag(2, WireType.Varint)
      .int64(512)
      .tag(5, WireType.Varint)
      .bool(true)
      .tag(9, WireType.LengthDelimited)
      .bytes(assigned)
      .finish();
    const assignment = [wrapped(1, buffer), wrapped(3, allocation)];
    const bytes = [
      wrapped(1, bytesOf('shardings')),
      wrapped(3, Uint8Array.from(assignment.flatMap((part) => [...part]))),
    ];
    const { bufferAllocations } = readHloProto(Uint8Array.from(bytes.flatMap((part) => [...part])));
    expect(bufferAllocations).toEqual([
      {
        index: 0,
        size: 512,
        isThreadLocal: false,
        isConstant: false,
        maybeLiveOut: false,
        memorySpace: 0,
        parameter: { number: 0, index: [] },
        buffers: [{ instruction: 'p0', shapeIndex: [], offset: 0, size: 512 }],
      },
    ]);
  });
});

describe('isHloText and isHloProto', () => {
  it.each([
    [
      'MLIR',
      'module @m {\n  func.func @main(%arg0: tensor<f32>) -> tensor<f32> {\n    return %arg0 : tensor<f32>\n  }\n}\n',
    ],
    ['JSON', '{"a": [1, 2]}'],
    ['C', 'int main() {\n  x = f(1);\n}\n'],
    ['Python', 'def f(x):\n    y = {1: 2}\n    return HloModule\n'],
    ['nothing', ''],
  ])('do not take %s', (_, text) => {
    expect(isHloText(text)).toBe(false);
    expect(isHloProto(new TextEncoder().encode(text))).toBe(false);
  });

  it('take a computation without the line of a module', () => {
    expect(isHloText('%f (x: f32[2]{0}) -> f32[2]{0} {\n  %x = f32[2]{0} parameter(0)\n}\n')).toBe(true);
    expect(isHloText('ENTRY e { ROOT c = f32[] constant(1) }')).toBe(true);
  });
});
