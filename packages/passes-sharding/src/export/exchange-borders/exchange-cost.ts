import { bytesOfElements, type DeviceWork } from '@shardform/cost-model';
import { axisListSize, type MeshAttr, type TensorShardingAttr } from '@shardform/dialect-sdy';
import { product, type Tensor } from '@shardform/ir-core';
import type { Prices } from '../../module/prices.ts';
import type { Communication } from '../explicit-reshards/reshard-bytes.ts';
import { axesAt, type BorderForm, type WindowedDim, type WindowedValue } from './border-form.ts';
import type { ExchangePlan } from './exchange-plan.ts';

/** Returns what devices do so that all have the windows of a form. */
export function exchangeOf(form: BorderForm, mesh: MeshAttr, prices: Prices): Communication {
  const { windows } = form;
  const dims = windows.flatMap((windowed) => windowed.dims);
  const permutes = dims.reduce((sum, { plan }) => sum + sentBlocks(plan), 0);
  return {
    bytes: windows.reduce((sum, windowed) => sum + bytesOf(windowed, mesh, 'exchanged'), 0),
    steps: permutes,
    collectives: permutes,
    time: exchangeTime(form, mesh, prices),
  };
}

/**
 * What an exchange takes: each piece is cut out by a kernel and sent, and the window is put together by one, or by one for each piece
 * where devices have it at different places.
 */
function exchangeTime({ windows }: BorderForm, mesh: MeshAttr, prices: Prices): number {
  const links = prices.on(mesh);
  let [time, launches] = [0, 0];
  for (const windowed of windows) {
    const { elementType } = windowed.inputs[0]!.type;
    const sizes = localShapeOf(windowed, mesh);
    for (const { dim, axes, plan } of inOrder(windowed, mesh)) {
      const steps = sentBlocks(plan);
      sizes[dim] = plan.sent;
      if (steps > 0) time += steps * links.shift(axes, bytesOfElements(product(sizes), elementType) / steps);
      sizes[dim] = plan.window;
      if (steps > 0) launches += steps + kernelsOf(plan);
    }
  }
  return time + prices.kernels({ ...NO_WORK, launches });
}

function sentBlocks({ blocks }: ExchangePlan): number {
  return blocks.filter(({ isSent }) => isSent).length;
}

/** Kernels that put a window together. */
function kernelsOf({ blocks }: ExchangePlan): number {
  const isJoined = blocks.every(({ pieces }) => pieces.every(({ at }) => at === pieces[0]!.at));
  return isJoined ? 1 : blocks.length;
}

/**
 * Returns whether the windows are less than the whole dimensions, or on a machine take less time than these. Where they
 * are the whole dimensions, one all_gather, which other operations may use too, takes the place of several exchanges.
 */
export function isWorthwhile(form: BorderForm, mesh: MeshAttr, prices: Prices): boolean {
  const { windows } = form;
  if (prices.isOfMachine) return exchangeTime(form, mesh, prices) <= gatheredTime(form, mesh, prices);
  const total = (what: 'exchanged' | 'gathered'): number =>
    windows.reduce((sum, windowed) => sum + bytesOf(windowed, mesh, what), 0);
  const isEach = windows.every(({ dims }) => dims.every(({ plan }) => sentBlocks(plan) <= 1));
  return isEach ? total('exchanged') <= total('gathered') : total('exchanged') < total('gathered');
}

const NO_WORK: DeviceWork = { launches: 0, flops: 0, arithmetic: 'vector', bytes: 0 };

/** What it takes to gather the dimensions, and for all devices to compute the whole of them. */
function gatheredTime({ windows }: BorderForm, mesh: MeshAttr, prices: Prices): number {
  const links = prices.on(mesh);
  let [time, bytes] = [0, 0];
  for (const { inputs, shardings, dims } of windows)
    for (const [i, input] of inputs.entries()) {
      const sharding = shardings[i] ?? null;
      const { elementType } = input.type;
      const sizes = input.type.shape.map((_, d) => localSize(input, sharding, d, mesh));
      for (const { dim, axes } of dims) {
        const parts = axisListSize(axesAt(sharding, dim), mesh);
        const operand = bytesOfElements(product(sizes), elementType);
        if (parts > 1) time += links.collective('all_gather', axes, operand);
        sizes[dim]! *= parts;
      }
      // What devices read and write of it, beyond their own part.
      const own = product(input.type.shape.map((_, d) => localSize(input, sharding, d, mesh)));
      bytes += bytesOfElements(2 * (product(sizes) - own), elementType);
    }
  return time + prices.kernels({ ...NO_WORK, launches: 1, bytes });
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
  const bytesOfCount = (count: number): number => bytesOfElements(count, inputs[0]!.type.elementType);
  if (what === 'gathered') {
    return inputs.reduce((sum, input, i) => {
      const sharding = shardings[i] ?? null;
      const local = input.type.shape.map((_, d) => localSize(input, sharding, d, mesh));
      const parts = windowed.dims.reduce(
        (all, { dim }) => all * axisListSize(axesAt(sharding, dim), mesh),
        1,
      );
      return sum + bytesOfCount(product(local) * (parts - 1));
    }, 0);
  }
  return bytesOfCount(sentInOrder(inOrder(windowed, mesh), localShapeOf(windowed, mesh)));
}

function localSize(value: Tensor, sharding: TensorShardingAttr | null, dim: number, mesh: MeshAttr): number {
  return Math.ceil(value.type.dimSize(dim) / axisListSize(axesAt(sharding, dim), mesh));
}
