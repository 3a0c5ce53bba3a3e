import type { FunctionBuilder } from './function-builder.ts';
import { unsignedLeb } from './leb128.ts';

/** The functions of a module of kernels by name, and the memory that they work on. */
export interface KernelModule {
  readonly bytes: Uint8Array;
  readonly imports: Readonly<Record<string, Readonly<Record<string, WebAssembly.Memory>>>>;
  readonly memory: WebAssembly.Memory;
  readonly call: Readonly<Record<string, (...args: number[]) => void>>;
}

const i32 = 0x7f;
const memoryImport = { module: 'kernels', name: 'memory' } as const;

/** Pages of 64 KiB that a memory may have. */
const mostPages = 65536;

/** Returns a memory that threads share, which has a limit; `null` where there is none to be had. */
export function sharedMemory(): WebAssembly.Memory | null {
  try {
    return new WebAssembly.Memory({ initial: 1, maximum: mostPages, shared: true });
  } catch {
    // The addresses up to the limit may be too many.
    return null;
  }
}

function isShared({ buffer }: WebAssembly.Memory): boolean {
  return typeof SharedArrayBuffer !== 'undefined' && buffer instanceof SharedArrayBuffer;
}

/**
 * Returns the binary module (WebAssembly 2.0, section 5.5) with the given functions, all exported, and a memory from
 * outside, which threads share or not (the proposal for threads).
 */
export function moduleBytes(functions: readonly FunctionBuilder[], shared = false): Uint8Array<ArrayBuffer> {
  // One page at first; only a shared memory has a limit.
  const limits = shared ? [3, 1, ...unsignedLeb(mostPages)] : [0, 1];
  const types = functions.map(({ parameterCount }) => [
    0x60,
    ...unsignedLeb(parameterCount),
    ...new Array<number>(parameterCount).fill(i32),
    0,
  ]);
  const exports = functions.map(({ name }, index) => [...nameBytes(name), 0, ...unsignedLeb(index)]);
  return new Uint8Array([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, types),
    ...section(2, [[...nameBytes(memoryImport.module), ...nameBytes(memoryImport.name), 2, ...limits]]),
    ...section(
      3,
      functions.map((_, index) => unsignedLeb(index)),
    ),
    ...section(7, exports),
    ...section(
      10,
      functions.map((builder) => builder.bytes()),
    ),
  ]);
}

function section(id: number, entries: readonly (readonly number[])[]): number[] {
  const content = [...unsignedLeb(entries.length), ...entries.flat()];
  return [id, ...unsignedLeb(content.length), ...content];
}

function nameBytes(name: string): number[] {
  return [...unsignedLeb(name.length), ...new TextEncoder().encode(name)];
}

/** What modules of kernels on a memory import. */
export function kernelImports(memory: WebAssembly.Memory): KernelModule['imports'] {
  return { [memoryImport.module]: { [memoryImport.name]: memory } };
}

/**
 * Returns an instance of a module of kernels on a memory that it may share with others, or `null` without WebAssembly
 * SIMD. Compiles synchronously, which browsers allow for small modules: some for up to 4 KiB.
 */
export function instantiate(
  functions: readonly FunctionBuilder[],
  given: WebAssembly.Memory | null = null,
): KernelModule | null {
  if (typeof WebAssembly === 'undefined') return null;
  const memory = given ?? new WebAssembly.Memory({ initial: 1 });
  const bytes = moduleBytes(functions, isShared(memory));
  if (!WebAssembly.validate(bytes)) return null;
  const imports = kernelImports(memory);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), imports);
  // The module was written above: it exports functions of integers.
  return { bytes, imports, memory, call: exports as KernelModule['call'] };
}

/** Makes the memory at least `byteLength` long. */
export function ensureMemory(memory: WebAssembly.Memory, byteLength: number): void {
  const missing = byteLength - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));
}

const pageBytes = 65536;
