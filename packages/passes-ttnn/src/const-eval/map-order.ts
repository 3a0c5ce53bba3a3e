/** The least number of slots of the map. */
const LEAST_SLOTS = 64;
const MASK = (1n << 64n) - 1n;

/** Returns the slot at which a key is looked up first; `slots`, their number, is a power of two. */
function firstSlot(key: number, slots: number): number {
  const product = (BigInt(key) * 0xbf58476d1ce4e5b9n) & MASK;
  return Number((product ^ (product >> 31n)) & BigInt(slots - 1));
}

function put(table: (number | null)[], key: number): void {
  let slot = firstSlot(key, table.length);
  for (let step = 1; table[slot] !== null; step++) slot = (slot + step) % table.length;
  table[slot] = key;
}

/**
 * Returns the numbers from zero to before `count` in the order in which tt-mlir lists the groups that it found: that of
 * an LLVM hash map of 64-bit numbers. Names of functions and the order of loads follow from it, so that programs agree.
 */
export function mapOrder(count: number): number[] {
  let table = new Array<number | null>(LEAST_SLOTS).fill(null);
  for (let key = 0; key < count; key++) {
    if ((key + 1) * 4 >= table.length * 3) {
      const old = table;
      table = new Array<number | null>(old.length * 2).fill(null);
      for (const entry of old) if (entry !== null) put(table, entry);
    }
    put(table, key);
  }
  return table.filter((entry) => entry !== null);
}
