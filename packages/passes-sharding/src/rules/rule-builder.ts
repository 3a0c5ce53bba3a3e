import { type Operation, shapeOf } from '@shardform/ir-core';
import {
  DimMappingAttr,
  type FactorType,
  OpShardingRuleAttr,
  TensorMappingAttr,
} from '@shardform/dialect-sdy';

/** In a list of dimensions, one per tensor: the tensor lacks the factor. */
export const NO_DIM = -1;

/** The properties of a factor beside its size. */
export interface FactorKind {
  /** `pass-through` unless given. */
  readonly type?: FactorType;
  /** Nothing is propagated along the factor. */
  readonly isBlocked?: boolean;
}

/**
 * Makes a rule factor by factor; factors are numbered in the order in which they are added. Dimensions that
 * have no factor in the end get one of size 1 each, after the others, so that nothing is propagated there.
 */
export class ShardingRuleBuilder {
  readonly #operands: number[][][];
  readonly #results: number[][][];
  readonly #sizes: number[] = [];
  readonly #special = {
    // Filled while factors are added.
    reduction: [] as number[],
    needReplication: [] as number[],
    permutation: [] as number[],
    blockedPropagation: [] as number[],
  };

  constructor(op: Operation) {
    this.#operands = op.operands.map(({ value }) => shapeOf(value.type).map(() => []));
    this.#results = op.results.map(({ type }) => shapeOf(type).map(() => []));
  }

  /**
   * Adds a factor.
   *
   * @param operandDims the dimension that has the factor in each operand, or {@link NO_DIM}.
   * @param resultDims the same for each result.
   */
  addFactor(
    operandDims: readonly number[],
    resultDims: readonly number[],
    size: number,
    kind: FactorKind = {},
  ): this {
    const factor = this.#newFactor(size, kind);
    addToDims(this.#operands, operandDims, factor, size);
    addToDims(this.#results, resultDims, factor, size);
    return this;
  }

  /** Adds a factor to the same dimension of all tensors but scalars. */
  addFactorToAll(dim: number, size: number, kind: FactorKind = {}): this {
    const factor = this.#newFactor(size, kind);
    for (const tensor of this.#operands) tensor[dim]?.push(factor);
    for (const tensor of this.#results) tensor[dim]?.push(factor);
    return this;
  }

  build(): OpShardingRuleAttr {
    return OpShardingRuleAttr.get(
      this.#sizes,
      this.#operands.map((tensor) => this.#mapping(tensor)),
      this.#results.map((tensor) => this.#mapping(tensor)),
      this.#special,
    );
  }

  #newFactor(size: number, { type, isBlocked }: FactorKind): number {
    const factor = this.#sizes.length;
    this.#sizes.push(size);
    if (type === 'reduction') this.#special.reduction.push(factor);
    else if (type === 'need-replication') this.#special.needReplication.push(factor);
    else if (type === 'permutation') this.#special.permutation.push(factor);
    if (isBlocked === true) this.#special.blockedPropagation.push(factor);
    return factor;
  }

  #mapping(tensor: readonly number[][]): TensorMappingAttr {
    return TensorMappingAttr.get({
      dimMappings: tensor.map((factors) =>
        factors.length > 1
          ? DimMappingAttr.get({ factorIndices: factors })
          : ofOneFactor(factors[0] ?? this.#newFactor(1, {})),
      ),
    });
  }
}

/** By the factor: most dimensions have one. */
const mappingsOfOne: DimMappingAttr[] = [];

function ofOneFactor(factor: number): DimMappingAttr {
  return (mappingsOfOne[factor] ??= DimMappingAttr.get({ factorIndices: [factor] }));
}

/** A factor of size 1 is not added to a dimension that has factors already. */
function addToDims(
  tensors: readonly number[][][],
  dims: readonly number[],
  factor: number,
  size: number,
): void {
  for (let i = 0; i < dims.length; i++) {
    const dim = dims[i]!;
    if (dim === NO_DIM) continue;
    const factors = tensors[i]![dim]!;
    if (size !== 1 || factors.length === 0) factors.push(factor);
  }
}
