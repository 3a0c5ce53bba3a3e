import {
  BroadcastInDimOp,
  CompareOp,
  ConcatenateOp,
  ConstantOp,
  DynamicSliceOp,
  DynamicUpdateSliceOp,
  IotaOp,
  isCarriedUnchanged,
  OptimizationBarrierOp,
  ReshapeOp,
  SelectOp,
  SliceOp,
  TransposeOp,
  tripCount,
  WhileOp,
} from '@shardform/dialect-stablehlo';
import {
  BlockArgument,
  decodeFloat,
  DenseElementsAttr,
  elementByteSize,
  FloatType,
  IndexType,
  IntegerType,
  type Operation,
  readFloatBits,
  readInteger,
  type Value,
} from '@shardform/ir-core';
import { sizesOf } from './score-kinds.ts';
import { offsetOf, placeOf } from './tensor-index.ts';

/** The iterations that loops are in, from 0. */
export type Trips = ReadonlyMap<WhileOp, number>;

/** Of longer chains of operations nothing is said. */
const DEEPEST = 200;

/**
 * Returns an element of a tensor that positions and constants determine; truth values are 0 and 1. `null` for what depends on data.
 */
export function elementValue(value: Value, index: readonly number[], trips: Trips, depth = 0): number | null {
  if (depth > DEEPEST) return null;
  const at = (other: Value, place: readonly number[]): number | null =>
    elementValue(other, place, trips, depth + 1);
  const op = value.definingOp;
  if (op === null) return ofArgument(value, index, trips, at);
  if (op instanceof ConstantOp) return ofConstant(op, index);
  if (op instanceof IotaOp) return index[op.iotaDimension.number];
  if (op instanceof BroadcastInDimOp) {
    const sizes = sizesOf(op.operand);
    const place = op.broadcastDimensions.numbers().map((d, i) => (sizes[i] === 1 ? 0 : index[d]));
    return at(op.operand, place);
  }
  if (op instanceof ReshapeOp)
    return at(op.operand, placeOf(offsetOf(index, sizesOf(value)), sizesOf(op.operand)));
  if (op instanceof TransposeOp) {
    const place = new Array<number>(index.length).fill(0);
    op.permutation.numbers().forEach((d, i) => (place[d] = index[i]));
    return at(op.operand, place);
  }
  if (op instanceof SliceOp) {
    const [starts, strides] = [op.startIndices.numbers(), op.strides.numbers()];
    return at(
      op.operand,
      index.map((i, d) => starts[d] + i * strides[d]),
    );
  }
  if (op instanceof DynamicSliceOp) return ofDynamicSlice(op, index, at);
  if (op instanceof ConcatenateOp) return ofConcatenation(op, index, at);
  if (op instanceof OptimizationBarrierOp || op instanceof WhileOp) {
    const number = op.results.findIndex((result) => result === value);
    if (op instanceof WhileOp && !isCarriedUnchanged(op, number))
      return ofStack(op, number, index, trips, depth);
    return at(op.getOperand(number), index);
  }
  if (op instanceof SelectOp) {
    const chosen = at(op.pred, sizesOf(op.pred).length === 0 ? [] : index);
    return chosen === null ? null : at(chosen === 0 ? op.onFalse : op.onTrue, index);
  }
  return ofArithmetic(op, index, at);
}

type ElementOf = (value: Value, index: readonly number[]) => number | null;

/** A carried value is that of outside if no iteration changes it, or a counter that each raises by a constant. */
function ofArgument(value: Value, index: readonly number[], trips: Trips, at: ElementOf): number | null {
  const loop = value instanceof BlockArgument ? value.owner.parentOp : null;
  if (!(value instanceof BlockArgument) || !(loop instanceof WhileOp) || value.owner !== loop.body.entry)
    return null;
  const { index: number } = value;
  const initial = at(loop.getOperand(number), index);
  if (initial === null || isCarriedUnchanged(loop, number)) return initial;
  const next = loop.body.entry.terminator?.operandValues()[number]?.definingOp;
  const trip = trips.get(loop);
  if (trip === undefined || next?.name !== 'stablehlo.add') return null;
  const [first, second] = next.operandValues();
  const step = first === value ? at(second, index) : second === value ? at(first, index) : null;
  return step === null ? null : initial + trip * step;
}

