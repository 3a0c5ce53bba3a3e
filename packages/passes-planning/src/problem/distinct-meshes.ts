import type { Machine } from '@shardform/cost-model';
import { MeshAttr } from '@shardform/dialect-sdy';

import { CommunicationPrices } from './communication-prices.ts';
import { evenSplits } from './dim-splits.ts';

/** Bytes by which prices are compared: they are made of a time, and another one for each byte. */
const BYTES = [1 << 10, 1 << 24];

/** Prices that differ by less are equal. */
const DIGITS = 9;

/**
 * Returns the meshes without those that are like one before them but for the order of their axes: the same axes by size, and
 * all communication along them takes as long on the machine, so that each plan for one is a plan for the other.
 *
 * @throws MachineError for a machine without the devices of a mesh.
 */
export function distinctMeshes(meshes: readonly MeshAttr[], machine: Machine): MeshAttr[] {
  const known = new Set<string>();
  return meshes.filter((mesh) => {
    const sizes = mesh.axes.map(({ size }) => size);
    const isAlone = !meshes.some((other) => other !== mesh && hasSizes(other, sizes));
    if (isAlone) return true;
    const key = pricesKey(mesh, machine);
    return !known.has(key) && known.add(key);
  });
}

function hasSizes({ axes }: MeshAttr, sizes: readonly number[]): boolean {
  const own = axes.map(({ size }) => size);
  return own.sort((a, b) => a - b).join() === [...sizes].sort((a, b) => a - b).join();
}

/** What reshards and reductions of a matrix take, with axes in the order of their sizes. */
function pricesKey(mesh: MeshAttr, machine: Machine): string {
  const prices = new CommunicationPrices(mesh, machine);
  const order = [...mesh.axes.keys()].sort((a, b) => mesh.axes[a]!.size - mesh.axes[b]!.size);
  const sizes = order.map((axis) => mesh.axes[axis]!.size);
  const side = mesh.totalSize;
  const splits = evenSplits([side, side], sizes).map((dims) =>
    dims.map((axes) => axes.map((axis) => order[axis]!)),
  );
  const reduced = evenSplits([side], sizes).map(([axes]) => axes!.map((axis) => order[axis]!));
  const found = BYTES.flatMap((bytes) => [
    ...prices
      .reshards({ shape: [side, side], bytes }, splits, splits)
      .flatMap(({ communication, kernels }) => [communication, kernels]),
    ...reduced.flatMap((axes) => [prices.allReduce(axes, bytes), prices.reduceScatter(axes, bytes)]),
  ]);
  return `${sizes.join('x')} ${found.map((own) => own.toPrecision(DIGITS)).join()}`;
}
