import { type DimSplits, splitsKey } from './dim-splits.ts';
import type { Item } from './program-graph.ts';
import type { ReshardTable, ReshardTables } from './reshard-tables.ts';

/** Seconds of collectives and of kernels that cut out parts. */
export interface CopyCosts {
  readonly communication: Float64Array;
  readonly kernels: Float64Array;
}

/**
 * Flows of a tensor whose uses stand in the same places: those that need it split alike share a copy. A state is how the tensor is
 * made, with one copy that all uses may have, or none. What else a use needs is copied for it alone.
 */
export interface SharedUses {
  /** Numbers of the flows of classes. They have the maker, the result and the places in common. */
  readonly flows: readonly number[];
  /** By state, the number of the splits in which the tensor is made: a row of the tables of the flows. */
  readonly made: Int32Array;
  /** By state, how the shared copy is split; `null` for none. */
  readonly copies: readonly (DimSplits | null)[];
  /** By state, what it takes to make the shared copy once. */
  readonly making: CopyCosts;
  /** By flow, what its use takes beside the shared copy: row by state, column as in the flow's tables. */
  readonly using: readonly CopyCosts[];
}

/** Uses of a tensor in more states are priced one by one. */
const MOST_STATES = 512;

/**
 * Returns the states of flows that may share copies; `null` where there is nothing to share.
 *
 * @param numbers of the flows.
 * @param users by flow, an item that uses the tensor.
 */
export function sharedUses(
  numbers: readonly number[],
  flows: readonly ReshardTable[],
  users: readonly Item[],
  tables: ReshardTables,
): SharedUses | null {
  const first = flows[0]!;
  const targets = commonTargets(flows);
  const states = [...first.made.keys()].flatMap((made) => [
    { made, copy: null },
    ...targets.flatMap((target, copy) => (isFree(target.at(made)) ? [] : [{ made, copy }])),
  ]);
  if (states.length === first.made.length || states.length > MOST_STATES) return null;
  const making = states.map(({ made, copy }) => (copy === null ? FREE : targets[copy]!.at(made)));
  const splits = targets.map((target) => target.splits);
  const using = flows.map((flow, i) => {
    const derived = tables.between(flow.type, users[i]!, splits, flow.needed);
    return costsOf(
      states.flatMap(({ made, copy }) =>
        flow.needed.map((_, column) => {
          const direct = costAt(flow, made, column);
          return copy === null ? direct : cheaper(direct, costAt(derived, copy, column));
        }),
      ),
    );
  });
  return {
    flows: numbers,
    made: Int32Array.from(states, ({ made }) => made),
    copies: states.map(({ copy }) => (copy === null ? null : splits[copy]!)),
    making: costsOf(making),
    using,
  };
}

/** Whether uses share a copy as they are divided, in order to copy less. */
export function haveSharedCopy(
  { flows: numbers, made, making, using }: SharedUses,
  flows: readonly SharingFlow[],
  choices: readonly number[],
): boolean {
  const own = numbers.map((number) => flows[number]!);
  const row = own[0]!.rows[choices[own[0]!.a]!]!;
  const columns = own.map(({ b, columns: by }) => by[choices[b]!]!);
  const costOf = (state: number): number =>
    using.reduce((sum, { communication, kernels }, i) => {
      const at = state * own[i]!.needed.length + columns[i]!;
      return sum + communication[at]! + kernels[at]!;
    }, making.communication[state]! + making.kernels[state]!);
  // The first state of a row has no shared copy.
  const alone = costOf(made.indexOf(row));
  return made.some((other, state) => other === row && costOf(state) < alone * (1 - LEAST_GAIN));
}

/** A flow of classes as far as copies are concerned: from a class to a class. */
type SharingFlow = ReshardTable & { readonly a: number; readonly b: number };

/** What is rounded when costs are added. */
const LEAST_GAIN = 1e-9;

interface Cost {
  readonly communication: number;
  readonly kernels: number;
}

const FREE: Cost = { communication: 0, kernels: 0 };

/** Splits of a copy, and what it takes from how the tensor is made. */
interface Target {
  readonly splits: DimSplits;
  readonly at: (made: number) => Cost;
}

/** The splits that two flows or more may need. The first of these makes the copy. */
function commonTargets(flows: readonly ReshardTable[]): Target[] {
  const found = new Map<string, Target>();
  const common = new Set<Target>();
  for (const flow of flows) {
    for (const [column, splits] of flow.needed.entries()) {
      const key = splitsKey(splits);
      const known = found.get(key);
      if (known === undefined) found.set(key, { splits, at: (made) => costAt(flow, made, column) });
      else common.add(known);
    }
  }
  return [...common];
}

function costAt({ communication, kernels, needed }: ReshardTable, made: number, column: number): Cost {
  const at = made * needed.length + column;
  return { communication: communication[at]!, kernels: kernels[at]! };
}

function isFree({ communication, kernels }: Cost): boolean {
  return communication === 0 && kernels === 0;
}

function cheaper(a: Cost, b: Cost): Cost {
  return b.communication + b.kernels < a.communication + a.kernels ? b : a;
}

function costsOf(costs: readonly Cost[]): CopyCosts {
  return {
    communication: Float64Array.from(costs, ({ communication }) => communication),
    kernels: Float64Array.from(costs, ({ kernels }) => kernels),
  };
}
