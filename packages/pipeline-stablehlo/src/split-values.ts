import type { Operation } from '@shardform/ir-core';
import {
  functionArgumentSharding,
  functionResultSharding,
  getSharding,
  meshOps,
  resultShardings,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import type { Context } from '@shardform/ir-core';
import { definedFunctions } from './functions.ts';

/** Returns true if a sharding names an axis on some dimension. */
export function namesAxes(sharding: TensorShardingAttr | null): boolean {
  return sharding?.dims.some((dim) => dim.axes.length > 0) === true;
}

/** Returns true if some argument or result of a function of a module with a mesh is split. */
export function hasSplitValues(module: Operation): boolean {
  if (meshOps(module).length === 0) return false;
  return definedFunctions(module).some((func) => {
    const { inputs, results } = func.functionType;
    return (
      inputs.some((_, i) => namesAxes(functionArgumentSharding(func, i))) ||
      results.some((_, i) => namesAxes(functionResultSharding(func, i)))
    );
  });
}

/** Returns true if an operand or a result of an operation is split. */
export function touchesSplitValues(op: Operation, context: Context): boolean {
  return (
    op.operandValues().some((value) => namesAxes(getSharding(value, context))) ||
    resultShardings(op)?.shardings.some(namesAxes) === true
  );
}
