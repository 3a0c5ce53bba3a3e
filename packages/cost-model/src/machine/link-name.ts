import { coordinatesOf } from '@shardform/ir-core';
import { type GridTopology, isTorus, type Machine } from './machine.ts';

/** The network cards of nodes. */
export const NODE_NETWORK = 'network between nodes';

/** Returns the links of a grid along some of its dimensions: `dimension 0 of the 2x4 grid`. */
export function gridLinkName(grid: GridTopology, dims: readonly number[]): string {
  const { sizes } = grid;
  if (sizes.length === 1) return `${isTorus(grid) ? 'ring' : 'line'} of ${sizes[0]}`;
  const name = `${sizes.join('x')} ${isTorus(grid) ? 'torus' : 'grid'}`;
  return `dimension${dims.length === 1 ? '' : 's'} ${dims.join(' and ')} of the ${name}`;
}

/** Returns the name of the links that a wire of a route belongs to. */
export function linkName({ topology }: Machine, wire: string): string {
  if (!wire.includes('>')) return topology.kind === 'slices' ? 'network between slices' : NODE_NETWORK;
  const [from, to] = wire.split('>').map(Number);
  if (from === 0 || to === 0) return 'links to the host';
  if (topology.kind === 'nodes') return 'links inside of nodes';
  const grid = topology.kind === 'slices' ? topology.slice : topology;
  if (grid.kind === 'pairs') return 'links between pairs of devices';
  const size = grid.sizes.reduce((count, own) => count * own, 1);
  const [before, after] = [from, to].map((id) => coordinatesOf((id - 1) % size, grid.sizes));
  return gridLinkName(
    grid,
    grid.sizes.flatMap((_, dim) => (before[dim] === after[dim] ? [] : [dim])),
  );
}
