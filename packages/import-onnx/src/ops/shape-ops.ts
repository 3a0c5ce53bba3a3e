import { BroadcastInDimOp, IotaOp, numbersAttr, ReverseOp, tensorOf } from '@shardform/dialect-stablehlo';
import { f32, i1, i32, i64, i64Attr, product, RankedTensorType, type Tensor, zip } from '@shardform/ir-core';
import {
  type ImportedNode,
  type ImportedResult,
  type NodeImporter,
  OnnxImportError,
} from '../import-node.ts';
import type { OnnxTensor } from '../proto/onnx-model.ts';
import { broadcastShape } from '../broadcasting-builder.ts';
import { gathered } from './gathered.ts';

function reshape(node: ImportedNode): readonly Tensor[] {
  const x = node.tensor(0);
  const wanted = node.optional(1) === null ? (node.ints('shape') ?? []) : node.numbers(1, 'sizes');
  const { shape } = x.type;
  const keepsZeros = node.int('allowzero', 0) === 1;
  const sizes = wanted.map((size, dim) => (size === 0 && !keepsZeros ? (shape[dim] ?? 0) : size));
  const total = product(shape);
  const others = sizes.reduce((product, size) => (size === -1 ? product : product * size), 1);
  const result = sizes.map((size) => (size === -1 ? total / others : size));
  if (product(result) !== total)
    throw new OnnxImportError(`can't give [${shape.join(', ')}] the sizes [${wanted.join(', ')}]`);
  return [node.build.reshape(x, result)];
}

function flatten(node: ImportedNode): readonly Tensor[] {
  const x = node.tensor(0);
  const { shape } = x.type;
  const given = node.int('axis', 1);
  const axis = given < 0 ? given + shape.length : given;
  return [node.build.reshape(x, [product(shape.slice(0, axis)), product(shape.slice(axis))])];
}

function squeeze(node: ImportedNode): readonly Tensor[] {
  const x = node.tensor(0);
  const { shape } = x.type;
  const axes = node.numbersOrAttribute(1, 'axes')?.map((axis) => node.dimension(axis, shape.length));
  return [
    node.build.reshape(
      x,
      shape.filter((size, dim) => (axes === undefined ? size !== 1 : !axes.includes(dim))),
    ),
  ];
}

function unsqueeze(node: ImportedNode): readonly Tensor[] {
  const x = node.tensor(0);
  const axes = node.numbersOrAttribute(1, 'axes') ?? [];
  const rank = x.type.rank + axes.length;
  const places = axes.map((axis) => node.dimension(axis, rank));
  const sizes = [...x.type.shape];
  return [
    node.build.reshape(
      x,
      Array.from({ length: rank }, (_, dim) => (places.includes(dim) ? 1 : sizes.shift()!)),
    ),
  ];
}

function split(node: ImportedNode): readonly Tensor[] {
  const x = node.tensor(0);
  const { shape } = x.type;
  const axis = node.dimension(node.int('axis', 0), shape.length);
  const parts = node.node.outputs.length;
  const size = x.type.dimSize(axis);
  const each = Math.ceil(size / parts);
  const sizes =
    node.numbersOrAttribute(1, 'split') ??
    Array.from({ length: parts }, (_, i) => Math.min(each, size - i * each));
  let start = 0;
  return sizes.map((own) => {
    const from = start;
    start += own;
    return node.build.slice(
      x,
      shape.map((_, dim) => (dim === axis ? from : 0)),
      shape.map((whole, dim) => (dim === axis ? from + own : whole)),
      shape.map(() => 1),
    );
  });
}

