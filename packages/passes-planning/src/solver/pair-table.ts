/**
 * The costs of pairs of choices of two nodes, seen from one of them. Choices that cost the same with every choice of
 * the other node share a row, or a column: tables are as large as what nodes have to agree on, not as their choices.
 */
export interface PairTable {
  readonly costs: Float64Array;
  /** By choice of the node that it is seen from. */
  readonly rows: Int32Array;
  /** By choice of the other node. */
  readonly columns: Int32Array;
  readonly height: number;
  readonly width: number;
}

/** Returns a table in which each choice has a row and a column of its own, unless others are equal to it. */
export function tableOf(
  costs: Float64Array,
  rows: Int32Array,
  columns: Int32Array,
  width: number,
): PairTable {
  const height = width === 0 ? 0 : costs.length / width;
  return mergedColumns(turned(mergedColumns(turned({ costs, rows, columns, height, width }))));
}

/** The same table, seen from the other node. Tables that share costs share them turned, too. */
export function turned({ costs, rows, columns, height, width }: PairTable): PairTable {
  let other = TURNED.get(costs);
  if (other?.height !== width) {
    other = { costs: new Float64Array(costs.length), height: width };
    for (let row = 0, at = 0; row < height; row++)
      for (let column = 0; column < width; column++) other.costs[column * height + row] = costs[at++]!;
    TURNED.set(costs, other);
    TURNED.set(other.costs, { costs, height });
  }
  return { costs: other.costs, rows: columns, columns: rows, height: width, width: height };
}

/** By costs, the same ones turned. */
const TURNED = new WeakMap<Float64Array, { readonly costs: Float64Array; readonly height: number }>();

/** Returns the sum of two tables of the same nodes. */
export function sumOfTables(first: PairTable, second: PairTable): PairTable {
  const rows = jointLabels(first.rows, second.rows, second.height);
  const columns = jointLabels(first.columns, second.columns, second.width);
  const width = columns.firsts.length;
  const costs = new Float64Array(rows.firsts.length * width);
  let at = 0;
  for (const row of rows.firsts) {
    const [base, base2] = [first.rows[row]! * first.width, second.rows[row]! * second.width];
    for (const column of columns.firsts)
      costs[at++] =
        first.costs[base + first.columns[column]!]! + second.costs[base2 + second.columns[column]!]!;
  }
  return { costs, rows: rows.labels, columns: columns.labels, height: rows.firsts.length, width };
}

/** Returns the table with some choices of the node that it is seen from. */
export function keepRows(table: PairTable, choices: ArrayLike<number>): PairTable {
  const { width } = table;
  const rows = picked(table.rows, choices);
  const { labels, firsts } = relabelled(rows);
  if (firsts.length === table.height) return { ...table, rows };
  const costs = new Float64Array(firsts.length * width);
  firsts.forEach((at, row) => {
    const from = table.rows[choices[at]!]! * width;
    costs.set(table.costs.subarray(from, from + width), row * width);
  });
  return { ...table, costs, rows: labels, height: firsts.length };
}

/** The labels of some choices. */
export function picked(labels: Int32Array, choices: ArrayLike<number>): Int32Array {
  const own = new Int32Array(choices.length);
  for (let i = 0; i < own.length; i++) own[i] = labels[choices[i]!]!;
  return own;
}

/** Choices that share columns share one; the table is not changed. */
function mergedColumns(table: PairTable): PairTable {
  const { costs, columns, height, width } = table;
  const known = new Map<number, number[]>();
  const labels = new Int32Array(width);
  const kept: number[] = [];
  const isEqual = (a: number, b: number): boolean => {
    for (let row = 0; row < height; row++)
      if (costs[row * width + a] !== costs[row * width + b]) return false;
    return true;
  };
  for (let column = 0; column < width; column++) {
    let hash = 0;
    for (let row = 0; row < height; row++) hash = (hash * 31 + costs[row * width + column]!) % 1e9;
    const key = Number.isNaN(hash) ? -1 : hash;
    const same = known.get(key) ?? [];
    known.set(key, same);
    const found = same.find((own) => isEqual(kept[own]!, column));
    labels[column] = found ?? kept.length;
    if (found !== undefined) continue;
    same.push(kept.length);
    kept.push(column);
  }
  if (kept.length === width) return table;
  const merged = new Float64Array(height * kept.length);
  for (let row = 0, at = 0; row < height; row++)
    for (const column of kept) merged[at++] = costs[row * width + column]!;
  return { ...table, costs: merged, columns: columns.map((own) => labels[own]!), width: kept.length };
}

interface Labels {
  readonly labels: Int32Array;
  /** By label, the first place that has it. */
  readonly firsts: readonly number[];
}

/** Numbers pairs of labels in the order in which they occur. */
function jointLabels(first: Int32Array, second: Int32Array, bound: number): Labels {
  const pairs = new Float64Array(first.length);
  for (let i = 0; i < pairs.length; i++) pairs[i] = first[i]! * bound + second[i]!;
  return relabelled(pairs);
}

function relabelled(given: ArrayLike<number>): Labels {
  const numbers = new Map<number, number>();
  const firsts: number[] = [];
  const labels = new Int32Array(given.length);
  for (let i = 0; i < given.length; i++) {
    let number = numbers.get(given[i]!);
    if (number === undefined) {
      numbers.set(given[i]!, (number = firsts.length));
      firsts.push(i);
    }
    labels[i] = number;
  }
  return { labels, firsts };
}
