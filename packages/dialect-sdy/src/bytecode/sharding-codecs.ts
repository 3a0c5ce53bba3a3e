import { type Codec, type EncodingReader, SymbolRefAttr } from '@shardform/ir-core';
import { AxisRefAttr } from '../attrs/axis-ref-attr.ts';
import { DimensionShardingAttr } from '../attrs/dimension-sharding-attr.ts';
import { MeshAttr } from '../attrs/mesh-attr.ts';
import { TensorShardingAttr } from '../attrs/tensor-sharding-attr.ts';
import { TensorShardingPerValueAttr } from '../attrs/tensor-sharding-per-value-attr.ts';
import { reductionOps } from './reduction-ops.ts';

/** Priorities above, which take more than 53 bits with their flag, are exact in the text. */
const MAX_PRIORITY = 2n ** 52n - 1n;

function readAxes(reader: EncodingReader): AxisRefAttr[] {
  return reader.list(() => reader.attributeOf(AxisRefAttr, 'an axis'));
}

/** Encodes the sharding of a dimension, unless its priority is beyond what a number holds exactly. */
export const dimensionShardingCodec: Codec<DimensionShardingAttr> = {
  cls: DimensionShardingAttr,
  codes: [5],
  codeOf: ({ priority }) => (priority !== null && priority > MAX_PRIORITY ? null : 5),
  write(writer, { axes, isClosed, priority }) {
    writer.attributes(axes);
    writer.bool(isClosed);
    writer.varint(priority === null ? 0 : Number(priority) * 2 + 1);
  },
  read(reader) {
    const axes = readAxes(reader);
    const isClosed = reader.bool();
    const priority = reader.varint();
    return DimensionShardingAttr.get(
      axes,
      isClosed,
      priority % 2 === 1 ? BigInt(Math.floor(priority / 2)) : null,
    );
  },
};

/** Shardings with axes along which partial values are summed, or combined in another way, have other numbers. */
const shardingCode = { plain: 6, unreduced: 15, reduced: 17 } as const;

/** Encodes tensor shardings: the number of the encoding tells which optional fields follow. */
export const tensorShardingCodec: Codec<TensorShardingAttr> = {
  cls: TensorShardingAttr,
  codes: Object.values(shardingCode),
  codeOf({ unreducedAxes, reductionOp }) {
    if (unreducedAxes.length === 0) return shardingCode.plain;
    return reductionOp === 'sum' ? shardingCode.unreduced : shardingCode.reduced;
  },
  write(writer, { meshOrRef, dims, replicatedAxes, unreducedAxes, reductionOp }) {
    writer.attribute(meshOrRef);
    writer.attributes(dims);
    writer.attributes(replicatedAxes);
    if (unreducedAxes.length === 0) return;
    writer.attributes(unreducedAxes);
    if (reductionOp !== 'sum') writer.signedVarint(reductionOps.indexOf(reductionOp));
  },
  read(reader, code) {
    const mesh = reader.attribute();
    if (!(mesh instanceof MeshAttr || mesh instanceof SymbolRefAttr)) {
      return reader.fail(`expected a mesh, but got: ${String(mesh)}`);
    }
    const dims = reader.list(() => reader.attributeOf(DimensionShardingAttr, 'a dimension sharding'));
    const replicated = readAxes(reader);
    const unreduced = code === shardingCode.plain ? [] : readAxes(reader);
    if (code !== shardingCode.reduced) return TensorShardingAttr.get(mesh, dims, replicated, unreduced);
    const number = reader.signedVarint();
    const reductionOp = reductionOps[number] ?? reader.fail(`unknown reduction: ${number}`);
    return TensorShardingAttr.get(mesh, dims, replicated, unreduced, reductionOp);
  },
};

/** The second number is that of lists in which a sharding has partial values. */
const perValueCodes = [7, 16] as const;

/** Encodes lists of shardings, one per operand or result. */
export const shardingPerValueCodec: Codec<TensorShardingPerValueAttr> = {
  cls: TensorShardingPerValueAttr,
  codes: perValueCodes,
  codeOf: ({ shardings }) =>
    perValueCodes[shardings.some(({ unreducedAxes }) => unreducedAxes.length > 0) ? 1 : 0],
  write: (writer, { shardings }) => writer.attributes(shardings),
  read: (reader) =>
    TensorShardingPerValueAttr.get(
      reader.list(() => reader.attributeOf(TensorShardingAttr, 'a tensor sharding')),
    ),
};
