import { join } from 'node:path';
import {
  type Context,
  DenseElementsAttr,
  isInstance,
  type ModuleOp,
  note,
  type Operation,
  RankedTensorType,
  type Type,
  type Value,
  ValueNames,
} from '@shardform/ir-core';
import {
  arrayText,
  arrayTypeText,
  checkCustomCalls,
  entryFunction,
  evaluateModule,
  ExecutionError,
  isArray,
  type ProbeRecord,
  type RuntimeValue,
  toDenseBytes,
  valueText,
  writeNpy,
} from '@shardform/runtime-sim';
import { useProcessorsForKernels } from '../kernel-threads.ts';
import { makeOutputFolder, type ToolInput, writeOutput } from '../tool-io.ts';
import type { TranslateArguments } from './arguments.ts';
import { parseInputs } from './parse-inputs.ts';

/** The outcome of an execution. */
export interface Interpretation {
  /** The program's output, until the error if there was one, and its results. */
  readonly text: string;
  readonly succeeded: boolean;
}

/**
 * Executes a verified module; errors are reported to the context. With `accumulation` at each step, numbers are those
 * of StableHLO's reference interpreter, but for f32 functions such as the exponential, which may differ in the last digit.
 *
 * @throws UsageError if the records of probes can't be written.
 */
export function interpret(
  module: ModuleOp,
  given: TranslateArguments,
  context: Context,
  input: ToolInput,
): Interpretation {
  const inputs = parseInputs(given.inputs, context);
  if (inputs === null) return { text: '', succeeded: false };
  useProcessorsForKernels();
  const printed: string[] = [];
  const names = new Map<Operation, ValueNames>();
  const probes: ProbeRecord[] = [];
  try {
    const results = evaluateModule(module, inputs, context, {
      accumulation: given.accumulation ?? 'wide',
      // As StableHLO's specification says; all else does as XLA.
      partialWindows: 'written',
      customCalls: checkCustomCalls,
      probes,
      print(value, op) {
        printed.push(`${nameOf(op.getOperand(0), op, names)} = ${arrayText(value)}\n`);
      },
    });
    results.forEach((value, i) => {
      const text = given.printsDense ? denseText(value, resultType(module, i)) : valueText(value);
      printed.push(`${text}\n`);
    });
  } catch (error) {
    if (!(error instanceof ExecutionError)) throw error;
    const notes = error.notes.map(({ op, message }) => note(op.location, message));
    context.diagnostics.emitOn(error.op, 'error', error.message, notes);
    return { text: printed.join(''), succeeded: false };
  }
  if (given.probeFolder !== null) writeProbes(probes, given.probeFolder, input);
  return { text: printed.join(''), succeeded: true };
}

/** The name of a value in the executed module, which may be a transformed copy of the original. */
function nameOf(value: Value, op: Operation, known: Map<Operation, ValueNames>): string {
  let root = op;
  while (root.parentOp !== null) root = root.parentOp;
  let names = known.get(root);
  if (names === undefined) known.set(root, (names = new ValueNames(root, true)));
  return names.operand(value);
}

function resultType(module: ModuleOp, index: number): Type | undefined {
  return entryFunction(module).functionType.results[index];
}

/** An array as a constant: `dense<1> : tensor<2xi32>`. */
function denseText(value: RuntimeValue, type: Type | undefined): string {
  if (!isArray(value) || type === undefined || !isInstance(RankedTensorType, type)) return valueText(value);
  const own = RankedTensorType.get(value.shape, type.elementType);
  return String(DenseElementsAttr.fromBytes(own, toDenseBytes(value).slice()));
}

/** Writes a file for each tensor that was seen, `probe1.npy` and so on, and `index.csv` with their names and types. */
function writeProbes(probes: readonly ProbeRecord[], folder: string, input: ToolInput): void {
  makeOutputFolder(folder, input);
  const lines = probes.map(({ id, array }, i) => {
    const path = join(folder, `probe${i + 1}.npy`);
    writeOutput(path, writeNpy(array), input);
    return `${id},${arrayTypeText(array)},${path}\n`;
  });
  writeOutput(join(folder, 'index.csv'), lines.join(''), input);
}
