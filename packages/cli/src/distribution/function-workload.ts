import { PlacedTensorType } from '@shardform/dialect-dist';
import type { FuncOp } from '@shardform/dialect-func';
import type { Context } from '@shardform/ir-core';
import {
  functionModels,
  functionOf,
  importTensors,
  StrategyError,
  type Workload,
} from '@shardform/passes-dist';
import { loadModule } from '../load-module.ts';
import { type ToolInput, UsageError } from '../tool-io.ts';
import { costModelName, machineFor, type WorkloadValues } from './workload.ts';

/** A StableHLO function as what candidates are evaluated for, with its name. @throws UsageError or ModuleError. */
export function functionWorkload(
  file: string,
  values: WorkloadValues,
  devices: number,
  input: ToolInput,
): { readonly name: string; readonly workload: Workload } {
  const { module, context } = loadModule(file, input);
  const func = functionOf(module, '');
  if (func === null) throw new UsageError(`'${file}' has no function @main, and not only one`);
  const name = func.symName.value;
  const batch = batchArguments(values['batch-args'], func);
  const placed = placedFunction(func, context);
  const { type } = placed.body.entry.arguments[batch[0]!]!;
  const samples = type instanceof PlacedTensorType ? (type.shape[0] ?? 1) : 1;
  const { machine, allReduce } = machineFor(values, devices, input);
  return {
    name: `@${name}`,
    workload: {
      model: functionModels(placed, batch, context),
      batch: samples,
      machine,
      costModel: costModelName(values['cost-model']),
      allReduce,
    },
  };
}

function placedFunction(func: FuncOp, context: Context): FuncOp {
  try {
    const { inputs } = func.functionType;
    return inputs.some((type) => type instanceof PlacedTensorType) ? func : importTensors(func, 0, context);
  } catch (error) {
    if (error instanceof StrategyError) throw new UsageError(error.message);
    throw error;
  }
}

function batchArguments(text: string | boolean | undefined, func: FuncOp): number[] {
  if (typeof text !== 'string')
    throw new UsageError(
      `say with '--batch-args' which arguments of @${func.symName.value} are batches: 2,3`,
    );
  return text.split(',').map((part) => {
    const index = Number(part);
    if (Number.isInteger(index) && index >= 0 && index < func.functionType.inputs.length) return index;
    throw new UsageError(`flag '--batch-args' expects numbers of arguments, got '${part}'`);
  });
}
