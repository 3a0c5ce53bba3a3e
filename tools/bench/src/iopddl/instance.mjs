import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** Costs of choices, and of pairs of them, that exclude each other are larger. */
const EXCLUDED = 1e15;

/**
 * Reads an instance of the IOPDDL contest in its JSON, which may be compressed: choices of nodes use memory while the nodes
 * live, of which there is a limit at all times. Pairs of the same costs share them.
 *
 * @param {string} file
 */
export function readInstance(file) {
  const bytes = readFileSync(file);
  const { problem } = JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString());
  const { nodes, edges } = problem;
  const cost = (own) => (own < EXCLUDED ? own : Infinity);
  const known = new Map();
  const shared = (costs) => {
    const hash = costs.reduce((sum, own) => (Math.imul(sum, 31) + (own % 1000003)) | 0, costs.length);
    const alike = known.get(hash) ?? [];
    known.set(hash, alike);
    const own = Float64Array.from(costs, cost);
    const same = alike.find((other) => other.length === own.length && other.every((x, i) => x === own[i]));
    if (same === undefined) alike.push(own);
    return same ?? own;
  };
  return {
    name: problem.name,
    problem: {
      nodes: nodes.costs.map((costs) => Float64Array.from(costs, cost)),
      edges: edges.nodes.map(([a, b], i) => ({ a, b, costs: shared(edges.costs[i]) })),
    },
    intervals: nodes.intervals,
    usages: nodes.usages.map((own) => Float64Array.from(own)),
    limit: problem.usage_limit ?? Infinity,
  };
}
