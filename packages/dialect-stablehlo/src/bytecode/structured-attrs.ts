import {
  ArrayAttr,
  type Attribute,
  DenseElementsAttr,
  type EncodingReader,
  type EncodingWriter,
  f64,
  FloatAttr,
  SymbolRefAttr,
} from '@shardform/ir-core';
import { ChannelHandleAttr } from '../attrs/channel-handle-attr.ts';
import { DotAlgorithmAttr } from '../attrs/dot-algorithm-attr.ts';
import { ResultAccuracyModeAttr } from '../attrs/enums.ts';
import { AxisRefAttr, MeshAttr, MeshAxisAttr, SubAxisInfoAttr } from '../attrs/mesh-attrs.ts';
import { OutputOperandAliasAttr } from '../attrs/output-operand-alias-attr.ts';
import { ReplicaGroupMeshAxesAttr } from '../attrs/replica-group-mesh-axes-attr.ts';
import { ResultAccuracyAttr } from '../attrs/result-accuracy-attr.ts';
import { attributeCode } from './codes.ts';

/** Writes an attribute with fields of several kinds. @returns whether it was one. */
export function writeStructured(attribute: Attribute, writer: EncodingWriter): boolean {
  if (attribute instanceof ChannelHandleAttr) {
    writer.varint(attributeCode.channelHandle);
    writer.signedVarint(attribute.handle);
    writer.signedVarint(attribute.type);
  } else if (attribute instanceof OutputOperandAliasAttr) {
    writer.varint(attributeCode.outputOperandAlias);
    writer.signedVarints(attribute.outputTupleIndices);
    writer.signedVarint(attribute.operandIndex);
    writer.signedVarints(attribute.operandTupleIndices);
  } else if (attribute instanceof DotAlgorithmAttr) writeDotAlgorithm(attribute, writer);
  else if (attribute instanceof ResultAccuracyAttr) {
    writer.varint(attributeCode.resultAccuracy);
    writer.integer(attribute.atol.bits, f64.width);
    writer.integer(attribute.rtol.bits, f64.width);
    writer.signedVarint(attribute.ulps);
    writer.attribute(ResultAccuracyModeAttr.get(attribute.mode));
  } else return writeMeshAttribute(attribute, writer);
  return true;
}

function writeDotAlgorithm({ algorithm }: DotAlgorithmAttr, writer: EncodingWriter): void {
  writer.varint(attributeCode.dotAlgorithm);
  writer.type(algorithm.lhsPrecisionType);
  writer.type(algorithm.rhsPrecisionType);
  writer.type(algorithm.accumulationType);
  writer.signedVarint(algorithm.lhsComponentCount);
  writer.signedVarint(algorithm.rhsComponentCount);
  writer.signedVarint(algorithm.numPrimitiveOperations);
  writer.bool(algorithm.allowImpreciseAccumulation);
}

function writeMeshAttribute(attribute: Attribute, writer: EncodingWriter): boolean {
  if (attribute instanceof ReplicaGroupMeshAxesAttr) {
    writer.varint(attributeCode.replicaGroupMeshAxes);
    writer.attribute(attribute.mesh);
    writer.attributes(attribute.axes.elements);
  } else if (attribute instanceof SubAxisInfoAttr) {
    writer.varint(attributeCode.subAxisInfo);
    writer.signedVarint(attribute.preSize);
    writer.signedVarint(attribute.size);
  } else if (attribute instanceof AxisRefAttr) {
    writer.varint(attributeCode.axisRef);
    writer.string(attribute.axisName);
    writeOptional(attribute.subAxis, writer);
  } else if (attribute instanceof MeshAxisAttr) {
    writer.varint(attributeCode.meshAxis);
    writer.string(attribute.axisName);
    writer.signedVarint(attribute.size);
  } else if (attribute instanceof MeshAttr) {
    writer.varint(attributeCode.mesh);
    writer.attribute(ArrayAttr.get(attribute.axes));
    writeOptional(attribute.deviceIds, writer);
  } else return false;
  return true;
}

function writeOptional(attribute: Attribute | null, writer: EncodingWriter): void {
  writer.bool(attribute !== null);
  if (attribute !== null) writer.attribute(attribute);
}

/** Reads an attribute with fields of several kinds, or nothing when `code` is no such one's. */
export function readStructured(code: number, reader: EncodingReader): Attribute | null {
  switch (code) {
    case attributeCode.channelHandle:
      return ChannelHandleAttr.get(reader.signedVarint(), reader.signedVarint());
    case attributeCode.outputOperandAlias:
      return OutputOperandAliasAttr.get(
        reader.signedVarints(),
        reader.signedVarint(),
        reader.signedVarints(),
      );
    case attributeCode.dotAlgorithm: {
      const algorithm = DotAlgorithmAttr.get({
        lhsPrecisionType: reader.type(),
        rhsPrecisionType: reader.type(),
        accumulationType: reader.type(),
        lhsComponentCount: reader.signedVarint(),
        rhsComponentCount: reader.signedVarint(),
        numPrimitiveOperations: reader.signedVarint(),
        allowImpreciseAccumulation: reader.bool(),
      });
      reader.check(algorithm.invalid());
      return algorithm;
    }
    case attributeCode.resultAccuracy:
      return readResultAccuracy(reader);
    case attributeCode.replicaGroupMeshAxes: {
      const mesh = reader.attribute();
      if (!(mesh instanceof SymbolRefAttr || mesh instanceof MeshAttr)) {
        return reader.fail(`expected a mesh, but got: ${String(mesh)}`);
      }
      const groups = ReplicaGroupMeshAxesAttr.get(mesh, ArrayAttr.get(reader.attributes()));
      reader.check(groups.invalid());
      return groups;
    }
    case attributeCode.subAxisInfo:
      return SubAxisInfoAttr.get(reader.signedVarint(), reader.signedVarint());
    case attributeCode.axisRef: {
      const name = reader.string();
      return AxisRefAttr.get(name, reader.bool() ? reader.attributeOf(SubAxisInfoAttr, 'a sub-axis') : null);
    }
    case attributeCode.meshAxis:
      return MeshAxisAttr.get(reader.string(), reader.signedVarint());
    case attributeCode.mesh:
      return readMesh(reader);
    default:
      return null;
  }
}

function readResultAccuracy(reader: EncodingReader): ResultAccuracyAttr {
  const atol = FloatAttr.fromBits(reader.integer(f64.width), f64);
  const rtol = FloatAttr.fromBits(reader.integer(f64.width), f64);
  const ulps = reader.signedVarint();
  const mode = reader.attribute();
  if (!ResultAccuracyModeAttr.constraint.accepts(mode)) {
    return reader.fail(`expected a result accuracy mode, but got: ${String(mode)}`);
  }
  const accuracy = ResultAccuracyAttr.get(atol, rtol, ulps, mode.value);
  reader.check(accuracy.invalid());
  return accuracy;
}

function readMesh(reader: EncodingReader): MeshAttr {
  const axes = reader.attributeOf(ArrayAttr, 'an array').elements;
  if (!axes.every((axis) => axis instanceof MeshAxisAttr)) return reader.fail('expected the axes of a mesh');
  return MeshAttr.get(axes, reader.bool() ? reader.attributeOf(DenseElementsAttr, 'elements') : null);
}
