import * as hlo from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation } from '@shardform/ir-core';
import { scalarArray } from '../array/index.ts';
import { interpretable } from '../interpreter/interpretable.ts';
import { broadcastInDim, iota, pad, reshape, slice } from '../kernels/index.ts';
import { indexOf, kindOf, numbersOf } from './types.ts';

/** Operations whose result shapes are computed; the shapes of arrays are used rather than those of types. */
export const dynamicShapeInterpreters: readonly InterfaceImplementation[] = [
  interpretable.implementFor(hlo.DynamicBroadcastInDimOp, (op) => ([x, shape]) => [
    broadcastInDim(x, numbersOf(shape), op.broadcastDimensions.numbers()),
  ]),
  interpretable.implementFor(hlo.DynamicIotaOp, (op) => ([shape]) => [
    iota(kindOf(op, op.result.type), numbersOf(shape), op.iotaDimension.number),
  ]),
  interpretable.implementFor(hlo.DynamicReshapeOp, () => ([x, shape]) => [reshape(x, numbersOf(shape))]),
  interpretable.implementFor(hlo.DynamicPadOp, () => ([x, value, low, high, interior]) => [
    pad(x, value, numbersOf(low), numbersOf(high), numbersOf(interior)),
  ]),
  interpretable.implementFor(hlo.RealDynamicSliceOp, () => ([x, starts, limits, strides]) => [
    slice(x, numbersOf(starts), numbersOf(limits), numbersOf(strides)),
  ]),
  interpretable.implementFor(hlo.GetDimensionSizeOp, (op) => ([x]) => [
    scalarArray('i32', x.shape[op.dimension.number]),
  ]),
  interpretable.implementFor(hlo.SetDimensionSizeOp, (op) => ([x, size]) => {
    const limits = x.shape.map((full, dim) => (dim === op.dimension.number ? indexOf(size) : full));
    return [
      slice(
        x,
        limits.map(() => 0),
        limits,
        limits.map(() => 1),
      ),
    ];
  }),
];