function slice(node: ImportedNode): readonly Tensor[] {
  const x = node.tensor(0);
  const { shape } = x.type;
  const starts = node.numbersOrAttribute(1, 'starts') ?? [];
  const ends = node.numbersOrAttribute(2, 'ends') ?? [];
  const axes = (node.numbersOrAttribute(3, 'axes') ?? starts.map((_, i) => i)).map((axis) =>
    node.dimension(axis, shape.length),
  );
  const steps = node.optional(4) === null ? starts.map(() => 1) : node.numbers(4, 'steps');
  const [from, to, by] = [shape.map(() => 0), [...shape], shape.map(() => 1)];
  const reversed: number[] = [];
  axes.forEach((dim, i) => {
    const size = x.type.dimSize(dim);
    const step = steps[i]!;
    const clamp = (at: number, low: number, high: number): number =>
      Math.min(Math.max(at < 0 ? at + size : at, low), high);
    if (step > 0) {
      from[dim] = clamp(starts[i]!, 0, size);
      to[dim] = Math.max(clamp(ends[i]!, 0, size), from[dim]);
      by[dim] = step;
      return;
    }
    // Backwards: the same elements of the reversed tensor, forwards.
    reversed.push(dim);
    const first = clamp(starts[i]!, 0, size - 1);
    const last = clamp(ends[i]!, -1, size - 1);
    from[dim] = size - 1 - first;
    to[dim] = Math.max(size - 1 - last, from[dim]);
    by[dim] = -step;
  });
  const source =
    reversed.length === 0
      ? x
      : tensorOf(
          node.build.builder.create(ReverseOp, { operand: x, dimensions: numbersAttr(reversed) }, [x.type])
            .result,
        );
  return [node.build.slice(source, from, to, by)];
}

function gather(node: ImportedNode): readonly Tensor[] {
  const data = node.tensor(0);
  const axis = node.dimension(node.int('axis', 0), data.type.rank);
  return [gathered(data, node.tensor(1), axis, node.build)];
}

function expand(node: ImportedNode): readonly Tensor[] {
  const x = node.tensor(0);
  const shape = broadcastShape([x.type.shape, node.numbers(1, 'sizes')]);
  if (shape === null) throw new OnnxImportError(`can't repeat [${x.type.shape.join(', ')}] to these sizes`);
  return [node.build.repeated(x, shape)];
}

function tile(node: ImportedNode): readonly Tensor[] {
  const x = node.tensor(0);
  const repeats = node.numbers(1, 'repeats');
  const { shape, elementType } = x.type;
  const apart = zip(shape, repeats).flatMap(([size, repeat]) => [repeat, size]);
  const args = { operand: x, broadcastDimensions: numbersAttr(shape.map((_, dim) => 2 * dim + 1)) };
  const spread = node.build.builder.create(BroadcastInDimOp, args, [
    RankedTensorType.get(apart, elementType),
  ]);
  return [
    node.build.reshape(
      tensorOf(spread.result),
      zip(shape, repeats).map(([size, repeat]) => size * repeat),
    ),
  ];
}

function pad(node: ImportedNode): readonly Tensor[] {
  const x = node.tensor(0);
  const mode = node.string('mode', 'constant');
  if (mode !== 'constant')
    throw new OnnxImportError(`has the mode '${mode}'; only 'constant' can be imported`);
  const { rank } = x.type;
  const amounts = node.numbersOrAttribute(1, 'pads') ?? [];
  const axes = node.optional(3) === null ? [...x.type.shape.keys()] : node.numbers(3, 'axes');
  const [low, high] = [new Array<number>(rank).fill(0), new Array<number>(rank).fill(0)];
  zip(axes, amounts).forEach(([axis, amount], i) => {
    const dim = node.dimension(axis, rank);
    low[dim] = amount;
    high[dim] = amounts[axes.length + i]!;
  });
  const value = node.optional(2)?.tensor() ?? node.build.scalar(x, node.float('value', 0));
  return [node.build.pad(x, node.build.reshape(value, []), low, high)];
}

function trilu(node: ImportedNode): readonly Tensor[] {
  const { build } = node;
  const x = node.tensor(0);
  const { shape } = x.type;
  const isUpper = node.int('upper', 1) === 1;
  const diagonal = node.optional(1) === null ? 0 : node.numbers(1, 'a diagonal')[0]!;
  const type = RankedTensorType.get(shape, i32);
  const index = (dim: number): Tensor =>
    tensorOf(build.builder.create(IotaOp, { iotaDimension: i64Attr(dim) }, [type]).output);
  const [row, column] = [index(shape.length - 2), index(shape.length - 1)];
  const edge = build.add(row, build.scalar(row, diagonal));
  const isKept = build.compare(column, isUpper ? 'GE' : 'LE', edge);
  return [build.select(isKept, x, build.scalar(x, 0))];
}

function range(node: ImportedNode): readonly ImportedResult[] {
  const [start, limit, step] = [0, 1, 2].map((i) => node.numbers(i, 'bounds')[0]!);
  const count = Math.max(0, Math.ceil((limit! - start!) / step!));
  const values = Array.from({ length: count }, (_, i) => start! + i * step!);
  return [{ shape: [count], values, elementType: node.value(0).elementType }];
}

