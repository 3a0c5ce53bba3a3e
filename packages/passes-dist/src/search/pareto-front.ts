import type { Evaluation } from './candidate.ts';

/** Evaluations that no other beats in both time and memory, the fastest first. */
export function paretoFront(evaluations: readonly Evaluation[]): Evaluation[] {
  const front: Evaluation[] = [];
  let least = Infinity;
  for (const evaluation of [...evaluations].sort(
    (a, b) => a.latency - b.latency || a.peakBytes - b.peakBytes,
  )) {
    if (evaluation.peakBytes >= least) continue;
    least = evaluation.peakBytes;
    front.push(evaluation);
  }
  return front;
}
