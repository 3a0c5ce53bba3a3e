import { machinePresets } from '@shardform/cost-model';
import { funcDialect, programEntry, setValueAttr } from '@shardform/dialect-func';
import { programMesh, sdyDialect, SHARDING } from '@shardform/dialect-sdy';
import { chloDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { copyOf, partition } from '@shardform/inspect';
import { builtinPasses, Context, type ModuleOp, RankedTensorType, SymbolRefAttr } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';

import { measureStages } from '@shardform/study';
import { makePlan, type Plan } from '../src/plan/make-plan.ts';
import { tiesOf } from '../src/plan/ties.ts';
import { evenSplits, shardingOf } from '../src/problem/dim-splits.ts';

export const context = new Context([
  ...[builtinPasses, funcDialect, stablehloDialect, chloDialect, sdyDialect, shardingPasses],
]);

/** The machine that plans are for. */
export const machine = machinePresets.a100x8!();

/** Returns the plan of a program on the mesh that it has. */
export function planOf(module: ModuleOp, memory?: number): Plan {
  const [name, mesh] = programMesh(module)!;
  const ties = tiesOf(programEntry(module)!);
  return makePlan(module, context, {
    ...{ machine, mesh: { name, mesh }, ties, partitioner: 'best' },
    ...(memory === undefined ? {} : { memory }),
  });
}

/** Returns what simulation says of all annotations of the arguments, and of the results that take their place. */
export function annotationFacts(module: ModuleOp): Plan['best']['facts'][] {
  const [name, mesh] = programMesh(module)!;
  const axisSizes = mesh.axes.map(({ size }) => size);
  const ties = tiesOf(programEntry(module)!);
  const { inputs } = programEntry(module)!.functionType;
  const ways = inputs.map((type) =>
    evenSplits(type instanceof RankedTensorType ? type.shape : [], axisSizes),
  );
  const found: Plan['best']['facts'][] = [];
  const annotate = (argument: number, current: ModuleOp): void => {
    if (argument === ways.length) {
      const { collectives, local } = partition(current, context);
      if (local === null) return;
      found.push(measureStages({ module: current, collectives, local, context }, machine).facts);
      return;
    }
    for (const splits of ways[argument]!) {
      const next = copyOf(current);
      const func = programEntry(next)!;
      const sharding = shardingOf(splits, mesh, SymbolRefAttr.get(name));
      setValueAttr(func, 'arg_attrs', argument, SHARDING, sharding);
      for (const tie of ties)
        if (tie.argument === argument) setValueAttr(func, 'res_attrs', tie.result, SHARDING, sharding);
      annotate(argument + 1, next);
    }
  };
  annotate(0, module);
  return found;
}
