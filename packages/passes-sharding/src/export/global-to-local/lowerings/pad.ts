import { shardIndices } from '@shardform/dialect-sdy';
import { DynamicSliceOp, PadOp } from '@shardform/dialect-stablehlo';
import { DenseArrayAttr, i64, type InterfaceImplementation, zip } from '@shardform/ir-core';
import { buildDeviceId, buildIntegerScalar, buildLookUp } from '../../device-id.ts';
import type { LocalConverter } from '../local-converter.ts';
import { localLowering } from '../local-lowering.ts';
import { axesOfDim, dropSharding, shardsOfDim } from '../split-dims.ts';

/** The padding of one dimension on the devices. */
interface LocalPadding {
  readonly low: number;
  readonly high: number;
  /** Offset of the result's shard in the padded tensor, by device id; `null` if all devices agree. */
  readonly starts: readonly number[] | null;
}

/**
 * Each device pads its shard to its range of the result. If the padding differs between devices, all pad by the maximum
 * and slice their range out of it.
 */
export const padLowering: InterfaceImplementation = /* @__PURE__ */ localLowering.implementFor(
  PadOp,
  (op) => (converter) => {
    const shape = op.result.type.shape;
    const paddings = shape.map((_, d) => localPadding(op, d, converter));
    op.edgePaddingLow = DenseArrayAttr.get(
      i64,
      paddings.map(({ low }) => low),
    );
    op.edgePaddingHigh = DenseArrayAttr.get(
      i64,
      paddings.map(({ high }) => high),
    );
    dropSharding(op);
    if (paddings.every(({ starts }) => starts === null)) return;
    const localType = op.result.type;
    const interior = op.interiorPadding.numbers();
    op.result.setType(
      localType.withShape(
        zip(op.operand.type.shape, paddings, interior).map(
          ([size, padding, gap]) => padding.low + span(size, gap) + padding.high,
        ),
      ),
    );
    const { builder } = converter;
    builder.setInsertionPointAfter(op);
    builder.location = op.location;
    const startIndices = paddings.map(({ starts }) =>
      starts === null
        ? buildIntegerScalar(builder, 0)
        : buildLookUp(starts, buildDeviceId(builder, converter.options.usesReplicas), builder),
    );
    const sliceSizes = DenseArrayAttr.get(i64, shape);
    const part = builder.create(DynamicSliceOp, { operand: op.result, startIndices, sliceSizes }, [
      localType,
    ]);
    op.result.replaceUsesIf(part.result, (use) => use.owner !== part);
  },
);

/** Size of a dimension with the elements between its own. */
function span(size: number, interior: number): number {
  return size === 0 ? 0 : (size - 1) * (interior + 1) + 1;
}

function localPadding(op: PadOp, dim: number, converter: LocalConverter): LocalPadding {
  const { operands, results } = converter.global(op);
  const [input, output] = [operands[0]!, results[0]!];
  const low = op.edgePaddingLow.numbers()[dim]!;
  const high = op.edgePaddingHigh.numbers()[dim]!;
  if (shardsOfDim(input, dim, converter) === 1 && shardsOfDim(output, dim, converter) === 1) {
    return { low, high, starts: null };
  }
  const interior = op.interiorPadding.numbers()[dim]!;
  const [inSize, outSize] = [op.operand.type.dimSize(dim), op.result.type.dimSize(dim)];
  // A dimension is split, so that one of the values has a sharding.
  const mesh = converter.meshOf((output.sharding ?? input.sharding)!);
  const inputIndices = shardIndices(axesOfDim(input, dim), mesh);
  const outputIndices = shardIndices(axesOfDim(output, dim), mesh);
  const offsets = zip(inputIndices, outputIndices).map(
    ([index, outputIndice]) => index * inSize * (interior + 1) + low - outputIndice * outSize,
  );
  const greatest = Math.max(...offsets);
  const starts = offsets.map((offset) => greatest - offset);
  const total = outSize + Math.max(...starts);
  const isUniform = starts.every((start) => start === 0);
  return {
    low: greatest,
    high: total - greatest - span(inSize, interior),
    starts: isUniform ? null : starts,
  };
}
