import { type Attribute, type EncodingReader, StringAttr, SymbolRefAttr } from '@shardform/ir-core';
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

/** Reads an attribute of the dialect. */
export function readAttribute(reader: EncodingReader): Attribute {
  const code = reader.varint();
  switch (code) {
    case attributeCode.manualAxes:
      return ManualAxesAttr.get(reader.list(() => reader.attributeOf(StringAttr, 'a string').value));
    case attributeCode.meshAxis:
      return readMeshAxis(reader);
    case attributeCode.mesh:
      return readMesh(reader);
    case attributeCode.subAxisInfo:
      return SubAxisInfoAttr.get(reader.signedVarint(), reader.signedVarint());
    case attributeCode.axisRef:
      return readAxisRef(reader);
    case attributeCode.dimensionSharding:
      return readDimensionSharding(reader);
    case attributeCode.tensorSharding:
    case attributeCode.unreducedSharding:
    case attributeCode.reducedSharding:
      return readSharding(code, reader);
    case attributeCode.shardingPerValue:
    case attributeCode.shardingPerValueWithUnreduced:
      return TensorShardingPerValueAttr.get(
        reader.list(() => reader.attributeOf(TensorShardingAttr, 'a tensor sharding')),
      );
    case attributeCode.dimMapping:
      return DimMappingAttr.get(reader.signedVarints());
    case attributeCode.tensorMapping:
      return TensorMappingAttr.get(
        reader.list(() => reader.attributeOf(DimMappingAttr, 'a dimension mapping')),
      );
    case attributeCode.shardingRule:
      return readShardingRule(reader);
    case attributeCode.axisRefList:
      return AxisRefListAttr.get(readAxes(reader));
    case attributeCode.listOfAxisRefLists:
      return ListOfAxisRefListsAttr.get(
        reader.list(() => reader.attributeOf(AxisRefListAttr, 'a list of axes')),
      );
    case attributeCode.allToAllParam:
      return AllToAllParamAttr.get(readAxes(reader), reader.signedVarint(), reader.signedVarint());
    case attributeCode.allToAllParamList:
      return AllToAllParamListAttr.get(
        reader.list(() => reader.attributeOf(AllToAllParamAttr, 'an all-to-all parameter')),
      );
    default:
      return reader.fail(`unknown sdy attribute code: ${code}`);
  }
}

function readMeshAxis(reader: EncodingReader): MeshAxisAttr {
  const name = reader.string();
  const size = reader.signedVarint();
  return size >= 1 ? MeshAxisAttr.get(name, size) : reader.fail(`axis size must be at least 1, got: ${size}`);
}

function readMesh(reader: EncodingReader): MeshAttr {
  const axes = reader.list(() => reader.attributeOf(MeshAxisAttr, 'a mesh axis'));
  const mesh = MeshAttr.get(axes, reader.signedVarints());
  const problem = mesh.invalid();
  return problem === null ? mesh : reader.fail(problem);
}

function readAxes(reader: EncodingReader): AxisRefAttr[] {
  return reader.list(() => reader.attributeOf(AxisRefAttr, 'an axis'));
}

function readAxisRef(reader: EncodingReader): AxisRefAttr {
  const name = reader.string();
  const subAxis = reader.optionalAttribute();
  if (subAxis === null || subAxis instanceof SubAxisInfoAttr) return AxisRefAttr.get(name, subAxis);
  return reader.fail(`expected a sub-axis, but got: ${String(subAxis)}`);
}

function readDimensionSharding(reader: EncodingReader): DimensionShardingAttr {
  const axes = readAxes(reader);
  const isClosed = reader.bool();
  const priority = reader.varint();
  return DimensionShardingAttr.get(
    axes,
    isClosed,
    priority % 2 === 1 ? BigInt(Math.floor(priority / 2)) : null,
  );
}

function readSharding(code: number, reader: EncodingReader): TensorShardingAttr {
  const mesh = reader.attribute();
  if (!(mesh instanceof MeshAttr || mesh instanceof SymbolRefAttr)) {
    return reader.fail(`expected a mesh, but got: ${String(mesh)}`);
  }
  const dims = reader.list(() => reader.attributeOf(DimensionShardingAttr, 'a dimension sharding'));
  const replicated = readAxes(reader);
  const unreduced = code === attributeCode.tensorSharding ? [] : readAxes(reader);
  if (code !== attributeCode.reducedSharding)
    return TensorShardingAttr.get(mesh, dims, replicated, unreduced);
  const number = reader.signedVarint();
  const reductionOp = reductionOps[number] ?? reader.fail(`unknown reduction: ${number}`);
  return TensorShardingAttr.get(mesh, dims, replicated, unreduced, reductionOp);
}

function readShardingRule(reader: EncodingReader): OpShardingRuleAttr {
  const mappings = (): TensorMappingAttr[] =>
    reader.list(() => reader.attributeOf(TensorMappingAttr, 'a tensor mapping'));
  const factorSizes = reader.signedVarints();
  const operands = mappings();
  const results = mappings();
  const special = {
    reduction: reader.signedVarints(),
    needReplication: reader.signedVarints(),
    permutation: reader.signedVarints(),
    blockedPropagation: reader.signedVarints(),
  };
  const factors = [...operands, ...results].flatMap(({ dims }) => dims.flatMap((dim) => dim.factors));
  // Factors without a size are for the verifier to refuse, as those of text are.
  const negative = [...factors, ...Object.values(special).flat()].find((factor) => factor < 0);
  if (negative !== undefined) reader.fail(`a sharding rule has no factor ${negative}`);
  return OpShardingRuleAttr.get(factorSizes, operands, results, special, reader.bool());
}
