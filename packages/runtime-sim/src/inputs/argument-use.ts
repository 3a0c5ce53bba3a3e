import type { FuncOp } from '@shardform/dialect-func';
import * as hlo from '@shardform/dialect-stablehlo';
import { isInstance, type Operation, type OpOperand, RankedTensorType, type Value } from '@shardform/ir-core';
import { type PlacedUse, ValueFlow } from './value-flow.ts';

/**
 * The use that a program makes of an argument.
 * - `data`: anything else.
 * - `weight`: multiplied into sums of `fanIn` products.
 * - `scale`, `offset`: of normalized numbers or of features; a scale may also be a divisor or a lone factor.
 * - `positive`: operand of a root or a logarithm, or a divisor.
 * - `index`: a whole number up to `last`.
 * - `count`: a small number, such as that of a step.
 * - `bits`: any pattern.
 */
export type ArgumentUse =
  | { readonly kind: 'data' | 'scale' | 'offset' | 'positive' | 'count' | 'bits' }
  | { readonly kind: 'weight'; readonly fanIn: number }
  | { readonly kind: 'index'; readonly last: number };

/** Returns how a function uses each of its arguments. */
export function argumentUses(func: FuncOp): ArgumentUse[] {
  const flow = new ValueFlow(func);
  const { arguments: values } = func.body.entry;
  const carried = values.map((value) => flow.uses(value, carriedOn));
  const given = new Set<Value>(values);
  for (const uses of carried) {
    for (const { use } of uses) {
      given.add(use.value);
    }
  }
  return values.map((value, i) => {
    if (isFloat(value)) return floatUse(flow, value, carried[i], given);
    return integerUse(flow, value);
  });
}

const named = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.map((name) => `stablehlo.${name}`));

const MOVES = named(['convert', 'reshape', 'transpose', 'broadcast_in_dim', 'broadcast', 'slice', 'reverse']);
const PARTS = named(['dynamic_slice', 'concatenate', 'pad', 'gather']);

/** The values that still hold the argument, or a slice of it, rearranged or converted. */
function carriedOn({ owner, index }: OpOperand): readonly Value[] {
  const isSame = MOVES.has(owner.name) || (owner.name === 'stablehlo.dynamic_slice' && index === 0);
  return isSame ? [owner.getResult(0)] : [];
}

function floatUse(
  flow: ValueFlow,
  value: Value,
  carried: readonly PlacedUse[],
  given: ReadonlySet<Value>,
): ArgumentUse {
  if (needsPositive(flow, value)) return { kind: 'positive' };
  for (const { use } of carried) {
    const batchNorm = batchNormUse(use);
    if (batchNorm !== null) return batchNorm;
    const fanIn = fanInOf(use);
    // The first product is decisive: later ones are those of gradients. Of two arguments the second one is the weight.
    if (fanIn === null) continue;
    const other = use.owner.operands[1 - use.index].value;
    return use.index === 1 || !given.has(other) ? { kind: 'weight', fanIn } : { kind: 'data' };
  }
  const rank = sizesOf(value).length;
  const spread = carried.find(({ use }) => isSpread(use, rank));
  if (spread === undefined && rank > 0) return { kind: 'data' };
  for (const { use } of carried) {
    const { name } = use.owner;
    if (name === 'stablehlo.multiply' || name === 'stablehlo.divide') return { kind: 'scale' };
    if (name === 'stablehlo.add' || name === 'stablehlo.subtract')
      return rank === 0 ? { kind: 'data' } : { kind: 'offset' };
  }
  return { kind: 'data' };
}

/**
 * Returns whether a use repeats a small tensor along dimensions that it has not got, as is done with scales and
 * offsets.
 */
function isSpread({ owner }: OpOperand, rank: number): boolean {
  return owner instanceof hlo.BroadcastInDimOp && sizesOf(owner.getResult(0)).length > rank && rank <= 1;
}

/** Returns the number of products in an element of a contraction; `null` for uses in other operations. */
function fanInOf({ owner, value, index }: OpOperand): number | null {
  const sizes = sizesOf(value);
  if (owner instanceof hlo.DotGeneralOp) {
    const { lhsContractingDimensions: lhsContracting, rhsContractingDimensions: rhsContracting } =
      owner.dotDimensionNumbers;
    return (index === 0 ? lhsContracting : rhsContracting).reduce((count, dim) => count * sizes[dim], 1);
  }
  if (owner instanceof hlo.ConvolutionOp) {
    const kernel = sizesOf(owner.operands[1].value);
    const { kernelOutputFeatureDimension: kernelOutputFeature } = owner.dimensionNumbers;
    return kernel.reduce((count, size, dim) => (dim === kernelOutputFeature ? count : count * size), 1);
  }
  if (owner instanceof hlo.DotOp) return (index === 0 ? sizes.at(-1) : sizes[0]) ?? 1;
  return null;
}

function batchNormUse({ owner, index }: OpOperand): ArgumentUse | null {
  if (!owner.name.startsWith('stablehlo.batch_norm_') || index === 0) return null;
  if (index === 1) return { kind: 'scale' };
  if (owner.name === 'stablehlo.batch_norm_grad')
    return index === 3 ? { kind: 'positive' } : { kind: 'data' };
  return index === 4 ? { kind: 'positive' } : { kind: 'offset' };
}

const ROOTS = named(['sqrt', 'rsqrt', 'log', 'cbrt', 'power']);

/** Returns whether a number below zero would be under a root or a logarithm, or what it is near zero a divisor. */
function needsPositive(flow: ValueFlow, value: Value): boolean {
  return flow.uses(value, keepsSign).some(({ use: { owner, index } }) => {
    if (owner.name === 'stablehlo.power') return index === 0;
    if (owner.name === 'stablehlo.divide') return index === 1;
    return ROOTS.has(owner.name);
  });
}

