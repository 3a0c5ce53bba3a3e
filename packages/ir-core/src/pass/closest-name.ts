import { lastOf } from '../list/last-of.ts'; /** The candidate that a misspelt name most likely means; `null` when none is close. */
export function closestName(name: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  let bestDistance = Math.floor(name.length / 3) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) >= bestDistance) continue;
    const distance = editDistance(name, candidate);
    if (distance >= bestDistance) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}

/** Number of insertions, deletions, substitutions and exchanges of neighbouring characters that make `a` into `b`. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const substitution = row[j]! + (a[i] === b[j] ? 0 : 1);
      let distance = Math.min(substitution, row[j + 1]! + 1, next[j]! + 1);
      const isExchange = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j];
      if (isExchange) distance = Math.min(distance, before[j - 1]! + 1);
      next.push(distance);
    }
    before = row;
    row = next;
  }
  return lastOf(row);
}
