import { totalmem } from 'node:os';
import type { FuncOp } from '@shardform/dialect-func';
import type { Type } from '@shardform/ir-core';
import {
  type ArrayKind,
  arrayTypeOf,
  bytesOf,
  elementCount,
  isSafetensors,
  type NdArray,
  NpyError,
  randomArray,
  readNpz,
  readSafetensors,
  SafetensorsError,
  sizeText,
} from '@shardform/runtime-sim';
import { readInput, type ToolInput, UsageError } from '../tool-io.ts';
import type { RunArguments } from './arguments.ts';

/** The global inputs of a function: from a file, or random and the same for the same seed. @throws UsageError */
export function globalInputs(func: FuncOp, flags: RunArguments, input: ToolInput): NdArray[] {
  const wanted = func.functionType.inputs.map((type, i) => wantedArray(type, i));
  wanted.forEach((array, i) => {
    checkSize(array, func.functionType.inputs[i]!, i);
  });
  if (flags.inputs === null) {
    // Neighbouring seeds of the generator give unrelated arrays.
    return wanted.map(({ kind, shape }, i) =>
      randomArray(kind, shape, flags.seed * 65536 + i, { deviation: flags.deviation }),
    );
  }
  const kinds = new Map(wanted.map(({ kind }, i) => [`arg${i}`, kind]));
  const arrays = readArrays(flags.inputs, input, (name) => kinds.get(name));
  const stranger = [...arrays.keys()].find((name) => /^arg\d+$/.test(name) && !kinds.has(name));
  if (stranger !== undefined) {
    const count = `${wanted.length} argument${wanted.length === 1 ? '' : 's'}`;
    throw new UsageError(`'${flags.inputs}' has an array '${stranger}', but the function has ${count}`);
  }
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
    const bytes = readInput(path, input);
    return isSafetensors(bytes) ? readSafetensors(bytes) : readNpz(bytes, kindOf);
  } catch (error) {
    if (error instanceof NpyError || error instanceof SafetensorsError)
      throw new UsageError(`'${path}': ${error.message}`);
    throw error;
  }
}

interface WantedArray {
  readonly kind: ArrayKind;
  readonly shape: readonly number[];
}

function wantedArray(type: Type, index: number): WantedArray {
  const found = arrayTypeOf(type);
  if (found === null) throw new UsageError(`argument ${index} of type '${String(type)}' can't be executed`);
  return found;
}

/** @throws UsageError for an array that this machine can't hold. */
function checkSize({ kind, shape }: WantedArray, type: Type, index: number): void {
  const [bytes, most] = [elementCount(shape) * bytesOf(kind), totalmem()];
  if (bytes <= most) return;
  throw new UsageError(
    `argument ${index} of type '${String(type)}' takes ${sizeText(bytes)}, more than the ${sizeText(most)} of this machine`,
  );
}

function describe({ kind, shape }: WantedArray): string {
  return `${kind}[${shape.join(', ')}]`;
}
