import { definePass, RankedTensorType, SymbolRefAttr, type Type } from '@shardform/ir-core';
import { type FuncOp, valueAttrs } from '@shardform/dialect-func';
import {
  ManualAxesAttr,
  ManualComputationOp,
  SdyReturnOp,
  SHARDING,
  TensorShardingAttr,
  TensorShardingPerValueAttr,
} from '@shardform/dialect-sdy';
import {
  definedFunctions,
  hasGspmdAnnotations,
  isSolved,
  onlyMesh,
  publicFunctions,
  removeAllShardings,
} from '../functions.ts';

/**
 * Moves the body of each function into a manual computation whose shardings are those of the function's arguments
 * and results. Shapes stay global and no axis is manual yet. In solved programs only shardings are removed, and programs
 * in XLA's older form stay as they are.
 */
export const wrapUnderManualComputation = definePass({
  name: 'wrap-under-manual-computation',
  className: 'WrapUnderManualComputationPass',
  summary: 'move the bodies of functions into manual computations',
  dependentDialects: ['sdy'],
  run(module) {
    if (isSolved(module)) {
      for (const func of definedFunctions(module)) removeAllShardings(func);
      return;
    }
    const mesh = onlyMesh(module);
    if (mesh === null || hasGspmdAnnotations(module)) return;
    for (const func of publicFunctions(module)) wrap(func, mesh.symName.value);
  },
});

function wrap(func: FuncOp, meshName: string): void {
  const { entry, functionType } = func;
  const terminator = entry.lastOp!;
  const manual = ManualComputationOp.create(
    {
      tensors: entry.arguments,
      inShardings: shardings(func, 'arg_attrs', functionType.inputs, meshName),
      outShardings: shardings(func, 'res_attrs', functionType.results, meshName),
      manualAxes: ManualAxesAttr.get({ value: [] }),
    },
    functionType.results,
    { location: func.location },
  );
  const body = manual.body.addBlock();
  for (const argument of entry.arguments) {
    const inner = body.addArgument(argument.type, argument.location);
    argument.replaceUsesIf(inner, (use) => use.owner !== manual);
  }
  for (const op of [...entry]) if (op !== terminator) op.moveToEnd(body);
  body.append(
    SdyReturnOp.create({ results: [...terminator.operandValues()] }, [], { location: terminator.location }),
  );
  entry.insertBefore(manual, terminator);
  terminator.setOperands(manual.results);
}

function shardings(
  func: FuncOp,
  which: 'arg_attrs' | 'res_attrs',
  types: readonly Type[],
  meshName: string,
): TensorShardingPerValueAttr {
  return TensorShardingPerValueAttr.get(
    types.map((type, i) => {
      const sharding = valueAttrs(func, which, i).get(SHARDING);
      if (sharding instanceof TensorShardingAttr) return sharding;
      const rank = type instanceof RankedTensorType ? type.rank : 0;
      return TensorShardingAttr.fullyOpen(SymbolRefAttr.get(meshName), rank);
    }),
  );
}
