import { axisListSize, type MeshAttr, type TensorShardingAttr } from '@shardform/dialect-sdy';
import { elementByteWidth, product, type Tensor } from '@shardform/ir-core';
import type { Communication } from '../explicit-reshards/reshard-bytes.ts';
import { axesAt, type BorderForm, type WindowedDim, type WindowedValue } from './border-form.ts';

/** Returns what devices do so that all have the windows of a form. */
export function exchangeOf({ windows }: BorderForm, mesh: MeshAttr): Communication {
  const blocks = windows.flatMap(({ dims }) => dims.flatMap(({ plan }) => plan.blocks));
  const permutes = blocks.filter(({ isSent }) => isSent).length;
  return {
    bytes: windows.reduce((sum, windowed) => sum + bytesOf(windowed, mesh, 'exchanged'), 0),
    steps: permutes,
    collectives: permutes,
  };
}

/** Returns whether the windows are less than the whole dimensions. */
export function isWorthwhile({ windows }: BorderForm, mesh: MeshAttr): boolean {
  const total = (what: 'exchanged' | 'gathered'): number =>
    windows.reduce((sum, windowed) => sum + bytesOf(windowed, mesh, what), 0);
  return total('exchanged') <= total('gathered');
}

/** The dimensions in the order in which devices send the least: each window is a size of the tensors that follow. */
export function inOrder(windowed: WindowedValue, mesh: MeshAttr): readonly WindowedDim[] {
  const shape = localShapeOf(windowed, mesh);
  return orders(windowed.dims).reduce((best, order) =>
    sentInOrder(order, shape) < sentInOrder(best, shape) ? order : best,
  );
}

/** The number of elements that a device sends for one dimension after the other. */
function sentInOrder(dims: readonly WindowedDim[], shape: readonly number[]): number {
  const sizes = [...shape];
  let sent = 0;
  for (const { dim, plan } of dims) {
    sizes[dim] = plan.sent;
    sent += product(sizes);
    sizes[dim] = plan.window;
  }
  return sent;
}

/** All orders of a few dimensions. */
function orders(dims: readonly WindowedDim[]): (readonly WindowedDim[])[] {
  if (dims.length < 2) return [dims];
  return dims.flatMap((first) =>
    orders(dims.filter((other) => other !== first)).map((rest) => [first, ...rest]),
  );
}

function localShapeOf({ inputs, shardings }: WindowedValue, mesh: MeshAttr): number[] {
  return inputs[0]!.type.shape.map((_, d) => localSize(inputs[0]!, shardings[0] ?? null, d, mesh));
}

function bytesOf(windowed: WindowedValue, mesh: MeshAttr, what: 'exchanged' | 'gathered'): number {
  const { inputs, shardings } = windowed;
  const width = elementByteWidth(inputs[0]!.type.elementType) ?? 0;
  if (what === 'gathered') {
    return inputs.reduce((sum, input, i) => {
      const sharding = shardings[i] ?? null;
      const local = input.type.shape.map((_, d) => localSize(input, sharding, d, mesh));
      const parts = windowed.dims.reduce(
        (all, { dim }) => all * axisListSize(axesAt(sharding, dim), mesh),
        1,
      );
      return sum + product(local) * (parts - 1) * width;
    }, 0);
  }
  return sentInOrder(inOrder(windowed, mesh), localShapeOf(windowed, mesh)) * width;
}

function localSize(value: Tensor, sharding: TensorShardingAttr | null, dim: number, mesh: MeshAttr): number {
  return Math.ceil(value.type.dimSize(dim) / axisListSize(axesAt(sharding, dim), mesh));
}
