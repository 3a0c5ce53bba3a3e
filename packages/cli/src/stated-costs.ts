import { COST_ATTRIBUTE, costNames } from '@shardform/cost-model';
import { CustomCallOp } from '@shardform/dialect-stablehlo';
import { closestName, DictionaryAttr, f64, FloatAttr } from '@shardform/ir-core';
import type { LoadedModule } from './load-module.ts';
import type { CallCost } from './sim/cost-flag.ts';
import { UsageError } from './tool-io.ts';

/** Gives custom calls their costs, as an attribute, which stays with them. @throws UsageError for a name that no call has. */
export function withCosts(loaded: LoadedModule, costs: readonly CallCost[]): LoadedModule {
  if (costs.length === 0) return loaded;
  const calls: CustomCallOp[] = [];
  loaded.module.walk((op) => {
    if (op instanceof CustomCallOp) calls.push(op);
  });
  for (const { name, flops, bytes } of costs) {
    const named = calls.filter((op) => costNames(op).includes(name));
    if (named.length === 0) throw new UsageError(unknownText(name, calls));
    const attribute = DictionaryAttr.get([
      ['flops', FloatAttr.get(flops, f64)],
      ...(bytes === null ? [] : [['bytes', FloatAttr.get(bytes, f64)] as const]),
    ]);
    for (const op of named) op.setAttr(COST_ATTRIBUTE, attribute);
  }
  return { ...loaded, reload: () => withCosts(loaded.reload(), costs) };
}

function unknownText(name: string, calls: readonly CustomCallOp[]): string {
  const known = [...new Set(calls.flatMap((op) => costNames(op)))];
  const close = closestName(name, known);
  const hint =
    close !== null
      ? `did you mean '${close}'?`
      : known.length === 0
        ? 'it has none'
        : `it has ${known.join(', ')}`;
  return `flag '--cost': the program has no custom call '${name}'; ${hint}`;
}
