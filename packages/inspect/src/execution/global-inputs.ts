import type { FuncOp } from '@shardform/dialect-func';
import { TokenType } from '@shardform/dialect-stablehlo';
import { currentBudget, DYNAMIC, limitMessage, positionOf, RankedTensorType } from '@shardform/ir-core';
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
import { namePath } from '../names/name-path.ts';

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
    if (found === null) throw new InputError(unusableText(func, i));
    return found;
  });
}

/** Why an argument that is no tensor ends an execution, where it is, and what to do about tokens. */
function unusableText(func: FuncOp, index: number): string {
  const type = func.functionType.inputs[index];
  const position = positionOf((func.isDeclaration ? func : func.entry.getArgument(index)).location);
  const place = position === null ? '' : `${position.file}:${position.line}: `;
  const text = `${place}argument ${index} of type '${String(type)}' can't be executed`;
  if (type instanceof RankedTensorType && type.shape.includes(DYNAMIC))
    return `${text}: its sizes are not known; '--dim 8' gives one to each dimension without, '--dim ${index}:${type.shape.indexOf(DYNAMIC)}=8' to this one`;
  return type instanceof TokenType
    ? `${text}: it orders calls of Python functions of the process that wrote the program, such as io_callback(..., ordered=True) and debug.print(..., ordered=True) of JAX; lower the program without them`
    : text;
}

/**
 * Random inputs of a function, the same for the same seed; see `drawInputs`.
 *
 * @param deviation standard deviation of floating-point numbers; `null` to draw them by what they are used for.
 * @param reference a function of the same arguments, whose use of them comes first; `null` if there is none.
 * @throws InputError
 */
export function randomInputs(
  func: FuncOp,
  seed: number,
  deviation: number | null,
  reference: FuncOp | null = null,
): NdArray[] {
  wantedInputs(func);
  return drawInputs(func, seed, deviation, reference).filter((array) => array !== null);
}

/**
 * Returns the inputs of a function from a file: arrays `arg0`, `arg1`, and so on, with the names of the user's program or
 * their paths, as `p['w']`, `p.w` and `p/w`, or with those of the program's text, as `.npz` or safetensors.
 *
 * @param name the file's, for messages.
 * @param textNames of the arguments in the program's text, `%x`; `null` where there is none.
 * @throws InputError
 */
export function inputsFromFile(
  func: FuncOp,
  name: string,
  bytes: Uint8Array,
  textNames: readonly (string | null)[] = [],
): NdArray[] {
  const wanted = wantedInputs(func);
  try {
    return namedInputs(func, wanted, name, bytes, textNames);
  } catch (error) {
    const more = error instanceof InputError ? surplus(wanted, name, bytes) : null;
    if (!(error instanceof InputError) || more === null) throw error;
    throw new InputError(`${error.message}; ${more}`);
  }
}

/** The remedy for a file with more numbered arrays than there are arguments; `null` for others. */
function surplus(wanted: readonly WantedArray[], name: string, bytes: Uint8Array): string | null {
  let count = 0;
  try {
    readArrays(name, bytes, {
      isWanted: (array) => {
        if (/^arg\d+$/.test(array)) count += 1;
        return false;
      },
    });
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
  return count <= wanted.length
    ? null
    : `the file has ${count} arrays for ${wanted.length} argument${wanted.length === 1 ? '' : 's'}: JAX leaves out arguments that a function does not use; number the others in order, or lower with jit(..., keep_unused=True)`;
}

function namedInputs(
  func: FuncOp,
  wanted: readonly WantedArray[],
  name: string,
  bytes: Uint8Array,
  textNames: readonly (string | null)[],
): NdArray[] {
  const names = wanted.map((_, i) => [`arg${i}`, argumentName(func, i), textNames[i] ?? null]);
  const places = new Map<string, number>();
  // Numbers precede names that look like those of other arguments.
  for (const rank of [0, 1, 2])
    for (const [i, own] of names.entries()) {
      const key = pathKey(own[rank] ?? '');
      if (key !== '' && !places.has(key)) places.set(key, i);
    }
  const placeOf = (array: string): number | undefined => places.get(pathKey(array));
  const titleOf = (i: number): string => `'${name}': array 'arg${i}'`;
  const arrays = readArrays(name, bytes, {
    kindOf: (array) => wanted[placeOf(array) ?? -1]?.kind,
    isWanted: (array) => {
      const isKnown = placeOf(array) !== undefined;
      if (/^arg\d+$/.test(array) && !isKnown) {
        const count = `${wanted.length} argument${wanted.length === 1 ? '' : 's'}`;
        throw new InputError(`'${name}' has an array '${array}', but the function has ${count}`);
      }
      return isKnown;
    },
    check: (array, header) => {
      const place = placeOf(array);
      if (place !== undefined) checkHeader(header, wanted[place]!, titleOf(place), 'argument');
    },
  });
  const given = new Map<number, NdArray>();
  for (const [array, data] of arrays) {
    const place = placeOf(array);
    if (place !== undefined && (!given.has(place) || array === `arg${place}`)) given.set(place, data);
  }
  return wanted.map((one, i) => {
    const array = given.get(i);
    if (array !== undefined) return fitting(array, one, titleOf(i), 'argument');
    const own = names[i]!.filter((text) => text !== null && pathKey(text) !== '');
    const expected = own.filter(
      (text, at) => own.findIndex((other) => pathKey(other!) === pathKey(text!)) === at,
    );
    throw new InputError(`'${name}' has no array ${expected.map((text) => `'${text!}'`).join(' or ')}`);
  });
}

/** A name by its path, without the percent sign of the program's text: `p/w` for `p['w']`. */
function pathKey(name: string): string {
  return namePath(name.replace(/^%/, '').replaceAll('/', '.')).join('/');
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
