import { definePass, DYNAMIC, greatestCommonDivisor, ShapedType, type Type } from '@shardform/ir-core';
import { CallOp, FuncOp } from '@shardform/dialect-func';
import {
  type AxisRefAttr,
  dataFlowOf,
  DimensionShardingAttr,
  functionArgumentSharding,
  functionResultSharding,
  type MeshAttr,
  MeshTable,
  subAxisOf,
  resultShardings,
  setFunctionArgumentSharding,
  setFunctionResultSharding,
  SHARDING,
  type TensorShardingAttr,
  keepsShardingsDivisible,
} from '@shardform/dialect-sdy';
import { refusesNestedMeshes } from '../module/nested-meshes.ts';

/** `sdy-update-non-divisible-input-output-shardings`. */
export const updateNonDivisibleInputOutputShardings = /* @__PURE__ */ definePass({
  name: 'sdy-update-non-divisible-input-output-shardings',
  className: 'UpdateNonDivisibleInputOutputShardingsPass',
  summary:
    'Makes FuncOp inputs/outputs evenly sharded, removing any need for padding due to non-divisible shardings.',
  description:
    'Dimensions of function arguments and results, of call results, and of the values at the border of manual computations keep the major-most axes, or part of an axis, that divide their size.',
  anchor: 'builtin.module',
  run(module, pass) {
    if (refusesNestedMeshes(module, pass)) return;
    const { context } = pass;
    const meshes = new MeshTable(module);
    const update = (sharding: TensorShardingAttr, type: Type): TensorShardingAttr => {
      const mesh = meshes.meshOf(sharding);
      return mesh === null ? sharding : makeDivisible(sharding, type, mesh);
    };
    module.walk((op) => {
      if (op instanceof FuncOp) {
        updateFunction(op, update);
        return;
      }
      if (op instanceof CallOp || op.hasTrait(keepsShardingsDivisible)) {
        const shardings = resultShardings(op);
        if (shardings === null) return;
        op.setAttr(
          SHARDING,
          shardings.map((sharding, i) => {
            // An operation without results may have a sharding that names its device.
            const result = op.results[i];
            return result === undefined ? sharding : update(sharding, result.type);
          }),
        );
        return;
      }
      const dataFlow = dataFlowOf(op, context);
      if (dataFlow?.keepsShardingsDivisible !== true) return;
      const { blockArgumentOwners, resultOwners } = dataFlow;
      const inner = dataFlow.blockArgumentShardings();
      dataFlow.setBlockArgumentShardings(
        inner?.map((sharding, i) => update(sharding, blockArgumentOwners[i]!.type)) ?? null,
      );
      const results = dataFlow.resultShardings();
      dataFlow.setResultShardings(
        results?.map((sharding, i) => update(sharding, resultOwners[i]!.type)) ?? null,
      );
    });
  },
});

function updateFunction(
  func: FuncOp,
  update: (sharding: TensorShardingAttr, type: Type) => TensorShardingAttr,
): void {
  const { inputs, results } = func.functionType;
  for (const [i, type] of inputs.entries()) {
    const sharding = functionArgumentSharding(func, i);
    const updated = sharding === null ? null : update(sharding, type);
    if (updated !== sharding) setFunctionArgumentSharding(func, i, updated);
  }
  for (const [i, type] of results.entries()) {
    const sharding = functionResultSharding(func, i);
    const updated = sharding === null ? null : update(sharding, type);
    if (updated !== sharding) setFunctionResultSharding(func, i, updated);
  }
}

/** The sharding without the axes that don't divide their dimension. */
function makeDivisible(sharding: TensorShardingAttr, type: Type, mesh: MeshAttr): TensorShardingAttr {
  if (!(type instanceof ShapedType) || sharding.rank !== type.shape?.length) return sharding;
  let updated = sharding;
  for (const [d, dim] of sharding.dims.entries()) {
    const size = type.dimSize(d);
    if (size === DYNAMIC || size % dim.shardedSize(mesh) === 0) continue;
    updated = updated.withDim(
      d,
      DimensionShardingAttr.get(divisibleAxes(dim.axes, size, mesh), dim.isClosed),
    );
  }
  return updated;
}

function divisibleAxes(axes: readonly AxisRefAttr[], dimSize: number, mesh: MeshAttr): AxisRefAttr[] {
  const kept: AxisRefAttr[] = [];
  let remaining = dimSize;
  for (const axis of axes) {
    const size = axis.size(mesh);
    const common = greatestCommonDivisor(remaining, size);
    if (common === 1 && size !== 1) break;
    if (common !== size) {
      kept.push(subAxisOf(axis.name, axis.preSize, common, mesh));
      break;
    }
    kept.push(axis);
    remaining /= size;
  }
  return kept;
}
