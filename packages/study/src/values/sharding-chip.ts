import type { TensorShardingAttr } from '@shardform/dialect-sdy';
import type { Context, Value } from '@shardform/ir-core';
import { shardingOf } from './mesh-holding.ts';

/** A sharding as it is drawn at a value: a cell for each dimension. */
export interface ShardingChip {
  readonly dims: readonly ChipCell[];
  /** Axes along which devices hold partial sums. */
  readonly unreduced: readonly string[];
  /** The attribute. */
  readonly text: string;
}

/** The sharding of one dimension. */
export interface ChipCell {
  /** Names of axes, the major one first; empty for a dimension that every device holds whole. */
  readonly axes: readonly string[];
  /** True if propagation may add axes. */
  readonly isOpen: boolean;
  /** `null` unless the program gives one. */
  readonly priority: number | null;
}

/** Returns the chip of a value's sharding; `null` without one. */
export function chipOf(value: Value, context: Context): ShardingChip | null {
  const sharding = shardingOf(value, context);
  return sharding === null ? null : chipOfSharding(sharding);
}

/** Attributes are unique: what is sent to another thread has each chip once, however many values have it. */
const chips = new WeakMap<TensorShardingAttr, ShardingChip>();

/** Returns the chip of a sharding, the same one each time. */
export function chipOfSharding(sharding: TensorShardingAttr): ShardingChip {
  let chip = chips.get(sharding);
  if (chip === undefined) chips.set(sharding, (chip = newChip(sharding)));
  return chip;
}

function newChip({ dims, unreducedAxes, text }: TensorShardingAttr): ShardingChip {
  return {
    dims: dims.map(({ axes, isClosed, priority }) => ({
      axes: axes.map((axis) => axisText(axis.text)),
      isOpen: !isClosed,
      priority: priority === null ? null : Number(priority),
    })),
    unreduced: unreducedAxes.map((axis) => axisText(axis.text)),
    text,
  };
}

/** The text of an axis without quotation marks: `x`, or `x:(1)2` for a sub-axis. */
export function axisText(text: string): string {
  return text.replace(/^"([^"\\]*)"/, '$1');
}
