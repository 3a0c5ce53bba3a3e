import {
  type AxisList,
  type AxisRefAttr,
  areAxisListsEqual,
  canMergeAxes,
  EdgeValueRefAttr,
  isAxisListPrefixOf,
  type MeshAttr,
  mergeAxes,
  type TensorMappingAttr,
} from '@shardform/dialect-sdy';
import type { ShardingProjection, TensorFactorShardings } from '../projection/factor-sharding.ts';

/** One axis that a step gave to a tensor, and the tensor that had it before. */
export interface StepEdge {
  readonly axis: AxisRefAttr;
  readonly source: EdgeValueRefAttr;
  readonly target: EdgeValueRefAttr;
}

/** A finished propagation step. */
export interface RecordedStep {
  readonly mesh: MeshAttr;
  readonly before: ShardingProjection;
  readonly after: ShardingProjection;
}

/**
 * Returns the edges of a step, operands first. The source of an axis is the first operand, or else result, whose factor
 * was split along it before. Sub-axes of an axis that reach one dimension as different factors count as one.
 */
export function stepEdges({ mesh, before, after }: RecordedStep): StepEdge[] {
  const { rule, operandCount } = before;
  const edges: StepEdge[] = [];
  for (const [i, tensor] of before.tensors.entries()) {
    const changed = after.tensors[i]!;
    // Most tensors of a step stay as they are.
    if (tensor.factors.every((factor, at) => factor?.axes === changed.factors[at]?.axes)) continue;
    const mapping = i < operandCount ? rule.operands[i]! : rule.results[i - operandCount]!;
    const target = valueRef(i, operandCount);
    for (const [axis, source] of new NewAxes(before, mesh).visit(tensor, changed, mapping))
      edges.push({ axis, source, target });
  }
  return edges;
}

/** Operand or result by its position among all tensors. */
function valueRef(index: number, operandCount: number): EdgeValueRefAttr {
  return index < operandCount
    ? EdgeValueRefAttr.get({ type: 'operand', index })
    : EdgeValueRefAttr.get({ type: 'result', index: index - operandCount });
}

/** The axes that are new in one tensor, with their sources. */
class NewAxes {
  readonly #before: ShardingProjection;
  readonly #mesh: MeshAttr;
  readonly #sources = new Map<AxisRefAttr, EdgeValueRefAttr>();

  constructor(before: ShardingProjection, mesh: MeshAttr) {
    this.#before = before;
    this.#mesh = mesh;
  }

  visit(
    before: TensorFactorShardings,
    after: TensorFactorShardings,
    mapping: TensorMappingAttr,
  ): ReadonlyMap<AxisRefAttr, EdgeValueRefAttr> {
    for (const { factorIndices: factors } of mapping.dimMappings) {
      let previous: AxisRefAttr | null = null;
      for (const factor of factors) {
        const [old, axes] = [before.factors[factor]?.axes, after.factors[factor]?.axes];
        const last = axes?.at(-1);
        if (old === undefined || axes === undefined || last === undefined || areAxisListsEqual(old, axes))
          continue;
        let merged = last;
        if (previous !== null && canMergeAxes(previous, last)) {
          this.#sources.delete(previous);
          merged = mergeAxes(previous, last, this.#mesh);
        }
        previous = last;
        const source = this.#sourceOf(axes, factor);
        if (source !== null) this.#add(old, [...axes.slice(0, -1), merged], source);
      }
    }
    return this.#sources;
  }

  #sourceOf(axes: AxisList, factor: number): EdgeValueRefAttr | null {
    const { tensors, operandCount } = this.#before;
    const index = tensors.findIndex((tensor) => {
      const old = tensor.factors[factor]?.axes;
      return old !== undefined && isAxisListPrefixOf(axes, old);
    });
    return index < 0 ? null : valueRef(index, operandCount);
  }

  /** The last old axis may have become a larger sub-axis of its axis; axes after it are new. */
  #add(old: AxisList, axes: AxisList, source: EdgeValueRefAttr): void {
    const first = old.length > 0 && old.at(-1) !== axes[old.length - 1] ? old.length - 1 : old.length;
    for (let i = first; i < axes.length; i++) {
      if (!this.#sources.has(axes[i]!)) this.#sources.set(axes[i]!, source);
    }
  }
}
