import { type FuncOp, setValueAttrs, valueAttrs } from '@shardform/dialect-func';
import { SHARDING } from '@shardform/dialect-sdy';
import { RankedTensorType, SymbolRefAttr } from '@shardform/ir-core';
import { shardingOf, unsplit } from '../problem/dim-splits.ts';
import type { PlannedMesh } from './apply-plan.ts';

/** Says of the arguments and results that propagation left open what becomes of them: each device has the whole. */
export function closeSignature(func: FuncOp, { name, mesh }: PlannedMesh): void {
  const { inputs, results } = func.functionType;
  for (const [which, types] of [['arg_attrs', inputs] as const, ['res_attrs', results] as const]) {
    const wholes = types.map((type, index) => {
      const isOpen =
        type instanceof RankedTensorType && valueAttrs(func, which, index).get(SHARDING) === null;
      return isOpen ? shardingOf(unsplit(type.rank), mesh, SymbolRefAttr.get(name)) : null;
    });
    setValueAttrs(func, which, SHARDING, wholes);
  }
}
