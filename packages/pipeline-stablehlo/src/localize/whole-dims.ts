import { type Operation, RankedTensorType, zip } from '@shardform/ir-core';
import {
  isCollectiveOp,
  type MeshAttr,
  type OpShardingRuleAttr,
  type TensorMappingAttr,
} from '@shardform/dialect-sdy';
import { ConvolutionOp, CustomCallOp, DynamicUpdateSliceOp, PadOp } from '@shardform/dialect-stablehlo';
import {
  attachedShardingRule,
  registeredShardingRule,
  type GlobalOp,
  type GlobalValue,
} from '@shardform/passes-sharding';
import { fixedRule } from '../passes/register-custom-sharding-rule.ts';
import type { LocalSite } from './local-site.ts';

/** The dimensions of each operand and result that an operation needs whole. */
export interface WholeDims {
  readonly operands: readonly ReadonlySet<number>[];
  readonly results: readonly ReadonlySet<number>[];
}

/**
 * Returns the split dimensions of an operation with global types along which an operation would need elements of other
 * devices: those whose factor has to be whole, or moves elements, and those that depend on them. `null` when there are
 * none, or no rule tells.
 */
export function wholeDims(op: Operation, site: LocalSite): WholeDims | null {
  // Collectives know how their operands are split.
  if (isCollectiveOp(op)) return null;
  const global = site.global(op);
  if (![...global.operands, ...global.results].some((value) => isSplit(value, site.mesh))) return null;
  const inPlace = op instanceof CustomCallOp ? allSplitDims(op, global, site.mesh) : null;
  if (inPlace !== null) return inPlace;
  const rule =
    fixedRule(op, site.context) ?? attachedShardingRule(op) ?? registeredShardingRule(op, site.context);
  if (rule === null) return null;
  return closure(global, rule, wholeFactors(op, rule), site.mesh);
}

/**
 * Of a call that computes a result in place of an operand, such as LAPACK's, all split dimensions unless both are split
 * alike; `null` for other calls.
 */
function allSplitDims(op: CustomCallOp, global: GlobalOp, mesh: MeshAttr): WholeDims | null {
  const isApart = op.aliases().some(({ operandIndex, outputTupleIndices }) => {
    const operand = global.operands[operandIndex];
    const result = global.results[outputTupleIndices[0] ?? 0];
    if (operand === undefined || result === undefined) return false;
    return splitDims(operand, mesh).some((d) => partsOf(operand, d, mesh) !== partsOf(result, d, mesh));
  });
  if (!isApart) return null;
  const split = (values: readonly GlobalValue[]): ReadonlySet<number>[] =>
    values.map((value) => new Set(splitDims(value, mesh)));
  return { operands: split(global.operands), results: split(global.results) };
}

/** Factors that have to be whole, or that move elements. */
function wholeFactors(op: Operation, rule: OpShardingRuleAttr): Set<number> {
  const factors = new Set<number>();
  for (let factor = 0; factor < rule.factorCount; factor++) {
    const type = rule.factorType(factor);
    if (type === 'need-replication' || type === 'permutation') factors.add(factor);
  }
  if (op instanceof DynamicUpdateSliceOp) {
    // Where the update goes is known along dimensions only that it fills.
    const [operand, update] = rule.operands;
    for (let factor = 0; factor < rule.factorCount; factor++)
      if (!operand!.hasFactor(factor) || !update!.hasFactor(factor)) factors.add(factor);
  }
  if (op instanceof PadOp) {
    // A rule tells that elements move from sizes that differ; what is added at one end may be cut off at the other.
    const ends = [op.edgePaddingLow.numbers(), op.edgePaddingHigh.numbers()];
    for (const d of op.result.type.shape.keys())
      if (ends.some((padding) => padding[d] !== 0))
        for (const factor of factorsOf(rule.operands[0], d)) factors.add(factor);
  }
  if (!(op instanceof ConvolutionOp)) return factors;
  // A window that fits in one position only is a sum over its elements; others reach into neighbouring shards.
  const { inputSpatialDimensions: inputSpatial, outputSpatialDimensions: outputSpatial } =
    op.dimensionNumbers;
  const padding = op.padding?.integers().map(Number) ?? [];
  inputSpatial.forEach((input, i) => {
    const fitsOnce = op.result.type.shape[outputSpatial[i]!] === 1 && !padding[2 * i] && !padding[2 * i + 1];
    if (!fitsOnce) for (const factor of factorsOf(rule.operands[0], input)) factors.add(factor);
  });
  return factors;
}

function isSplit({ sharding }: GlobalValue, mesh: MeshAttr): boolean {
  return sharding?.dims.some((dim) => dim.shardedSize(mesh) > 1) === true;
}

function partsOf({ sharding }: GlobalValue, dim: number, mesh: MeshAttr): number {
  return sharding?.dims[dim]?.shardedSize(mesh) ?? 1;
}

/** A dimension with a factor that has to be whole is whole, and so are all factors of a whole dimension. */
function closure(
  global: GlobalOp,
  rule: OpShardingRuleAttr,
  whole: Set<number>,
  mesh: MeshAttr,
): WholeDims | null {
  const sides = [
    { values: global.operands, mappings: rule.operands },
    { values: global.results, mappings: rule.results },
  ];
  const dims = sides.map(({ values }) => values.map(() => new Set<number>()));
  for (let changed = true; changed;) {
    changed = false;
    zip(sides, dims).forEach(([{ values, mappings }, dim]) => {
      values.forEach((value, i) => {
        for (const d of splitDims(value, mesh)) {
          const factors = factorsOf(mappings[i], d);
          // A dimension of no factor is one that nothing is known about.
          const needsWhole = factors.length === 0 || factors.some((factor) => whole.has(factor));
          if (dim[i]!.has(d) || !needsWhole) continue;
          dim[i]!.add(d);
          for (const factor of factors) whole.add(factor);
          changed = true;
        }
      });
    });
  }
  const [operands, results] = dims;
  return dims.flat().some((set) => set.size > 0) ? { operands: operands!, results: results! } : null;
}

function splitDims(value: GlobalValue, mesh: MeshAttr): number[] {
  const rank = value.type instanceof RankedTensorType ? value.type.rank : 0;
  return Array.from({ length: rank }, (_, d) => d).filter((d) => partsOf(value, d, mesh) > 1);
}

function factorsOf(mapping: TensorMappingAttr | undefined, dim: number): readonly number[] {
  return mapping?.dimMappings[dim]?.factorIndices ?? [];
}
