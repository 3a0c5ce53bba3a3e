import type { FunctionBuilder } from './function-builder.ts';
import { unsignedLeb } from './leb128.ts';

/** The functions of a module of kernels by name, and the memory that they work on. */
export interface KernelModule {
  readonly memory: WebAssembly.Memory;
  readonly call: Readonly<Record<string, (...args: number[]) => void>>;
}

const i32 = 0x7f;
const memoryImport = { module: 'kernels', name: 'memory' } as const;

/**
 * Returns the binary module (WebAssembly 2.0, section 5.5) with the given functions, all exported, and a memory from
 * outside.
 */
export function moduleBytes(functions: readonly FunctionBuilder[]): Uint8Array<ArrayBuffer> {
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
    // The memory has one page at first and no limit.
    ...section(2, [[...nameBytes(memoryImport.module), ...nameBytes(memoryImport.name), 2, 0, 1]]),
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

/**
 * Returns an instance of a module of kernels on a memory that it may share with others, or `null` without WebAssembly
 * SIMD. Compiles synchronously, which browsers allow for small modules: some for up to 4 KiB.
 */
export function instantiate(
  functions: readonly FunctionBuilder[],
  shared: WebAssembly.Memory | null = null,
): KernelModule | null {
  if (typeof WebAssembly === 'undefined') return null;
  const bytes = moduleBytes(functions);
  if (!WebAssembly.validate(bytes)) return null;
  const memory = shared ?? new WebAssembly.Memory({ initial: 1 });
  const imports = { [memoryImport.module]: { [memoryImport.name]: memory } };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), imports);
  // The module was written above: it exports functions of integers.
  return { memory, call: exports as KernelModule['call'] };
}

/** Makes the memory at least `byteLength` long. */
export function ensureMemory(memory: WebAssembly.Memory, byteLength: number): void {
  const missing = byteLength - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));
}

const pageBytes = 65536;
