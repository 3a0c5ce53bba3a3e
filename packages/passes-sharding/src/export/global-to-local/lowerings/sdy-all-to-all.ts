import { tensorOf } from '@shardform/dialect-stablehlo';
import { type AllToAllParamAttr, AllToAllOp, axisListSize, type MeshAttr } from '@shardform/dialect-sdy';
import { type InterfaceImplementation, product, type Tensor } from '@shardform/ir-core';
import { buildAllToAll, buildReshape, buildTranspose } from '../collective-building.ts';
import type { LocalConverter } from '../local-converter.ts';
import { localLowering } from '../local-lowering.ts';

/** Lowers `sdy.all_to_all` to StableHLO's, one parameter after the other. */
export const allToAllLowering: InterfaceImplementation = /* @__PURE__ */ localLowering.implementFor(
  AllToAllOp,
  (op) => (converter) => {
    converter.buildBefore(op);
    const mesh = converter.meshOf(op.outSharding);
    const { value: params } = op.params;
    const operand = tensorOf(op.tensor);
    for (const { axes, tgtDim: targetDim } of params) {
      if (operand.type.dimSize(targetDim) % axisListSize(axes, mesh) !== 0) {
        converter.opError(op, 'dimension not divisible by num devices per group');
        return;
      }
    }
    const [first] = params;
    const value =
      params.length === 1
        ? buildAllToAll(operand, first!.tgtDim, first!.srcDim, first!.axes, mesh, converter)
        : exchangeAtOnce(operand, params, mesh, converter);
    converter.replace(op, [value]);
  },
);

/**
 * Fuses several exchanges: the chunks of all target dimensions become one major dimension, are exchanged, and are moved
 * in front of their source dimensions.
 */
function exchangeAtOnce(
  operand: Tensor,
  params: readonly AllToAllParamAttr[],
  mesh: MeshAttr,
  converter: LocalConverter,
): Tensor {
  const { builder } = converter;
  const { shape } = operand.type;
  const ordered = [...params].sort((a, b) => a.tgtDim - b.tgtDim);
  const counts = ordered.map(({ axes }) => axisListSize(axes, mesh));
  const targets = ordered.map(({ tgtDim: targetDim }) => targetDim);
  const sources = ordered.map(({ srcDim: sourceDim }) => sourceDim);
  const rest = shape.map((size, d) => size / (counts[targets.indexOf(d)] ?? 1));

  const outgoing: number[] = [];
  const others: number[] = [];
  const split: number[] = [];
  for (const [d, size] of rest.entries()) {
    const target = targets.indexOf(d);
    if (target >= 0) {
      outgoing.push(split.length);
      split.push(counts[target]!);
    }
    others.push(split.length);
    split.push(size);
  }
  const majorFirst = buildTranspose(buildReshape(operand, split, builder), [...outgoing, ...others], builder);
  const total = product(counts);
  const exchanged = buildAllToAll(
    buildReshape(majorFirst, [total, ...rest], builder),
    0,
    0,
    ordered.flatMap(({ axes }) => axes),
    mesh,
    converter,
  );
  const apart = buildReshape(exchanged, [...counts, ...rest], builder);
  const order = rest.flatMap((_, d) => {
    const source = sources.indexOf(d);
    return source < 0 ? [counts.length + d] : [source, counts.length + d];
  });
  const result = rest.map((size, d) => size * (counts[sources.indexOf(d)] ?? 1));
  return buildReshape(buildTranspose(apart, order, builder), result, builder);
}
