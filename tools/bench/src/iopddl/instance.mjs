import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** Costs of pairs of choices that exclude each other are larger; they count as this, so that sums stay exact. */
const EXCLUDED = 1e15;

/**
 * Reads an instance of the IOPDDL contest in its JSON, which may be compressed: choices of nodes use memory while the nodes
 * live, of which there is a limit at all times.
 *
 * @param {string} file
 */
export function readInstance(file) {
  const bytes = readFileSync(file);
  const { problem } = JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString());
  const { nodes, edges } = problem;
  const cost = (own) => Math.min(own, EXCLUDED);
  return {
    name: problem.name,
    problem: {
      nodes: nodes.costs.map((costs) => Float64Array.from(costs, cost)),
      edges: edges.nodes.map(([a, b], i) => ({ a, b, costs: Float64Array.from(edges.costs[i], cost) })),
    },
    intervals: nodes.intervals,
    usages: nodes.usages.map((own) => Float64Array.from(own)),
    limit: problem.usage_limit ?? Infinity,
  };
}
