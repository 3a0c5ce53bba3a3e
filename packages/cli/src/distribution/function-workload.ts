import { CostError } from '@shardform/cost-model';
import { PlacedTensorType } from '@shardform/dialect-dist';
import { type FuncOp, programEntry, valueAttrs } from '@shardform/dialect-func';
import { argumentName, resultName } from '@shardform/inspect';
import { type Context, type ModuleOp, RankedTensorType } from '@shardform/ir-core';
import { functionModels, importTensors, StrategyError, type Workload } from '@shardform/passes-dist';
import { layersOf, splitLayers, tiesOf } from '@shardform/passes-planning';
import { flattenFunction } from '@shardform/runtime-dist';
import { unknownLoopWarnings } from '@shardform/study';
import type { DiagnosticLog } from '../diagnostic-log.ts';
import { loadOperations, ModuleError } from '../load-module.ts';
import { refuseLowered } from '../lowered-program.ts';
import { parameterUse } from '../plan/parameter-use.ts';
import { loadedEntry } from './loaded-entry.ts';
import { type ToolInput, UsageError } from '../tool-io.ts';
import { simulatedFunctionText } from './simulated-work.ts';
import { makePlain } from './plain-program.ts';
import { machineFor, type WorkloadValues } from './workload.ts';

/** A function as what candidates are evaluated for. */
export interface FunctionWorkload {
  readonly name: string;
  readonly workload: Workload;
  /** The function, and what of it is simulated. */
  readonly simulated: string;
  /** Contributions that the times don't include. */
  readonly warnings: readonly string[];
}

/**
 * Returns a StableHLO function as what candidates are evaluated for, with its name. @throws UsageError or ModuleError.
 */
export function functionWorkload(
  file: string,
  values: WorkloadValues,
  devices: number,
  input: ToolInput,
): FunctionWorkload {
  const loaded = loadOperations(file, input);
  refuseLowered(file, loaded);
  const { module, context, log } = loaded;
  const warnings = unknownLoopWarnings(module);
  makePlain(module, context, log);
  const whole = loadedEntry(module, context, log);
  const name = whole.symName.value;
  const given = batchArguments(values['batch-args'], whole);
  const { func, batch } = layersApart(module, whole, given, context);
  const placed = placedFunction(func, context);
  costEverything(placed, context, log);
  const { type } = placed.body.entry.getArgument(batch[0]!);
  const samples = type instanceof PlacedTensorType ? (type.shape[0] ?? 1) : 1;
  return {
    name: `@${name}`,
    simulated: simulatedFunctionText(whole),
    warnings,
    workload: {
      model: functionModels(placed, batch, context),
      batch: samples,
      machine: machineFor(values, devices, input),
      costModel: values['cost-model'] ?? 'roofline',
      fuses: values.fusion !== 'none',
    },
  };
}

/** Loops over layers as the layers one after another, which can be in different stages; a stack of weights is a weight of each. */
function layersApart(
  module: ModuleOp,
  func: FuncOp,
  batch: readonly number[],
  context: Context,
): { readonly func: FuncOp; readonly batch: readonly number[] } {
  const layers = layersOf(module, context) ?? 1;
  const split = splitLayers(module, [], layers, context);
  const parts = batch.map((index) => split.argumentParts[index]!);
  const apart = programEntry(split.module);
  // A loop over parts of the batch is no loop over layers.
  if (layers === 1 || apart === null || parts.some(({ length }) => length > 1)) return { func, batch };
  return { func: apart, batch: parts.flat() };
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

/** @throws ModuleError that names an operation of unknown cost. */
function costEverything(func: FuncOp, context: Context, log: DiagnosticLog): void {
  try {
    flattenFunction(func, context);
  } catch (error) {
    if (!(error instanceof CostError)) throw error;
    context.diagnostics.emitOn(error.op, 'error', error.message);
    throw new ModuleError(log.text(), log.diagnostics);
  }
}

/** The maximum number of arguments whose types are listed; batches are often the last ones. */
const MOST_TOLD = 4;

/** `@main has 28 arguments, ..., 26: tensor<8x64xi32>, 27: tensor<8x64xi32>`. */
function argumentsText(func: FuncOp): string {
  const types = func.functionType.inputs.map((type, i) => `${i}: ${String(type)}`);
  const told = types.slice(-MOST_TOLD);
  const before = types.length > MOST_TOLD ? '..., ' : '';
  const count = `${types.length} argument${types.length === 1 ? '' : 's'}`;
  return `@${func.symName.value} has ${count}${types.length === 0 ? '' : ` (${before}${told.join(', ')})`}`;
}

/** Numbers of arguments that may be batches: the last ones of one first dimension. */
function likelyBatches(func: FuncOp): string {
  const sizes = func.functionType.inputs.map((type) =>
    type instanceof RankedTensorType || type instanceof PlacedTensorType ? (type.shape[0] ?? 0) : 0,
  );
  const size = sizes.at(-1) ?? 0;
  const first = sizes.findLastIndex((own) => own !== size) + 1;
  return sizes
    .map((_, i) => i)
    .slice(first)
    .slice(-2)
    .join();
}

/** Refuses state that the step updates, and parameters. @throws UsageError */
function refuseOthers(func: FuncOp, index: number): void {
  const name = argumentName(func, index);
  const state = stateReason(func, index);
  const use = state === null ? parameterUse(func, index, name ?? 'it') : null;
  if (state === null && use === null) return;
  const reason =
    state === null
      ? `is used as a parameter: its first dimension is no batch, since ${use!}`
      : `${state}, so it is state that the step updates, not a batch`;
  throw new UsageError(
    `flag '--batch-args': argument ${index}${name === null ? '' : `, ${name},`} ${reason}; did you mean ${likelyBatches(func)}? ${argumentsText(func)}`,
  );
}

/** How a step gives an argument back, in its memory or by its name; `null` where it does not. */
function stateReason(func: FuncOp, index: number): string | null {
  const attributes = valueAttrs(func, 'arg_attrs', index);
  if (DONATED.some((name) => attributes.get(name) !== null)) return 'is donated';
  const tie =
    argumentName(func, index) === null ? undefined : tiesOf(func).find(({ argument }) => argument === index);
  return tie === undefined
    ? null
    : `has its next value in ${resultName(func, tie.result) ?? `result ${tie.result}`}`;
}

/** Attributes of arguments whose memory results may take. */
const DONATED = ['jax.buffer_donor', 'tf.aliasing_output'];

function batchArguments(text: string | null, func: FuncOp): number[] {
  if (func.functionType.inputs.length === 0)
    throw new UsageError(`@${func.symName.value} has no arguments, so there is no batch to divide`);
  if (text === null)
    throw new UsageError(
      `say which arguments are batches, such as '--batch-args ${likelyBatches(func)}'; ${argumentsText(func)}`,
    );
  return text.split(',').map((part) => {
    const index = Number(part);
    if (Number.isInteger(index) && index >= 0 && index < func.functionType.inputs.length) {
      refuseOthers(func, index);
      return index;
    }
    throw new UsageError(
      `flag '--batch-args' expects numbers of arguments, such as ${likelyBatches(func)}, got '${part}'; ${argumentsText(func)}`,
    );
  });
}
