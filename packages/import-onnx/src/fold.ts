import { i1, i64, IntegerType, product, type Type } from '@shardform/ir-core';
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
  const count = product(shape);
  if (count > MOST_KNOWN) return null;
  const values = Array.from({ length: count }, (_, index) =>
    of(inputs.map((input) => input.values[placeIn(input.shape, shape, index)]!)),
  );
  return { shape, values };
}

/** Returns the index of the element of the original tensor that an index of the repeated tensor shows. */
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
};

/** Computes an operation of known values; `null` where its result is not worked out. */
type Fold = (node: ImportedNode, inputs: readonly [KnownTensor, ...KnownTensor[]]) => KnownTensor | null;

const folds: Readonly<Record<string, Fold>> = {
  Div(node, inputs) {
    const { elementType } = node.value(0);
    const round = elementType instanceof IntegerType ? Math.trunc : (value: number) => value;
    return typed(
      elementwise(inputs, ([a, b]) => round(a! / b!)),
      elementType,
    );
  },
  Where: (node, inputs) =>
    typed(
      elementwise(inputs, ([condition, yes, no]) => (condition === 0 ? no! : yes!)),
      node.value(1).elementType,
    ),
  Cast(node, [{ shape, values }]) {
    const to = elementTypeOf(node.int('to', 0));
    return { shape, values: values.map((value) => converted(value, to)), elementType: to };
  },
  Mod(node, inputs) {
    // The remainder has the sign of the dividend, or of the divisor.
    const ofDividend = node.int('fmod', 0) === 1;
    const rest = elementwise(inputs, ([a, b]) => (ofDividend ? a! % b! : a! - b! * Math.floor(a! / b!)));
    return typed(rest, node.value(0).elementType);
  },
  Unsqueeze: (node, [first]) => moved(node, first),
  Squeeze: (node, [first]) => moved(node, first),
  Reshape: (node, [first]) => moved(node, first),
  Concat(node, inputs) {
    if (inputs.some(({ shape }) => shape.length !== 1)) return null;
    const values = inputs.flatMap((input) => input.values);
    return typed({ shape: [values.length], values }, node.value(0).elementType);
  },
  Gather(node, [first, indices]) {
    if (first.shape.length !== 1) return null;
    const { length } = first.values;
    const values = indices!.values.map((at) => first.values[at < 0 ? at + length : at]!);
    return typed({ shape: indices!.shape, values }, node.value(0).elementType);
  },
  Slice: (node, [first]) =>
    first.shape.length === 1 ? typed(sliced(node, first), node.value(0).elementType) : null,
  ReduceProd(node, [{ shape, values }]) {
    if (shape.length !== 1) return null;
    return typed(
      { shape: node.int('keepdims', 1) === 1 ? [1] : [], values: [product(values)] },
      node.value(0).elementType,
    );
  },
  ConstantOfShape(node, [{ values: shape }]) {
    if (node.attribute('value')?.tensor?.type !== 7) return null;
    const count = product(shape);
    if (count > MOST_KNOWN) return null;
    const [value] = knownValue(node);
    return { shape, values: new Array<number>(count).fill(value!), elementType: i64 };
  },
};

/**
 * Computes an operation whose inputs are known while the model is read. Models compute sizes so; they have to be known for
 * the program to have shapes.
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
  const [first, ...others] = inputs;
  if (first === undefined) return null;
  const compare = comparisons[opType];
  if (compare !== undefined) {
    const result = elementwise(inputs, ([a, b]) => (compare(a!, b!) ? 1 : 0));
    return result === null ? null : { ...result, elementType: i1 };
  }
  const compute = arithmetic[opType];
  if (compute !== undefined) return typed(elementwise(inputs, compute), node.value(0).elementType);
  return folds[opType]?.(node, [first, ...others]) ?? null;
}

/** A number as an element of a type: what is not zero is true. */
function converted(value: number, to: Type): number {
  if (!(to instanceof IntegerType)) return value;
  return to === i1 ? Number(value !== 0) : Math.trunc(value);
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
