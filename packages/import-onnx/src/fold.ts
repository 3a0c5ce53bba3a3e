import { i1, i64, IntegerType } from '@shardform/ir-core';
import { elementTypeOf } from './element-types.ts';
import type { ImportedNode } from './import-node.ts';
import { type KnownTensor, MOST_KNOWN } from './known-tensor.ts';
import { broadcastShape } from './broadcasting-builder.ts';

function elementwise(
  inputs: readonly KnownTensor[],
  of: (values: readonly number[]) => number,
): KnownTensor | null {
  const shape = broadcastShape(inputs.map((input) => input.shape));
  if (shape === null) return null;
  const count = shape.reduce((product, size) => product * size, 1);
  if (count > MOST_KNOWN) return null;
  const values = Array.from({ length: count }, (_, index) =>
    of(inputs.map((input) => input.values[placeIn(input.shape, shape, index)]!)),
  );
  return { shape, values };
}

/** Where the element of a repeated tensor comes from. */
function placeIn(shape: readonly number[], whole: readonly number[], index: number): number {
  let [rest, place, stride] = [index, 0, 1];
  for (let dim = whole.length - 1; dim >= 0; dim -= 1) {
    const at = rest % whole[dim]!;
    rest = Math.floor(rest / whole[dim]!);
    const own = shape[dim - whole.length + shape.length];
    if (own === undefined) break;
    if (own !== 1) place += at * stride;
    stride *= own;
  }
  return place;
}

const comparisons: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  Equal: (a, b) => a === b,
  Greater: (a, b) => a > b,
  GreaterOrEqual: (a, b) => a >= b,
  Less: (a, b) => a < b,
  LessOrEqual: (a, b) => a <= b,
};

const arithmetic: Readonly<Record<string, (values: readonly number[]) => number>> = {
  Add: ([a, b]) => a! + b!,
  Sub: ([a, b]) => a! - b!,
  Mul: ([a, b]) => a! * b!,
  Pow: ([a, b]) => a! ** b!,
  Min: (values) => Math.min(...values),
  Max: (values) => Math.max(...values),
  Neg: ([a]) => -a!,
  Abs: ([a]) => Math.abs(a!),
  Sqrt: ([a]) => Math.sqrt(a!),
  Floor: ([a]) => Math.floor(a!),
  Ceil: ([a]) => Math.ceil(a!),
  Identity: ([a]) => a!,
  And: ([a, b]) => a! && b!,
  Or: ([a, b]) => a! || b!,
  Not: ([a]) => (a === 0 ? 1 : 0),
  // The remainder has the sign of the divisor.
  Mod: ([a, b]) => a! - b! * Math.floor(a! / b!),
};

/**
 * What an operation computes of values that are known while the model is read. Models compute sizes so; they have to
 * be known for the program to have shapes.
 *
 * @returns `null` for other operations.
 */
