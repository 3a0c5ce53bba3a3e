import { type Attribute, type EncodingWriter, StringAttr } from '@shardform/ir-core';
import { AllToAllParamAttr, AllToAllParamListAttr } from '../attrs/all-to-all-param-attr.ts';
import { AxisRefAttr } from '../attrs/axis-ref-attr.ts';
import { AxisRefListAttr, ListOfAxisRefListsAttr } from '../attrs/axis-ref-list-attr.ts';
import { DimensionShardingAttr } from '../attrs/dimension-sharding-attr.ts';
import { ManualAxesAttr } from '../attrs/manual-axes-attr.ts';
import { MeshAttr } from '../attrs/mesh-attr.ts';
import { MeshAxisAttr } from '../attrs/mesh-axis-attr.ts';
import { OpShardingRuleAttr } from '../attrs/op-sharding-rule-attr.ts';
import { SubAxisInfoAttr } from '../attrs/sub-axis-info-attr.ts';
import { DimMappingAttr, TensorMappingAttr } from '../attrs/tensor-mapping-attr.ts';
import { TensorShardingAttr } from '../attrs/tensor-sharding-attr.ts';
import { TensorShardingPerValueAttr } from '../attrs/tensor-sharding-per-value-attr.ts';
import { attributeCode } from './codes.ts';
import { reductionOps } from './reduction-ops.ts';

/** Priorities above, which take more than 53 bits with their flag, are exact in the text. */
const MAX_PRIORITY = 2n ** 52n - 1n;

/** Writes an attribute of the dialect. @returns whether it has an encoding. */
export function writeAttribute(attribute: Attribute, writer: EncodingWriter): boolean {
  if (attribute instanceof TensorShardingAttr) writeSharding(attribute, writer);
  else if (attribute instanceof TensorShardingPerValueAttr) {
    const hasUnreduced = attribute.shardings.some(({ unreducedAxes }) => unreducedAxes.length > 0);
    writer.varint(
      hasUnreduced ? attributeCode.shardingPerValueWithUnreduced : attributeCode.shardingPerValue,
    );
    writer.attributes(attribute.shardings);
  } else if (attribute instanceof DimensionShardingAttr) {
    const { priority } = attribute;
    if (priority !== null && priority > MAX_PRIORITY) return false;
    writer.varint(attributeCode.dimensionSharding);
    writer.attributes(attribute.axes);
    writer.bool(attribute.isClosed);
    writer.varint(priority === null ? 0 : Number(priority) * 2 + 1);
  } else if (attribute instanceof OpShardingRuleAttr) return writeShardingRule(attribute, writer);
  else if (attribute instanceof ManualAxesAttr) {
    writer.varint(attributeCode.manualAxes);
    writer.attributes(attribute.names.map((name) => StringAttr.get(name)));
  } else return writeAxes(attribute, writer) || writeList(attribute, writer);
  return true;
}

function writeSharding(attribute: TensorShardingAttr, writer: EncodingWriter): void {
  const { unreducedAxes, reductionOp } = attribute;
  const isSum = reductionOp === 'sum';
  if (unreducedAxes.length === 0) writer.varint(attributeCode.tensorSharding);
  else writer.varint(isSum ? attributeCode.unreducedSharding : attributeCode.reducedSharding);
  writer.attribute(attribute.meshOrRef);
  writer.attributes(attribute.dims);
  writer.attributes(attribute.replicatedAxes);
  if (unreducedAxes.length === 0) return;
  writer.attributes(unreducedAxes);
  if (!isSum) writer.signedVarint(reductionOps.indexOf(reductionOp));
}

function writeShardingRule(rule: OpShardingRuleAttr, writer: EncodingWriter): boolean {
  // Sizes that a number can't hold are exact in the text.
  if (!rule.factorSizes.every(Number.isSafeInteger)) return false;
  writer.varint(attributeCode.shardingRule);
  writer.signedVarints(rule.factorSizes);
  writer.attributes(rule.operands);
  writer.attributes(rule.results);
  writer.signedVarints(rule.reduction);
  writer.signedVarints(rule.needReplication);
  writer.signedVarints(rule.permutation);
  writer.signedVarints(rule.blockedPropagation);
  writer.bool(rule.isCustom);
  return true;
}

function writeAxes(attribute: Attribute, writer: EncodingWriter): boolean {
  if (attribute instanceof AxisRefAttr) {
    writer.varint(attributeCode.axisRef);
    writer.string(attribute.name);
    writer.optionalAttribute(attribute.subAxis);
  } else if (attribute instanceof SubAxisInfoAttr) {
    writer.varint(attributeCode.subAxisInfo);
    writer.signedVarint(attribute.preSize);
    writer.signedVarint(attribute.size);
  } else if (attribute instanceof MeshAxisAttr) {
    writer.varint(attributeCode.meshAxis);
    writer.string(attribute.name);
    writer.signedVarint(attribute.size);
  } else if (attribute instanceof MeshAttr) {
    writer.varint(attributeCode.mesh);
    writer.attributes(attribute.axes);
    writer.signedVarints(attribute.deviceIds);
  } else return false;
  return true;
}

function writeList(attribute: Attribute, writer: EncodingWriter): boolean {
  if (attribute instanceof DimMappingAttr) {
    writer.varint(attributeCode.dimMapping);
    writer.signedVarints(attribute.factors);
  } else if (attribute instanceof TensorMappingAttr) {
    writer.varint(attributeCode.tensorMapping);
    writer.attributes(attribute.dims);
  } else if (attribute instanceof AxisRefListAttr) {
    writer.varint(attributeCode.axisRefList);
    writer.attributes(attribute.axes);
  } else if (attribute instanceof ListOfAxisRefListsAttr) {
    writer.varint(attributeCode.listOfAxisRefLists);
    writer.attributes(attribute.lists);
  } else if (attribute instanceof AllToAllParamAttr) {
    writer.varint(attributeCode.allToAllParam);
    writer.attributes(attribute.axes);
    writer.signedVarint(attribute.sourceDim);
    writer.signedVarint(attribute.targetDim);
  } else if (attribute instanceof AllToAllParamListAttr) {
    writer.varint(attributeCode.allToAllParamList);
    writer.attributes(attribute.params);
  } else return false;
  return true;
}
