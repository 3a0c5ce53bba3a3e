import type { AxisList } from '@shardform/dialect-sdy';
import {
  BroadcastInDimOp,
  CompareOp,
  ComparisonDirectionAttr,
  MaxOp,
  SelectOp,
} from '@shardform/dialect-stablehlo';
import { DenseArrayAttr, i64, type Tensor } from '@shardform/ir-core';
import { buildIntegerScalar, type IntegerScalar } from '../device-id.ts';
import { ManualBuilder } from '../manual-builder.ts';
import type { HaloReach } from './halo-window.ts';
import { shiftPairs } from '../device-routes.ts';

/** An exchange with neighbours along a dimension. */
export interface HaloExchange {
  readonly dim: number;
  readonly axes: AxisList;
  readonly reach: HaloReach;
  /** Size of what each device has afterwards. */
  readonly footprint: number;
  readonly dilation: number;
  /**
   * Offset of the range, for the device with the given shard number, relative to the first element that it receives.
   */
  readonly start: (part: IntegerScalar, first: number) => IntegerScalar;
  /** The value before the first and after the last element, and between elements. */
  readonly filler: Tensor;
  readonly isFillerZero: boolean;
}

/** Builds manual computations in which devices exchange elements with their neighbours. */
export class HaloBuilder extends ManualBuilder {
  /**
   * Builds the data that a device receives from the one `distance` shards before it along the axes; zeros where there
   * is none.
   */
  shifted(operand: Tensor, axes: AxisList, distance: number): Tensor {
    return this.permuted(operand, shiftPairs(axes, this.mesh, distance));
  }

  /** Exchanges elements of a tensor with neighbours. */
  exchange(input: Tensor, exchange: HaloExchange): Tensor {
    const { dim, axes, reach, footprint, dilation, filler, isFillerZero } = exchange;
    const { builder } = this;
    const fillsEnds = reach.left + reach.right > 0 && !isFillerZero;
    const part = fillsEnds ? this.shardNumber(axes) : null;
    const segments: Tensor[] = [];
    for (let distance = reach.left; distance >= -reach.right; distance--) {
      if (distance === 0) segments.push(input);
      else {
        const segment = this.shifted(input, axes, distance);
        segments.push(part === null ? segment : this.#filledAtEnds(segment, distance, part, exchange));
      }
    }
    const joined = segments.length === 1 ? input : this.concatenate(segments, dim);
    const along = (amount: number): number[] => input.type.shape.map((_, d) => (d === dim ? amount : 0));
    const margin = footprint * dilation;
    const spread = this.pad(joined, along(margin), along(margin), along(dilation - 1), filler);
    const first = reach.left * input.type.dimSize(dim) * dilation + margin;
    const start = exchange.start(part ?? this.shardNumber(axes), first);
    const zero = buildIntegerScalar(builder, 0);
    const bounded = builder.create(MaxOp, { lhs: start, rhs: zero }).result;
    return this.rangeOf(spread, dim, bounded, footprint, zero);
  }

  /** Replaces the zeros by the filler on devices that receive no segment. */
  #filledAtEnds(
    segment: Tensor,
    distance: number,
    part: IntegerScalar,
    { axes, filler }: HaloExchange,
  ): Tensor {
    const { builder } = this;
    const parts = axes.reduce((product, axis) => product * axis.size(this.mesh), 1);
    const [direction, bound] =
      distance > 0 ? (['GE', distance] as const) : (['LT', parts + distance] as const);
    const pred = builder.create(CompareOp, {
      lhs: part,
      rhs: buildIntegerScalar(builder, bound),
      comparisonDirection: ComparisonDirectionAttr.get(direction),
    }).result;
    const onFalse = this.inside(
      builder.create(
        BroadcastInDimOp,
        { operand: filler, broadcastDimensions: DenseArrayAttr.get(i64, []) },
        [segment.type],
      ).result,
    );
    return this.inside(builder.create(SelectOp, { pred, onTrue: segment, onFalse }).result);
  }
}
