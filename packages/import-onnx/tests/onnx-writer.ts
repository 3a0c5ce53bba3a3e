import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

/** A tensor of 32-bit floats, or of 64-bit integers. */
export interface GivenTensor {
  readonly shape: readonly number[];
  readonly floats?: readonly number[];
  readonly ints?: readonly number[];
}

/** A node: type, operands, results, attributes. */
export interface GivenNode {
  readonly type: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes?: Readonly<Record<string, number | string | readonly number[] | GivenTensor>>;
  /** Whether numbers of attributes are floats. */
  readonly floats?: readonly string[];
  readonly domain?: string;
}

/** A model of inputs of 32-bit floats. */
export interface GivenModel {
  readonly nodes: readonly GivenNode[];
  readonly inputs: Readonly<Record<string, readonly (number | string)[]>>;
  readonly outputs: readonly string[];
  readonly weights?: Readonly<Record<string, GivenTensor>>;
  readonly opset?: number;
}

type Fill = (writer: BinaryWriter) => void;

function message(writer: BinaryWriter, field: number, fill: Fill): void {
  writer.tag(field, WireType.LengthDelimited).fork();
  fill(writer);
  writer.join();
}

const text = (writer: BinaryWriter, field: number, value: string): BinaryWriter =>
  writer.tag(field, WireType.LengthDelimited).string(value);
const int = (writer: BinaryWriter, field: number, value: number): BinaryWriter =>
  writer.tag(field, WireType.Varint).int64(value);

function writeTensor(writer: BinaryWriter, name: string, { shape, floats, ints }: GivenTensor): void {
  for (const size of shape) int(writer, 1, size);
  int(writer, 2, ints === undefined ? 1 : 7);
  text(writer, 8, name);
  const bytes =
    ints === undefined
      ? new Uint8Array(Float32Array.from(floats ?? []).buffer)
      : new Uint8Array(BigInt64Array.from(ints, BigInt).buffer);
  writer.tag(9, WireType.LengthDelimited).bytes(bytes);
}

function writeAttribute(
  writer: BinaryWriter,
  name: string,
  value: number | string | readonly number[] | GivenTensor,
  isFloat: boolean,
): void {
  text(writer, 1, name);
  if (typeof value === 'string') text(writer, 4, value);
  else if (typeof value === 'number' && isFloat) writer.tag(2, WireType.Bit32).float(value);
  else if (typeof value === 'number') int(writer, 3, value);
  else if ('shape' in value) message(writer, 5, (own) => writeTensor(own, '', value));
  else for (const one of value) int(writer, 8, one);
}

function writeValueInfo(
  writer: BinaryWriter,
  name: string,
  shape: readonly (number | string)[] | null,
): void {
  text(writer, 1, name);
  message(writer, 2, (type) =>
    message(type, 1, (tensor) => {
      int(tensor, 1, 1);
      if (shape === null) return;
      message(tensor, 2, (dims) => {
        for (const size of shape) {
          message(dims, 1, (dim) => {
            if (typeof size === 'number') int(dim, 1, size);
            else text(dim, 2, size);
          });
        }
      });
    }),
  );
}

/** The bytes of an ONNX file. Field numbers are those of `onnx.proto`. */
export function onnxBytes(model: GivenModel): Uint8Array {
  const writer = new BinaryWriter();
  int(writer, 1, 8);
  message(writer, 7, (graph) => {
    text(graph, 2, 'test');
    for (const { type, inputs, outputs, attributes = {}, floats = [], domain } of model.nodes) {
      message(graph, 1, (node) => {
        for (const name of inputs) text(node, 1, name);
        for (const name of outputs) text(node, 2, name);
        text(node, 4, type);
        if (domain !== undefined) text(node, 7, domain);
        for (const [name, value] of Object.entries(attributes))
          message(node, 5, (own) => writeAttribute(own, name, value, floats.includes(name)));
      });
    }
    for (const [name, tensor] of Object.entries(model.weights ?? {}))
      message(graph, 5, (own) => writeTensor(own, name, tensor));
    for (const [name, shape] of Object.entries(model.inputs))
      message(graph, 11, (own) => writeValueInfo(own, name, shape));
    for (const name of model.outputs) message(graph, 12, (own) => writeValueInfo(own, name, null));
  });
  message(writer, 8, (opset) => int(opset, 2, model.opset ?? 17));
  return writer.finish();
}
