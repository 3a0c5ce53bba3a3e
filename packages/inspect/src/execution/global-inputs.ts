import type { FuncOp } from '@shardform/dialect-func';
import { currentBudget, limitMessage } from '@shardform/ir-core';
import {
  type ArrayHeader,
  type ArrayKind,
  arrayTypeOf,
  bytesOf,
  drawInputs,
  elementCount,
  isNpy,
  isSafetensors,
  narrowed,
  narrowsTo,
  type NdArray,
  NpyError,
  type NpzFilter,
  readNpz,
  readSafetensors,
  SafetensorsError,
} from '@shardform/runtime-sim';
import { argumentName } from '../names/location-names.ts';
import { loneArrayRemedy } from './lone-array.ts';

/** Arrays that a function can't be executed on, or a function that can't be executed. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

/** The required array of an argument. */
export interface WantedArray {
  readonly kind: ArrayKind;
  readonly shape: readonly number[];
}

/**
 * Returns the arrays that the arguments of a function require.
 *
 * @throws InputError for a type that can't be executed, and if all together exceed the memory limit.
 */
export function wantedInputs(func: FuncOp): WantedArray[] {
  const wanted = arraysOf(func);
  const bytes = wanted.reduce((sum, { kind, shape }) => sum + elementCount(shape) * bytesOf(kind), 0);
  const most = currentBudget().limits.memory;
  if (bytes > most) throw new InputError(limitMessage('memory', 'the arguments take', bytes, most));
  return wanted;
}

function arraysOf(func: FuncOp): WantedArray[] {
  return func.functionType.inputs.map((type, i) => {
    const found = arrayTypeOf(type);
    if (found === null) throw new InputError(`argument ${i} of type '${String(type)}' can't be executed`);
    return found;
  });
}

/**
 * Random inputs of a function, the same for the same seed; see `drawInputs`.
 *
 * @param deviation standard deviation of floating-point numbers; `null` to draw them by what they are used for.
 * @throws InputError
 */
export function randomInputs(func: FuncOp, seed: number, deviation: number | null): NdArray[] {
  wantedInputs(func);
  return drawInputs(func, seed, deviation).filter((array) => array !== null);
}

/**
 * Returns the inputs of a function from a file: arrays `arg0`, `arg1`, and so on, or with the names of the user's
 * program, as `.npz` or safetensors.
 *
 * @param name the file's, for messages.
 * @throws InputError
 */
export function inputsFromFile(func: FuncOp, name: string, bytes: Uint8Array): NdArray[] {
  const wanted = wantedInputs(func);
  const ownNames = wanted.map((_, i) => argumentName(func, i));
  const places = new Map(
    wanted.flatMap((one, i) => {
      const place = { wanted: one, title: `'${name}': array 'arg${i}'` };
      return [`arg${i}`, ownNames[i] ?? `arg${i}`].map((array) => [array, place] as const);
    }),
  );
  const arrays = readArrays(name, bytes, {
    kindOf: (array) => places.get(array)?.wanted.kind,
    isWanted: (array) => {
      if (/^arg\d+$/.test(array) && !places.has(array)) {
        const count = `${wanted.length} argument${wanted.length === 1 ? '' : 's'}`;
        throw new InputError(`'${name}' has an array '${array}', but the function has ${count}`);
      }
      return places.has(array);
    },
    check: (array, header) => {
      const place = places.get(array);
      if (place !== undefined) checkHeader(header, place.wanted, place.title, 'argument');
    },
  });
  return wanted.map((one, i) => {
    const own = ownNames[i] ?? null;
    const array = arrays.get(`arg${i}`) ?? (own === null ? undefined : arrays.get(own));
    if (array === undefined)
      throw new InputError(`'${name}' has no array 'arg${i}'${own === null ? '' : ` or '${own}'`}`);
    return fitting(array, one, `'${name}': array 'arg${i}'`, 'argument');
  });
}

/**
 * Returns the results of a function from a file, arrays `res0`, `res1`, and so on, as `.npz` or safetensors.
 *
 * @param wanted what they have to be.
 * @param name the file's, for messages.
 * @throws InputError
 */
export function resultsFromFile(wanted: readonly WantedArray[], name: string, bytes: Uint8Array): NdArray[] {
  const places = new Map(wanted.map((one, i) => [`res${i}`, one]));
  const titleOf = (array: string): string => `'${name}': array '${array}'`;
  const arrays = readArrays(name, bytes, {
    kindOf: (array) => places.get(array)?.kind,
    check: (array, header) => {
      const place = places.get(array);
      if (place !== undefined) {
        checkHeader(header, place, titleOf(array), 'result');
        return;
      }
      const count = `${wanted.length} result${wanted.length === 1 ? '' : 's'}, named res0, res1, ...`;
      throw new InputError(`'${name}' has an array '${array}', but the function has ${count}`);
    },
  });
  return wanted.map((one, i) => {
    const array = arrays.get(`res${i}`);
    if (array === undefined) throw new InputError(`'${name}' has no array 'res${i}'`);
    return fitting(array, one, titleOf(`res${i}`), 'result');
  });
}

/** @throws InputError if an array is neither of the type of the program nor narrowed to it. */
function checkHeader(header: ArrayHeader, wanted: WantedArray, name: string, what: string): void {
  const isOfKind = header.kind === wanted.kind || narrowsTo(header.kind, wanted.kind);
  if (!isOfKind || header.shape.join() !== wanted.shape.join())
    throw new InputError(`${name} is ${describe(header)}, but the ${what} is ${describe(wanted)}`);
}

/** Returns the array in the type of the program: 64-bit elements of NumPy are narrowed to 32 bits, as in JAX. */
function fitting(array: NdArray, wanted: WantedArray, name: string, what: string): NdArray {
  if (array.kind === wanted.kind) return array;
  const result = narrowed(array);
  if (result === null)
    throw new InputError(`${name} has numbers beyond ${wanted.kind}, which the ${what} is made of`);
  return result;
}

function readArrays(name: string, bytes: Uint8Array, filter: NpzFilter): Map<string, NdArray> {
  if (isNpy(bytes)) {
    throw new InputError(`'${name}' is one NumPy array without a name; ${loneArrayRemedy}`);
  }
  try {
    return isSafetensors(bytes) ? readSafetensors(bytes, filter) : readNpz(bytes, filter);
  } catch (error) {
    if (error instanceof NpyError || error instanceof SafetensorsError)
      throw new InputError(`'${name}': ${error.message}`);
    throw error;
  }
}

function describe({ kind, shape }: WantedArray): string {
  return `${kind}[${shape.join(', ')}]`;
}
