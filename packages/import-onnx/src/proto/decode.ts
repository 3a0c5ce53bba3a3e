import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { decodeText } from '@shardform/ir-core';
import type {
  OnnxAttribute,
  OnnxGraph,
  OnnxModel,
  OnnxNode,
  OnnxTensor,
  OnnxValueInfo,
} from './onnx-model.ts';

/** A file that is no ONNX model. */
export class OnnxFormatError extends Error {
  override readonly name = 'OnnxFormatError';
}

/** Readers of fields, by the field's number; others are skipped. Numbers are those of `onnx.proto`. */
type Fields = Readonly<Record<number, (reader: BinaryReader, wire: WireType) => void>>;

function readMessage(reader: BinaryReader, end: number, fields: Fields): void {
  while (reader.pos < end) {
    const [number, wire] = reader.tag();
    const field = fields[number];
    if (field === undefined) reader.skip(wire, number);
    else field(reader, wire);
  }
}

function nested<T>(reader: BinaryReader, read: (reader: BinaryReader, end: number) => T): T {
  const length = reader.uint32();
  return read(reader, reader.pos + length);
}

/** Reads one number, or many in one field. */
function repeated(reader: BinaryReader, wire: WireType, into: number[], one: () => number): void {
  if (wire !== WireType.LengthDelimited) {
    into.push(one());
    return;
  }
  const end = reader.uint32() + reader.pos;
  while (reader.pos < end) into.push(one());
}

/** Reads a name or a text. Names that differ in bytes that are not UTF-8 stay different. */
function readText(reader: BinaryReader): string {
  return decodeText(reader.bytes());
}

/** Reads the size of a dimension. @throws OnnxFormatError for one that a number can't hold. */
function readSize(reader: BinaryReader): number {
  const size = Number(reader.int64());
  if (!Number.isSafeInteger(size))
    throw new OnnxFormatError(`dimension ${size} is larger than ${Number.MAX_SAFE_INTEGER}`);
  return size;
}

/** ONNX adds one or two versions of its operations a year, and had 26 in 2025: a greater number is no version. */
const LATEST_OPSET = 255;

/** @throws OnnxFormatError for bytes that are no model. */
export function decodeModel(bytes: Uint8Array): OnnxModel {
  try {
    const reader = new BinaryReader(bytes);
    const model: { graph: OnnxGraph | null; opset: number } = { graph: null, opset: 0 };
    readMessage(reader, reader.len, {
      7: () => (model.graph = nested(reader, readGraph)),
      8: () => {
        const { domain, version } = nested(reader, readOpset);
        if (domain !== '' && domain !== 'ai.onnx') return;
        if (version < 1 || version > LATEST_OPSET)
          throw new OnnxFormatError(`the model is of opset ${version}, which ONNX does not have`);
        model.opset = version;
      },
    });
    const { graph, opset } = model;
    if (graph === null) throw new OnnxFormatError('the file has no graph');
    return { graph, opset };
  } catch (error) {
    if (error instanceof OnnxFormatError) throw error;
    // Readers throw errors only.
    throw new OnnxFormatError(`the file is no ONNX model: ${(error as Error).message}`);
  }
}

function readOpset(reader: BinaryReader, end: number): { domain: string; version: number } {
  const opset = { domain: '', version: 0 };
  readMessage(reader, end, {
    1: () => (opset.domain = readText(reader)),
    2: () => (opset.version = Number(reader.int64())),
  });
  return opset;
}

function readGraph(reader: BinaryReader, end: number): OnnxGraph {
  const nodes: OnnxNode[] = [];
  const initializers: OnnxTensor[] = [];
  const inputs: OnnxValueInfo[] = [];
  const outputs: OnnxValueInfo[] = [];
  let name = '';
  readMessage(reader, end, {
    1: () => nodes.push(nested(reader, readNode)),
    2: () => (name = readText(reader)),
    5: () => initializers.push(nested(reader, readTensor)),
    11: () => inputs.push(nested(reader, readValueInfo)),
    12: () => outputs.push(nested(reader, readValueInfo)),
  });
  return { name, nodes, initializers, inputs, outputs };
}

function readNode(reader: BinaryReader, end: number): OnnxNode {
  const inputs: string[] = [];
  const outputs: string[] = [];
  const attributes = new Map<string, OnnxAttribute>();
  const node = { name: '', opType: '', domain: '' };
  readMessage(reader, end, {
    1: () => inputs.push(readText(reader)),
    2: () => outputs.push(readText(reader)),
    3: () => (node.name = readText(reader)),
    4: () => (node.opType = readText(reader)),
    5: () => attributes.set(...nested(reader, readAttribute)),
    7: () => (node.domain = readText(reader)),
  });
  return { ...node, inputs, outputs, attributes };
}

