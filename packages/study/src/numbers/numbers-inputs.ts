import { inputsFromFile, localProgram, randomInputs, wholeFunction } from '@shardform/inspect';
import type { FuncOp } from '@shardform/dialect-func';
import { entryFunction, type NdArray } from '@shardform/runtime-sim';
import type { Study } from '../study.ts';

/** What a program is executed on: numbers drawn from a seed, or the arrays of a file. */
export type NumbersInputs =
  { readonly seed: number } | { readonly file: { readonly name: string; readonly bytes: Uint8Array } };

/** The function that the program is executed from, as it was given. @throws ExecutionError */
export function givenFunction({ module, source }: Study): FuncOp {
  return (source.isLocal ? localProgram(module)?.func : null) ?? entryFunction(module);
}

/** The function whose arguments are the whole inputs of the program. @throws ExecutionError */
export function inputFunction({ module, source }: Study): FuncOp {
  const local = source.isLocal ? localProgram(module) : null;
  return local === null ? entryFunction(module) : wholeFunction(local);
}

/** Returns the whole inputs of the program. @throws InputError, ExecutionError */
export function wholeInputs(study: Study, inputs: NumbersInputs): readonly NdArray[] {
  const func = inputFunction(study);
  if ('seed' in inputs) return randomInputs(func, inputs.seed, null);
  const { name, bytes } = inputs.file;
  const textNames = givenFunction(study).entry.arguments.map((argument) => study.names.textName(argument));
  return inputsFromFile(func, name, bytes, textNames);
}

/** `random numbers, seed 0`, or `arrays of ones.npz`. */
export function inputsText(inputs: NumbersInputs): string {
  return 'seed' in inputs ? `random numbers, seed ${inputs.seed}` : `arrays of ${inputs.file.name}`;
}
