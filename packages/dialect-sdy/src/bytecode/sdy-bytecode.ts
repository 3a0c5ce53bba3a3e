import { bytecodeOf, type Codec, codec, type DialectBytecode } from '@shardform/ir-core';
import { AllToAllParamAttr, AllToAllParamListAttr } from '../attrs/all-to-all-param-attr.ts';
import { AxisRefAttr } from '../attrs/axis-ref-attr.ts';
import { AxisRefListAttr, ListOfAxisRefListsAttr } from '../attrs/axis-ref-list-attr.ts';
import { ManualAxesAttr } from '../attrs/manual-axes-attr.ts';
import { MeshAttr } from '../attrs/mesh-attr.ts';
import { MeshAxisAttr } from '../attrs/mesh-axis-attr.ts';
import { SubAxisInfoAttr } from '../attrs/sub-axis-info-attr.ts';
import { DimMappingAttr, TensorMappingAttr } from '../attrs/tensor-mapping-attr.ts';
import { shardingRuleCodec } from './sharding-rule-codec.ts';
import { dimensionShardingCodec, shardingPerValueCodec, tensorShardingCodec } from './sharding-codecs.ts';

const meshCodec: Codec<MeshAttr> = {
  cls: MeshAttr,
  codes: [2],
  codeOf: () => 2,
  write(writer, { axes, deviceIds }) {
    writer.attributes(axes);
    writer.signedVarints(deviceIds);
  },
  read(reader) {
    const axes = reader.list(() => reader.attributeOf(MeshAxisAttr, 'a mesh axis'));
    const mesh = MeshAttr.get(axes, reader.signedVarints());
    reader.check(mesh.invalid());
    return mesh;
  },
};

const axisRefCodec: Codec<AxisRefAttr> = {
  cls: AxisRefAttr,
  codes: [4],
  codeOf: () => 4,
  write(writer, { name, subAxis }) {
    writer.string(name);
    writer.optionalAttribute(subAxis);
  },
  read(reader) {
    const name = reader.string();
    const subAxis = reader.optionalAttribute();
    if (subAxis === null || subAxis instanceof SubAxisInfoAttr) return AxisRefAttr.get(name, subAxis);
    return reader.fail(`expected a sub-axis, but got: ${String(subAxis)}`);
  },
};

/** Shardy's encoding of its attributes in MLIR bytecode (Shardy, `bytecode.td`). Propagation edges are text. */
export const sdyBytecode: DialectBytecode = /* @__PURE__ */ bytecodeOf('sdy', [
  codec(0, ManualAxesAttr),
  codec(1, MeshAxisAttr),
  meshCodec,
  codec(3, SubAxisInfoAttr),
  axisRefCodec,
  dimensionShardingCodec,
  tensorShardingCodec,
  shardingPerValueCodec,
  codec(8, DimMappingAttr),
  codec(9, TensorMappingAttr),
  shardingRuleCodec,
  codec(11, AxisRefListAttr),
  codec(12, ListOfAxisRefListsAttr),
  codec(13, AllToAllParamAttr),
  codec(14, AllToAllParamListAttr),
]);