export function foldNode(node: ImportedNode): KnownTensor | null {
  const { opType } = node.node;
  const inputs: KnownTensor[] = [];
  for (let i = 0; i < node.inputCount; i += 1) {
    const known = node.optional(i)?.known ?? null;
    if (known === null) return null;
    inputs.push(known);
  }
  const [first] = inputs;
  if (first === undefined) return null;
  const { elementType } = node.value(0);
  const isInteger = elementType instanceof IntegerType;
  const compare = comparisons[opType];
  if (compare !== undefined) {
    const result = elementwise(inputs, ([a, b]) => (compare(a!, b!) ? 1 : 0));
    return result === null ? null : { ...result, elementType: i1 };
  }
  const compute = arithmetic[opType];
  if (compute !== undefined) return typed(elementwise(inputs, compute), elementType);
  switch (opType) {
    case 'Div':
      return typed(
        elementwise(inputs, ([a, b]) => (isInteger ? Math.trunc(a! / b!) : a! / b!)),
        elementType,
      );
    case 'Where':
      return typed(
        elementwise(inputs, ([condition, yes, no]) => (condition === 0 ? no! : yes!)),
        node.value(1).elementType,
      );
    case 'Cast': {
      const to = elementTypeOf(node.int('to', 0));
      const cut = to instanceof IntegerType ? Math.trunc : (value: number) => value;
      return { shape: first.shape, values: first.values.map(cut), elementType: to };
    }
    case 'Unsqueeze':
    case 'Squeeze':
    case 'Reshape':
      return moved(node, first);
    case 'Concat':
      if (inputs.some(({ shape }) => shape.length !== 1)) return null;
      return typed(
        {
          shape: [inputs.reduce((sum, { values }) => sum + values.length, 0)],
          values: inputs.flatMap(({ values }) => values),
        },
        elementType,
      );
    case 'Gather': {
      if (first.shape.length !== 1) return null;
      const indices = inputs[1]!;
      const values = indices.values.map((at) => first.values[at < 0 ? at + first.values.length : at]!);
      return typed({ shape: indices.shape, values }, elementType);
    }
    case 'Slice':
      return first.shape.length === 1 ? typed(sliced(node, first), elementType) : null;
    case 'ReduceProd':
      if (first.shape.length !== 1) return null;
      return typed(
        {
          shape: node.int('keepdims', 1) === 1 ? [1] : [],
          values: [first.values.reduce((product, value) => product * value, 1)],
        },
        elementType,
      );
    case 'ConstantOfShape': {
      if (node.attribute('value')?.tensor?.type !== 7) return null;
      const count = first.values.reduce((product, size) => product * size, 1);
      if (count > MOST_KNOWN) return null;
      const [value] = knownValue(node);
      return { shape: first.values, values: new Array<number>(count).fill(value!), elementType: i64 };
    }
    default:
      return null;
  }
}

function knownValue(node: ImportedNode): number[] {
  const { bytes } = node.attribute('value')!.tensor!;
  return [Number(new DataView(bytes.buffer, bytes.byteOffset, 8).getBigInt64(0, true))];
}

function typed(
  known: KnownTensor | null,
  elementType: NonNullable<KnownTensor['elementType']>,
): KnownTensor | null {
  return known === null ? null : { ...known, elementType };
}

function moved(node: ImportedNode, { values, shape }: KnownTensor): KnownTensor | null {
  const { elementType } = node.value(0);
  const { opType } = node.node;
  if (opType === 'Reshape') {
    const wanted = node.numbers(1, 'sizes');
    const others = wanted.reduce((product, size) => (size === -1 ? product : product * size), 1);
    const sizes = wanted.map((size) => (size === -1 ? values.length / others : size));
    return { shape: sizes, values, elementType };
  }
  const axes = node.numbersOrAttribute(1, 'axes');
  if (opType === 'Squeeze') {
    const places = axes?.map((axis) => node.dimension(axis, shape.length));
    const left = shape.filter((size, dim) => (places === undefined ? size !== 1 : !places.includes(dim)));
    return { shape: left, values, elementType };
  }
  const rank = shape.length + (axes?.length ?? 0);
  const places = axes?.map((axis) => node.dimension(axis, rank)) ?? [];
  const sizes = [...shape];
  const wide = Array.from({ length: rank }, (_, dim) => (places.includes(dim) ? 1 : sizes.shift()!));
  return { shape: wide, values, elementType };
}

function sliced(node: ImportedNode, { values }: KnownTensor): KnownTensor | null {
  const start = node.numbersOrAttribute(1, 'starts')?.[0] ?? 0;
  const end = node.numbersOrAttribute(2, 'ends')?.[0] ?? values.length;
  const step = node.optional(4) === null ? 1 : node.numbers(4, 'steps')[0]!;
  if (step !== 1) return null;
  const part = values.slice(start, end);
  return { shape: [part.length], values: part };
}