/** A result of which each iteration, forward or backward, writes a slice: as `lax.scan` has it. */
function ofStack(
  loop: WhileOp,
  number: number,
  index: readonly number[],
  trips: Trips,
  depth: number,
): number | null {
  const write = loop.body.entry.terminator?.operandValues()[number]?.definingOp;
  const count = tripCount(loop);
  if (!(write instanceof DynamicUpdateSliceOp) || count === null) return null;
  if (write.getOperand(0) !== loop.body.entry.getArgument(number)) return null;
  const [all, part] = [sizesOf(write.operand), sizesOf(write.update)];
  const divided = all.flatMap((size, d) => (size === part[d] ? [] : [d]));
  const [dim] = divided;
  if (divided.length !== 1 || part[dim] !== 1) return null;
  const startOf = (trip: number): number | null =>
    elementValue(write.startIndices[dim], [], new Map(trips).set(loop, trip), depth + 1);
  const slice = index[dim];
  const last = count - 1;
  for (const tripOf of [(at: number) => at, (at: number) => last - at]) {
    const trip = tripOf(slice);
    if (trip < 0 || trip > last || [slice, 0, last].some((at) => startOf(tripOf(at)) !== at)) continue;
    return elementValue(write.update, index.with(dim, 0), new Map(trips).set(loop, trip), depth + 1);
  }
  return null;
}

function ofConstant(op: ConstantOp, index: readonly number[]): number | null {
  const elements = op.getAttr('value');
  if (!(elements instanceof DenseElementsAttr)) return null;
  const { elementType } = elements.type;
  const size = elementByteSize(elementType);
  if (size === null) return null;
  const place = elements.isSplat ? 0 : offsetOf(index, sizesOf(op.getResult()));
  if (elementType instanceof FloatType)
    return decodeFloat(elementType.format, readFloatBits(elements.bytes, place * size, elementType));
  const isInteger = elementType instanceof IntegerType || elementType instanceof IndexType;
  return isInteger ? Number(readInteger(elements.bytes, place * size, elementType)) : null;
}

function ofDynamicSlice(op: DynamicSliceOp, index: readonly number[], at: ElementOf): number | null {
  const [sizes, inner] = [sizesOf(op.operand), sizesOf(op.result)];
  const place: number[] = [];
  for (const [d, start] of op.startIndices.entries()) {
    const first = sizes[d] === inner[d] ? 0 : at(start, []);
    if (first === null) return null;
    place.push(Math.max(0, Math.min(first, sizes[d] - inner[d])) + index[d]);
  }
  return at(op.operand, place);
}

function ofConcatenation(op: ConcatenateOp, index: readonly number[], at: ElementOf): number | null {
  const dim = op.dimension.number;
  let before = 0;
  for (const input of op.operandValues()) {
    const size = sizesOf(input)[dim];
    if (index[dim] < before + size) return at(input, index.toSpliced(dim, 1, index[dim] - before));
    before += size;
  }
  return null;
}

const COMPARISONS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  EQ: (a, b) => a === b,
  NE: (a, b) => a !== b,
  GE: (a, b) => a >= b,
  GT: (a, b) => a > b,
  LE: (a, b) => a <= b,
  LT: (a, b) => a < b,
};

const ARITHMETIC: Readonly<Record<string, (a: number, b: number) => number>> = {
  'stablehlo.add': (a, b) => a + b,
  'stablehlo.subtract': (a, b) => a - b,
  'stablehlo.multiply': (a, b) => a * b,
  'stablehlo.maximum': Math.max,
  'stablehlo.minimum': Math.min,
  'stablehlo.and': (a, b) => a & b,
  'stablehlo.or': (a, b) => a | b,
  'stablehlo.xor': (a, b) => a ^ b,
};

function ofArithmetic(op: Operation, index: readonly number[], at: ElementOf): number | null {
  if (op.operands.length === 0 || op.results.length !== 1) return null;
  const first = at(op.getOperand(0), index);
  if (first === null) return null;
  if (op.name === 'stablehlo.convert') return first;
  if (op.name === 'stablehlo.negate') return -first;
  if (op.name === 'stablehlo.not') return String(op.getOperand(0).type).includes('i1>') ? 1 - first : ~first;
  if (op.operands.length !== 2) return null;
  const second = at(op.getOperand(1), index);
  if (second === null) return null;
  if (op instanceof CompareOp) return Number(COMPARISONS[op.comparisonDirection.value](first, second));
  return Object.hasOwn(ARITHMETIC, op.name) ? ARITHMETIC[op.name](first, second) : null;
}
