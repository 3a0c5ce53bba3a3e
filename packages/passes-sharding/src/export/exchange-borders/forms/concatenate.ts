import { areAxisListsEqual, axisListSize, ReshardOp, type TensorShardingAttr } from '@shardform/dialect-sdy';
import { ConcatenateOp, SliceOp, tensorOf } from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation, Tensor } from '@shardform/ir-core';
import { axesAt, borderExchange, type ExchangeSite, splitOf } from '../border-form.ts';
import { planExchange, type Run } from '../exchange-plan.ts';

/**
 * Each device gets the elements of its part, from the tensors that operands are slices of. Operands that devices have
 * whole are not sent.
 */
export const concatenateExchange: InterfaceImplementation = /* @__PURE__ */ borderExchange.implementFor(
  ConcatenateOp,
  (op) => (site) => {
    const dim = op.dimension.number;
    const result = site.results[0] ?? null;
    const axes = axesAt(result, dim);
    const parts = axisListSize(axes, site.mesh);
    if (result === null || parts === 1) return null;
    const sources: JoinedSource[] = [];
    const joined: (Omit<Run, 'at' | 'input'> & { readonly source: JoinedSource })[] = [];
    for (const [i, input] of op.inputs.entries()) {
      const found = sourceOf(input, site.operands[i] ?? null, dim, result, site);
      const source = sources.find(({ tensor }) => tensor === found.source.tensor) ?? found.source;
      if (!isSplitAs(result, source.sharding, dim)) return null;
      if (source === found.source) sources.push(source);
      joined.push({ source, start: found.start, length: input.type.dimSize(dim) });
    }
    const part = Math.ceil(op.result.type.dimSize(dim) / parts);
    const runs = Array.from({ length: parts }, (_, number): Run[] => {
      const [begin, end] = [number * part, (number + 1) * part];
      let position = 0;
      return joined.flatMap(({ source, start, length }): Run[] => {
        const [from, to] = [Math.max(begin, position), Math.min(end, position + length)];
        const first = start + from - position;
        position += length;
        if (from >= to) return [];
        return [{ input: sources.indexOf(source), start: first, length: to - from, at: from - begin }];
      });
    });
    const inputs = sources.map(({ tensor }) => tensor);
    const shardings = sources.map(({ sharding }) => sharding);
    const splits = sources.map(({ tensor, sharding }) => splitOf(tensor, sharding, dim, site.mesh));
    return {
      windows: [
        { inputs, shardings, dims: [{ dim, axes, plan: planExchange(splits, runs, part) }], filler: 'any' },
      ],
      others: [],
      build: (windows) => windows,
    };
  },
);

/** A tensor whose elements are joined. */
interface JoinedSource {
  readonly tensor: Tensor;
  readonly sharding: TensorShardingAttr | null;
}

/** The tensor that an operand is a range of, if that is split alike, and where the range begins. */
function sourceOf(
  operand: Tensor,
  sharding: TensorShardingAttr | null,
  dim: number,
  result: TensorShardingAttr,
  site: ExchangeSite,
): { readonly source: JoinedSource; readonly start: number } {
  const own = { source: { tensor: operand, sharding }, start: 0 };
  const { definingOp } = operand;
  if (definingOp instanceof ReshardOp) {
    const tensor = tensorOf(definingOp.input);
    const before = site.shardingOf(tensor);
    const isWhole = axesAt(before, dim).length === 0;
    return isWhole && isSplitAs(result, before, dim)
      ? { source: { tensor, sharding: before }, start: 0 }
      : own;
  }
  if (!(definingOp instanceof SliceOp)) return own;
  const [starts, limits] = [definingOp.startIndices.numbers(), definingOp.limitIndices.numbers()];
  const { operand: tensor } = definingOp;
  const isRange = tensor.type.shape.every((size, d) => d === dim || (starts[d] === 0 && limits[d] === size));
  const before = site.shardingOf(tensor);
  if (!isRange || definingOp.strides.numbers().some((stride) => stride !== 1)) return own;
  return isSplitAs(result, before, dim) ? { source: { tensor, sharding: before }, start: starts[dim]! } : own;
}

/** Returns whether a tensor is split as the result is; along the joined dimension it may be whole. */
function isSplitAs(result: TensorShardingAttr, sharding: TensorShardingAttr | null, dim: number): boolean {
  return result.dims.every(({ axes }, d) => {
    const own = axesAt(sharding, d);
    return areAxisListsEqual(own, axes) || (d === dim && own.length === 0);
  });
}
