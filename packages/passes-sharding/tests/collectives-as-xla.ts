import { expect } from 'vitest';
import { runText } from './run-text.ts';

/** The collectives of a module's program as XLA would partition it: kinds and local types of results, those of combined ones together. */
export function collectivesAsXla(module: string): string[] {
  return found(module).map(({ kind, type }) => `${kind} ${type}`);
}

/** The same, reductions with the groups of devices that they are over. */
export function groupedCollectivesAsXla(module: string): string[] {
  return found(module).map(({ kind, type, groups }) =>
    kind === 'all_reduce' ? `${kind} ${type} ${groups}` : `${kind} ${type}`,
  );
}

function found(module: string) {
  const local = runText('shardform-partition-pipeline{partitioner=xla}', module);
  expect(local).toContain('func.func');
  const matches = local.matchAll(
    /stablehlo\.(all_gather|all_reduce|all_to_all|collective_permute|reduce_scatter)"[^]*?-> (\(?tensor[^\n]*)\n/g,
  );
  return Array.from(matches, ([whole, kind, type]) => {
    const groups = /replica_groups = dense<(.*?)>/.exec(whole)?.[1];
    return { kind, type, groups };
  });
}