const SIGNED = named(['abs', 'select', 'maximum', 'reduce']);

/** The results that have the sign of the operand, whatever the other operands are. */
function keepsSign(use: OpOperand): readonly Value[] {
  const { owner, index } = use;
  const { name } = owner;
  if (name === 'stablehlo.abs') return [];
  const isProduct = name === 'stablehlo.multiply' && isFixed(owner.operands[1 - index].value);
  const isQuotient = name === 'stablehlo.divide' && index === 0;
  const keeps = MOVES.has(name) || SIGNED.has(name) || name === 'stablehlo.add' || isProduct || isQuotient;
  // Indices are no numbers to keep the sign of.
  const isPart = PARTS.has(name) && (index === 0 || name === 'stablehlo.concatenate');
  return keeps || isPart ? [owner.getResult(0)] : [];
}

/** Returns whether a value is a constant, or one number for all elements. */
function isFixed(value: Value): boolean {
  const { definingOp } = value;
  if (definingOp === null) return sizesOf(value).length === 0;
  if (MOVES.has(definingOp.name)) return isFixed(definingOp.operands[0].value);
  return definingOp.name === 'stablehlo.constant' || sizesOf(value).length === 0;
}

function integerUse(flow: ValueFlow, value: Value): ArgumentUse {
  const uses = flow.uses(value, keepsIndex);
  const bounds = uses.flatMap(({ use }) => lastIndex(use) ?? []);
  if (bounds.length > 0) return { kind: 'index', last: Math.max(0, Math.min(...bounds)) };
  const counts = uses.some(({ use: { owner, index } }) => {
    const isDivisor = /^stablehlo\.(divide|remainder)$/.test(owner.name) && index === 1;
    const becomesFloat = owner.name === 'stablehlo.convert' && isFloat(owner.getResult(0));
    return isDivisor || becomesFloat;
  });
  const isScalar = sizesOf(value).length === 0;
  const kind = elementKind(value);
  if (/^ui(32|64)$/.test(kind) && !counts && !isScalar) return { kind: 'bits' };
  return isScalar || counts ? { kind: 'count' } : { kind: 'data' };
}

const CHANGES = named([
  'add',
  'clamp',
  'maximum',
  'minimum',
  'select',
  'concatenate',
  'dynamic_slice',
  'pad',
]);

/** The results that are indices if the operand is one, such as when negative indices are normalized. */
function keepsIndex({ owner, index }: OpOperand): readonly Value[] {
  const { name } = owner;
  if (name === 'stablehlo.dynamic_slice' && index > 0) return [];
  if (name === 'stablehlo.gather' && index === 0) return [owner.getResult(0)];
  if (!MOVES.has(name) && !CHANGES.has(name)) return [];
  const result = owner.getResult(0);
  return isFloat(result) || elementKind(result) === 'i1' ? [] : [result];
}

/** The last number that an index may be where it is used as one. */
function lastIndex({ owner, index, value }: OpOperand): number | null {
  const sizes = (at: number): readonly number[] => sizesOf(owner.operands[at].value);
  if (owner instanceof hlo.GatherOp && index === 1) {
    const slices = owner.sliceSizes.numbers();
    const { startIndexMap } = owner.dimensionNumbers;
    return Math.min(...startIndexMap.map((dim) => sizes(0)[dim] - slices[dim]));
  }
  if (owner instanceof hlo.ScatterOp && index === (owner.operands.length - 1) / 2) {
    const { scatterDimsToOperandDims, insertedWindowDims, updateWindowDims } = owner.scatterDimensionNumbers;
    const updates = sizes(owner.operands.length - 1);
    const windows = updateWindowDims.map((dim) => updates[dim]);
    const windowDims = sizes(0)
      .map((_, dim) => dim)
      .filter((dim) => !insertedWindowDims.includes(dim));
    return Math.min(
      ...scatterDimsToOperandDims.map((dim) => {
        const window = windowDims.length === windows.length ? windowDims.indexOf(dim) : -1;
        return sizes(0)[dim] - (window < 0 ? 1 : windows[window]);
      }),
    );
  }
  if (owner instanceof hlo.DynamicSliceOp && index > 0)
    return sizes(0)[index - 1] - owner.sliceSizes.numbers()[index - 1];
  if (owner instanceof hlo.DynamicUpdateSliceOp && index > 1)
    return sizes(0)[index - 2] - sizes(1)[index - 2];
  if (owner.name.startsWith('stablehlo.shift_') && index === 1)
    return Number(/\d+$/.exec(elementKind(value))?.[0] ?? 8) - 1;
  if (owner instanceof hlo.CompareOp && owner.comparisonDirection.value === 'EQ') {
    const classes = iotaSize(owner.operands[1 - index].value);
    return classes === null ? null : classes - 1;
  }
  return null;
}

/** Returns the length of an array that counts; `null` for one that does not count. */
function iotaSize(value: Value): number | null {
  const op: Operation | null = value.definingOp;
  if (op instanceof hlo.IotaOp) return sizesOf(value)[op.iotaDimension.number];
  return op !== null && MOVES.has(op.name) ? iotaSize(op.operands[0].value) : null;
}

function sizesOf({ type }: Value): readonly number[] {
  return isInstance(RankedTensorType, type) ? type.shape : [];
}

function elementKind({ type }: Value): string {
  return isInstance(RankedTensorType, type) ? String(type.elementType) : '';
}

function isFloat(value: Value): boolean {
  return /^(b?f\d|complex)/.test(elementKind(value));
}
