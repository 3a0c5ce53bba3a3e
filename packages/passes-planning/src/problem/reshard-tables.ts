import { bytesOfType } from '@shardform/cost-model';
import type { Context, RankedTensorType } from '@shardform/ir-core';

import type { CommunicationPrices, TensorSize } from './communication-prices.ts';
import { type DimSplits, splitsKey } from './dim-splits.ts';
import { fusesOperandsOf } from './kernel-prices.ts';
import type { Item } from './program-graph.ts';

/** The costs of reshards from each way that a tensor is made to each way that it is needed, for one of it. */
export interface ReshardTable {
  readonly type: RankedTensorType;
  /** Of the whole tensor. */
  readonly bytes: number;
  /** By row and by column. */
  readonly made: readonly DimSplits[];
  readonly needed: readonly DimSplits[];
  /** By choice of where it is made, and of where it is used. */
  readonly rows: Int32Array;
  readonly columns: Int32Array;
  /** Row by how it is made, column by how it is needed: seconds of collectives, and of kernels that cut out parts. */
  readonly communication: Float64Array;
  readonly kernels: Float64Array;
}

/** Returns the size of a tensor. */
export function sizeOf(type: RankedTensorType): TensorSize {
  return { shape: type.shape, bytes: bytesOfType(type) };
}

/** Tables of reshards: the same are made once. */
export class ReshardTables {
  readonly #prices: CommunicationPrices;
  readonly #context: Context;
  readonly #known = new Map<string, Pick<ReshardTable, 'communication' | 'kernels'>>();

  constructor(prices: CommunicationPrices, context: Context) {
    this.#prices = prices;
    this.#context = context;
  }

  /** @param user what uses the tensor: cutting out a part may be fused into it. */
  between(
    type: RankedTensorType,
    user: Item,
    made: readonly DimSplits[],
    needed: readonly DimSplits[],
  ): ReshardTable {
    const isFused = fusesOperandsOf(user, this.#context);
    const [rows, columns] = [distinct(made), distinct(needed)];
    const key = `${type.id} ${isFused} ${rows.key} > ${columns.key}`;
    let costs = this.#known.get(key);
    if (costs === undefined) {
      const pairs = this.#prices.reshards(sizeOf(type), rows.splits, columns.splits);
      costs = {
        communication: Float64Array.from(pairs, ({ communication }) => communication),
        kernels: Float64Array.from(pairs, ({ fused, kernels }) => (isFused ? fused : kernels)),
      };
      this.#known.set(key, costs);
    }
    return {
      ...{ type, bytes: sizeOf(type).bytes, made: rows.splits, needed: columns.splits },
      ...{ rows: rows.numbers, columns: columns.numbers, ...costs },
    };
  }
}

interface DistinctSplits {
  readonly splits: readonly DimSplits[];
  /** By choice, the number of its splits. */
  readonly numbers: Int32Array;
  readonly key: string;
}

function distinct(choices: readonly DimSplits[]): DistinctSplits {
  const known = new Map<string, number>();
  const splits: DimSplits[] = [];
  const numbers = Int32Array.from(choices, (own) => {
    const key = splitsKey(own);
    let number = known.get(key);
    if (number === undefined) {
      known.set(key, (number = splits.length));
      splits.push(own);
    }
    return number;
  });
  return { splits, numbers, key: [...known.keys()].join(';') };
}