function constant(node: ImportedNode): readonly ImportedResult[] {
  const { attributes } = node.node;
  const value = attributes.get('value')?.tensor ?? null;
  if (value !== null) return [value];
  const { build } = node;
  const number = attributes.get('value_float') ?? attributes.get('value_floats');
  if (number !== undefined) {
    const isList = attributes.has('value_floats');
    const values = isList ? number.floats : [number.float];
    return [build.constant(isList ? [values.length] : [], f32, values)];
  }
  const integer = attributes.get('value_int') ?? attributes.get('value_ints');
  if (integer === undefined) throw new OnnxImportError('has no value that can be imported');
  const isList = attributes.has('value_ints');
  const values = isList ? integer.ints : [integer.int];
  return [{ shape: isList ? [values.length] : [], values }];
}

function oneHot(node: ImportedNode): readonly Tensor[] {
  const { build } = node;
  const indices = build.convert(node.tensor(0), i64);
  const depth = node.numbers(1, 'a depth')[0]!;
  const pair = node.tensor(2);
  const [off, on] = [0, 1].map((at) => build.reshape(build.slice(pair, [at], [at + 1], [1]), []));
  const rank = indices.type.rank + 1;
  const axis = node.dimension(node.int('axis', -1), rank);
  const { shape } = indices.type;
  const wide = [...shape.slice(0, axis), depth, ...shape.slice(axis)];
  const type = RankedTensorType.get(wide, i64);
  const classes = tensorOf(build.builder.create(IotaOp, { iotaDimension: i64Attr(axis) }, [type]).output);
  const places = build.select(
    build.compare(indices, 'LT', build.scalar(indices, 0)),
    build.add(indices, build.scalar(indices, depth)),
    indices,
  );
  const dims = [...wide.keys()].filter((dim) => dim !== axis);
  const isOn = build.compare(build.broadcast(places, type, dims), 'EQ', classes);
  return [build.select(isOn, on!, off!)];
}

/** Importers of operations that move elements, or make them of sizes. */
export const shapeOps: Readonly<Record<string, NodeImporter>> = {
  Identity: (node) => [node.tensor(0)],
  Dropout: (node) => {
    const training = node.optional(2);
    if (training !== null && training.known?.values[0] !== 0)
      throw new OnnxImportError("is for training, which can't be imported");
    const x = node.tensor(0);
    const mask = node.build.splat(x.type.shape, i1, 1);
    return node.node.outputs.length > 1 ? [x, mask] : [x];
  },
  Reshape: reshape,
  Flatten: flatten,
  Squeeze: squeeze,
  Unsqueeze: unsqueeze,
  Transpose: (node) => {
    const x = node.tensor(0);
    return [node.build.transpose(x, node.ints('perm') ?? [...x.type.shape.keys()].reverse())];
  },
  Concat: (node) => {
    const inputs = node.tensors();
    return [node.build.concatenate(inputs, node.dimension(node.int('axis', 1), inputs[0]!.type.rank))];
  },
  Split: split,
  Slice: slice,
  Gather: gather,
  Expand: expand,
  Tile: tile,
  Pad: pad,
  Trilu: trilu,
  Range: range,
  Constant: constant,
  OneHot: oneHot,
  Shape: (node) => {
    const { shape } = node.value(0);
    const start = node.int('start', 0);
    const end = node.int('end', shape.length);
    const values = shape.slice(start, end);
    return [{ shape: [values.length], values }];
  },
  Size: (node) => [{ shape: [], values: [product(node.value(0).shape)] }],
  ConstantOfShape: (node) => {
    const shape = node.numbers(0, 'sizes');
    const value = node.attribute('value')?.tensor ?? null;
    return [filled(node, shape, value)];
  },
};

function filled(node: ImportedNode, shape: readonly number[], value: OnnxTensor | null): ImportedResult {
  if (value === null) return node.build.splat(shape, f32, 0);
  return { ...value, shape, bytes: repeatedBytes(value.bytes, shape) };
}

function repeatedBytes(one: Uint8Array, shape: readonly number[]): Uint8Array {
  const count = product(shape);
  const bytes = new Uint8Array(one.length * count);
  for (let i = 0; i < count; i += 1) bytes.set(one, i * one.length);
  return bytes;
}