function readAttribute(reader: BinaryReader, end: number): [string, OnnxAttribute] {
  const floats: number[] = [];
  const ints: number[] = [];
  const strings: string[] = [];
  const one: { name: string; float: number; int: number; string: string; tensor: OnnxTensor | null } = {
    name: '',
    float: 0,
    int: 0,
    string: '',
    tensor: null,
  };
  readMessage(reader, end, {
    1: () => (one.name = readText(reader)),
    2: () => (one.float = reader.float()),
    3: () => (one.int = Number(reader.int64())),
    4: () => (one.string = readText(reader)),
    5: () => (one.tensor = nested(reader, readTensor)),
    7: (_, wire) => repeated(reader, wire, floats, () => reader.float()),
    8: (_, wire) => repeated(reader, wire, ints, () => Number(reader.int64())),
    9: () => strings.push(readText(reader)),
  });
  const { name, ...rest } = one;
  return [name, { ...rest, floats, ints, strings }];
}

function readTensor(reader: BinaryReader, end: number): OnnxTensor {
  const shape: number[] = [];
  const floats: number[] = [];
  const ints: number[] = [];
  const longs: bigint[] = [];
  const doubles: number[] = [];
  const unsigned: bigint[] = [];
  const big = (into: bigint[], one: () => bigint | string) => (_: BinaryReader, wire: WireType) => {
    if (wire !== WireType.LengthDelimited) {
      into.push(BigInt(one()));
      return;
    }
    const last = reader.uint32() + reader.pos;
    while (reader.pos < last) into.push(BigInt(one()));
  };
  const tensor = { name: '', type: 0, isExternal: false };
  const given: { raw: Uint8Array | null } = { raw: null };
  readMessage(reader, end, {
    1: (_, wire) => repeated(reader, wire, shape, () => readSize(reader)),
    2: () => (tensor.type = reader.int32()),
    4: (_, wire) => repeated(reader, wire, floats, () => reader.float()),
    5: (_, wire) => repeated(reader, wire, ints, () => reader.int32()),
    7: big(longs, () => reader.int64()),
    8: () => (tensor.name = readText(reader)),
    // A copy, so that a large file need not be kept for a small tensor.
    9: () => (given.raw = new Uint8Array(reader.bytes())),
    10: (_, wire) => repeated(reader, wire, doubles, () => reader.double()),
    11: big(unsigned, () => reader.uint64()),
    14: () => (tensor.isExternal = reader.int32() === 1),
  });
  const bytes = given.raw ?? bytesOf(tensor.type, { floats, ints, longs, doubles, unsigned });
  return { ...tensor, shape, bytes };
}

/** Elements that are not given as bytes; narrow types are stored in wider fields. */
function bytesOf(
  type: number,
  given: {
    readonly floats: readonly number[];
    readonly ints: readonly number[];
    readonly longs: readonly bigint[];
    readonly doubles: readonly number[];
    readonly unsigned: readonly bigint[];
  },
): Uint8Array {
  const { floats, ints, longs, doubles, unsigned } = given;
  // These arrays were allocated here, not shared.
  const of = (array: ArrayBufferView): Uint8Array => new Uint8Array(array.buffer as ArrayBuffer);
  switch (type) {
    case 1:
      return of(Float32Array.from(floats));
    case 11:
      return of(Float64Array.from(doubles));
    case 7:
      return of(BigInt64Array.from(longs));
    case 13:
      return of(BigUint64Array.from(unsigned));
    case 12:
      return of(Uint32Array.from(unsigned, Number));
    case 6:
      return of(Int32Array.from(ints));
    case 5:
      return of(Int16Array.from(ints));
    // 16-bit floats are stored as their bits.
    case 10:
    case 16:
      return of(Uint16Array.from(ints));
    default:
      return of(Uint8Array.from(ints));
  }
}

function readValueInfo(reader: BinaryReader, end: number): OnnxValueInfo {
  const info: { name: string; type: number; shape: (number | string)[] | null } = {
    name: '',
    type: 0,
    shape: null,
  };
  const readDimension = (_: BinaryReader, last: number): number | string => {
    let size: number | string = '';
    readMessage(reader, last, {
      1: () => (size = readSize(reader)),
      2: () => (size = readText(reader)),
    });
    return size;
  };
  const readShape = (_: BinaryReader, last: number): (number | string)[] => {
    const shape: (number | string)[] = [];
    readMessage(reader, last, { 1: () => shape.push(nested(reader, readDimension)) });
    return shape;
  };
  const readTensorType = (_: BinaryReader, last: number): void => {
    readMessage(reader, last, {
      1: () => (info.type = reader.int32()),
      2: () => (info.shape = nested(reader, readShape)),
    });
  };
  const readType = (_: BinaryReader, last: number): void => {
    readMessage(reader, last, { 1: () => nested(reader, readTensorType) });
  };
  readMessage(reader, end, {
    1: () => (info.name = readText(reader)),
    2: () => nested(reader, readType),
  });
  return info;
}
