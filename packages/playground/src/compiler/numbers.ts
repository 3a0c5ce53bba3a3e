import {
  describeMismatch,
  executeBoth,
  InputError,
  inputsFromFile,
  numberText,
  partition,
  randomInputs,
  type ResultComparison,
  shardedFunction,
} from '@shardform/inspect';
import type { Context, ModuleOp } from '@shardform/ir-core';
import { elementAt, elementCount, entryFunction, ExecutionError, type NdArray } from '@shardform/runtime-sim';
import type { NumbersAnswer, NumbersInput } from './messages.ts';
import { freshProgram } from './program.ts';

const SHOWN_ELEMENTS = 6;

/** Executes a program on the devices of its mesh and on one, on the same inputs. */
export async function numbersOf(text: string, input: NumbersInput): Promise<NumbersAnswer> {
  const { module, context, isValid, diagnostics } = (await freshProgram(text)).model;
  if (!isValid) return without(diagnostics[0]?.message ?? 'the program has errors');
  try {
    return execute(module, context, input);
  } catch (error) {
    if (error instanceof ExecutionError || error instanceof InputError) return without(error.message);
    throw error;
  }
}

function execute(module: ModuleOp, context: Context, { file, seed }: NumbersInput): NumbersAnswer {
  const func = entryFunction(module);
  const inputs = file === null ? randomInputs(func, seed, null) : inputsFromFile(func, file.name, file.bytes);
  const { result: stages, diagnostics } = context.diagnostics.capture(() => partition(module, context));
  const { propagated, local } = stages;
  if (propagated === null || local === null)
    return without(diagnostics[0]?.message ?? "the program can't be partitioned");
  const program = shardedFunction(propagated);
  const { results, comparisons } = executeBoth(module, local, program, inputs, context);
  const isSplit = program.deviceCount > 1;
  return {
    deviceCount: program.deviceCount,
    results: comparisons.map((comparison, i) => ({
      name: comparison.name ?? '',
      type: comparison.description,
      relative: isSplit ? comparison.relative : null,
      difference: differenceText(comparison),
      begin: beginText(results[i]!),
    })),
    problem: '',
  };
}

function differenceText(comparison: ResultComparison): string {
  if (comparison.verdict === 'unstable') return 'as much as other roundings change it';
  if (comparison.verdict === 'nan') return 'NaN in both executions';
  return comparison.mismatch === null ? '' : describeMismatch(comparison);
}

function beginText(array: NdArray): string {
  const count = elementCount(array.shape);
  const shown = Array.from({ length: Math.min(count, SHOWN_ELEMENTS) }, (_, i) => {
    const element = elementAt(array, i);
    return typeof element === 'number' ? String(Number(element.toPrecision(5))) : numberText(element);
  });
  return shown.join(', ') + (count > SHOWN_ELEMENTS ? ', …' : '');
}

function without(problem: string): NumbersAnswer {
  return { deviceCount: 0, results: [], problem };
}
