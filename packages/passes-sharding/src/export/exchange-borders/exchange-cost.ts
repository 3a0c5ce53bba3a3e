import { axisListSize, type MeshAttr, type TensorShardingAttr } from '@shardform/dialect-sdy';
import { elementBitWidth, product, type Tensor } from '@shardform/ir-core';
import type { Communication } from '../explicit-reshards/reshard-bytes.ts';
import { axesAt, type BorderForm, type WindowedValue } from './border-form.ts';

/** Returns what devices do so that all have the windows of a form. */
export function exchangeOf({ windows }: BorderForm, mesh: MeshAttr): Communication {
  const blocks = windows.flatMap(({ dims }) => dims.flatMap(({ plan }) => plan.blocks));
  return {
    bytes: windows.reduce((sum, windowed) => sum + bytesOf(windowed, mesh, 'exchanged'), 0),
    collectives: blocks.filter(({ isSent }) => isSent).length,
  };
}

/** Returns whether the windows are less than the whole dimensions. */
export function isWorthwhile({ windows }: BorderForm, mesh: MeshAttr): boolean {
  const total = (what: 'exchanged' | 'gathered'): number =>
    windows.reduce((sum, windowed) => sum + bytesOf(windowed, mesh, what), 0);
  return total('exchanged') <= total('gathered');
}

/** The dimensions in which devices get the least first: they are exchanged of smaller tensors then. */
export function inOrder({ inputs, shardings, dims }: WindowedValue, mesh: MeshAttr) {
  const growth = ({ dim, plan }: WindowedValue['dims'][number]): number =>
    plan.window / Math.max(1, localSize(inputs[0]!, shardings[0] ?? null, dim, mesh));
  return dims.toSorted((a, b) => growth(a) - growth(b));
}

function bytesOf(windowed: WindowedValue, mesh: MeshAttr, what: 'exchanged' | 'gathered'): number {
  const { inputs, shardings } = windowed;
  const bits = elementBitWidth(inputs[0]!.type.elementType) ?? 0;
  if (what === 'gathered') {
    return inputs.reduce((sum, input, i) => {
      const sharding = shardings[i] ?? null;
      const local = input.type.shape.map((_, d) => localSize(input, sharding, d, mesh));
      const parts = windowed.dims.reduce(
        (all, { dim }) => all * axisListSize(axesAt(sharding, dim), mesh),
        1,
      );
      return sum + (product(local) * (parts - 1) * bits) / 8;
    }, 0);
  }
  const shape = inputs[0]!.type.shape.map((_, d) => localSize(inputs[0]!, shardings[0] ?? null, d, mesh));
  let bytes = 0;
  for (const { dim, plan } of inOrder(windowed, mesh)) {
    shape[dim] = plan.sent;
    bytes += (product(shape) * bits) / 8;
    shape[dim] = plan.window;
  }
  return bytes;
}

function localSize(value: Tensor, sharding: TensorShardingAttr | null, dim: number, mesh: MeshAttr): number {
  return Math.ceil(value.type.dimSize(dim) / axisListSize(axesAt(sharding, dim), mesh));
}
