import { type AxisList, axisListSize, type MeshAttr, type TensorShardingAttr } from '@shardform/dialect-sdy';
import {
  defineOpInterface,
  type Operation,
  type OpInterface,
  type Tensor,
  type Value,
} from '@shardform/ir-core';
import type { ExchangePlan, SplitInput } from './exchange-plan.ts';

/** An operation with the shardings that its operands and results have, or would have. */
export interface ExchangeSite {
  readonly op: Operation;
  readonly mesh: MeshAttr;
  /** By operand; `null` for values that are whole on every device. */
  readonly operands: readonly (TensorShardingAttr | null)[];
  readonly results: readonly (TensorShardingAttr | null)[];
  /** Whether windows are exchanged as XLA does. */
  readonly isAsXla: boolean;
  /** The sharding of another value. */
  readonly shardingOf: (value: Value) => TensorShardingAttr | null;
}

/** A dimension of which devices get windows. */
export interface WindowedDim {
  readonly dim: number;
  readonly axes: AxisList;
  readonly plan: ExchangePlan;
}

/** A tensor that devices get windows of, or several whose elements are in one window. */
export interface WindowedValue {
  readonly inputs: readonly Tensor[];
  readonly shardings: readonly (TensorShardingAttr | null)[];
  readonly dims: readonly WindowedDim[];
  /** What devices have in place of elements that no input has; `any` where it doesn't matter. */
  readonly filler: Tensor | 'zero' | 'any';
}

/** The form of an operation in which each device computes its part from windows of the operands. */
export interface BorderForm {
  readonly windows: readonly WindowedValue[];
  /** True if gathered windows could not take its place. */
  readonly isNeeded?: boolean;
  /** Operands that the devices take as they are. */
  readonly others: readonly Tensor[];
  /** Builds a device's part of the results. */
  readonly build: (
    windows: readonly Tensor[],
    others: readonly Tensor[],
    tools: FormTools,
  ) => readonly Tensor[];
}

/** What forms are built with. */
export interface FormTools {
  /**
   * Copies the operation with other operands.
   *
   * @param op the operation of the form.
   * @param adapt changes the copy's attributes.
   * @param shapes of its results; those of a device's parts unless given.
   */
  readonly copy: <T extends Operation>(
    op: T,
    operands: readonly Tensor[],
    adapt: (copy: T) => void,
    shapes?: readonly (readonly number[])[],
  ) => readonly Tensor[];
  /** The range of a dimension that begins at an offset that depends on the device. */
  readonly cut: (
    value: Tensor,
    dim: number,
    axes: AxisList,
    offsets: readonly number[],
    size: number,
  ) => Tensor;
}

/**
 * Returns how devices compute an operation from parts of its operands and borders of their neighbours; `null` where that
 * is not possible, or not needed.
 */
export type BorderExchange = (site: ExchangeSite) => BorderForm | null;

/** Implemented by operations of which neighbouring elements of a dimension depend on each other. */
export const borderExchange: OpInterface<BorderExchange> = /* @__PURE__ */ defineOpInterface(
  'sdy.border_exchange',
  'a form in which neighbours exchange borders',
);

/** The split of a dimension of a value. */
export function splitOf(
  value: Tensor,
  sharding: TensorShardingAttr | null,
  dim: number,
  mesh: MeshAttr,
): SplitInput {
  return { size: value.type.dimSize(dim), parts: axisListSize(axesAt(sharding, dim), mesh) };
}

/** The axes that split a dimension. */
export function axesAt(sharding: TensorShardingAttr | null, dim: number): AxisList {
  return sharding?.dims[dim]?.axes ?? [];
}
