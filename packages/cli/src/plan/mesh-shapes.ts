import { MeshAttr } from '@shardform/dialect-sdy';
import { product, oneLine } from '@shardform/ir-core';
import { UsageError } from '../tool-io.ts';
import { meshProblem } from './mesh-problem.ts';

/** Names of axes that have none. */
const AXES = ['x', 'y', 'z'];

/**
 * Reads a mesh: sizes such as `2x4`, or axes such as `data=2,model=4`.
 *
 * @throws UsageError
 */
export function readMesh(text: string): MeshAttr {
  const named = text.split(',').map((axis) => /^\s*([A-Za-z_]\w*)\s*=\s*(\d+)\s*$/.exec(axis));
  const sizes = /^\d+(x\d+)*$/.test(text) ? text.split('x').map(Number) : null;
  const axes =
    sizes?.map((size, i) => [AXES[i] ?? '', size] as const) ??
    named.map((axis) => [axis?.[1] ?? '', Number(axis?.[2])] as const);
  const names = new Set(axes.map(([name]) => name));
  const isRead = axes.every(([name, size]) => name !== '' && Number.isSafeInteger(size) && size > 0);
  if (!isRead || names.size < axes.length)
    throw new UsageError(`flag '--mesh ${text}': ${meshProblem(text, AXES)}`);
  return MeshAttr.of(axes);
}

/** Returns the meshes of so many devices: of up to two axes in any order, and of three axes, the largest first. */
export function meshesOf(devices: number): MeshAttr[] {
  const factors = Array.from({ length: devices }, (_, i) => i + 1).filter((size) => devices % size === 0);
  const inner = factors.filter((size) => size > 1 && size < devices);
  const shapes: (readonly number[])[] = [[devices], ...inner.map((size) => [devices / size, size])];
  for (const last of inner) {
    for (const size of inner) {
      const first = devices / (size * last);
      if (Number.isInteger(first) && first >= size && size >= last) shapes.push([first, size, last]);
    }
  }
  return shapes.map((sizes) => MeshAttr.of(sizes.map((size, i) => [AXES[i]!, size] as const)));
}

interface SizedAxis {
  readonly name: string;
  readonly size: number;
}

/** The mesh of one device. */
export function meshOfOne(): MeshAttr {
  return MeshAttr.of([[AXES[0]!, 1]]);
}

/** `x=2, y=4`. */
export function meshText({ axes }: { readonly axes: readonly SizedAxis[] }): string {
  return axes.map(({ name, size }) => `${oneLine(name)}=${size}`).join(', ');
}

/** Number of devices of a mesh. */
export function devicesOf({ axes }: MeshAttr): number {
  return product(axes.map(({ size }) => size));
}
