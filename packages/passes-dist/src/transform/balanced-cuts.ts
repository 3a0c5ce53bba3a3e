/**
 * Cuts a list of sizes into runs whose largest sum is as small as possible, by dynamic programming over the number
 * of runs and their ends.
 *
 * @returns the start of each run; none is empty.
 */
export function balancedCuts(sizes: readonly number[], runs: number): number[] {
  const count = sizes.length;
  const sums = [0];
  for (const size of sizes) sums.push(sums.at(-1)! + size);
  // The least possible largest sum of the first `end` sizes in `run + 1` runs, and where the last of them starts.
  let best: number[] = sums.map((sum) => sum);
  const starts: number[][] = [new Array<number>(count + 1).fill(0)];
  for (let run = 1; run < runs; run += 1) {
    const next = new Array<number>(count + 1).fill(Infinity);
    const from = new Array<number>(count + 1).fill(0);
    for (let end = run + 1; end <= count; end += 1) {
      for (let start = run; start < end; start += 1) {
        const largest = Math.max(best[start]!, sums[end]! - sums[start]!);
        if (largest >= next[end]!) continue;
        next[end] = largest;
        from[end] = start;
      }
    }
    best = next;
    starts.push(from);
  }
  const cuts: number[] = [];
  for (let run = runs - 1, end = count; run >= 0; run -= 1) {
    end = starts[run]![end]!;
    cuts.unshift(end);
  }
  return cuts;
}
