import type { FuncOp } from '@shardform/dialect-func';
import type { Type } from '@shardform/ir-core';
import {
  type ArrayKind,
  arrayTypeOf,
  type NdArray,
  NpyError,
  randomArray,
  readNpz,
} from '@shardform/runtime-sim';
import { readInput, type ToolInput, UsageError } from '../tool-io.ts';
import type { RunArguments } from './arguments.ts';

/** The global inputs of a function: from a file, or random and the same for the same seed. @throws UsageError */
export function globalInputs(func: FuncOp, flags: RunArguments, input: ToolInput): NdArray[] {
  const wanted = func.functionType.inputs.map((type, i) => wantedArray(type, i));
  if (flags.inputs === null) {
    // Neighbouring seeds of the generator give unrelated arrays.
    return wanted.map(({ kind, shape }, i) => randomArray(kind, shape, flags.seed * 65536 + i));
  }
  const kinds = new Map(wanted.map(({ kind }, i) => [`arg${i}`, kind]));
  const arrays = readArrays(flags.inputs, input, (name) => kinds.get(name));
  return wanted.map(({ kind, shape }, i) => {
    const array = arrays.get(`arg${i}`);
    if (array === undefined) throw new UsageError(`'${flags.inputs!}' has no array 'arg${i}'`);
    if (array.kind !== kind || array.shape.join() !== shape.join()) {
      throw new UsageError(
        `'${flags.inputs!}': array 'arg${i}' is ${describe(array)}, but the argument is ${describe({ kind, shape })}`,
      );
    }
    return array;
  });
}

function readArrays(
  path: string,
  input: ToolInput,
  kindOf: (name: string) => ArrayKind | undefined,
): Map<string, NdArray> {
  try {
    return readNpz(readInput(path, input), kindOf);
  } catch (error) {
    if (error instanceof NpyError) throw new UsageError(`'${path}': ${error.message}`);
    throw error;
  }
}

function wantedArray(
  type: Type,
  index: number,
): { readonly kind: ArrayKind; readonly shape: readonly number[] } {
  const found = arrayTypeOf(type);
  if (found === null) throw new UsageError(`argument ${index} of type '${String(type)}' can't be executed`);
  return found;
}

function describe({ kind, shape }: { readonly kind: ArrayKind; readonly shape: readonly number[] }): string {
  return `${kind}[${shape.join(', ')}]`;
}
