import { ask, failureText } from '../compiler/client.ts';
import type { Compiler, ReadFile } from '../compiler/messages.ts';
import { view } from '../state/layout.ts';
import { inputArrays, open } from '../state/program.ts';

const BYTECODE_MAGIC = [0x4d, 0x4c, 0xef, 0x52];

/** Files of arrays; their errors are shown with the numbers. */
const ARRAYS = /\.(npz|safetensors)$/i;

/** Opens a program, or arrays to execute one on. @returns the error, or `null`. */
export async function openFile(file: File): Promise<string | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (ARRAYS.test(file.name)) {
    inputArrays.value = { name: file.name, bytes };
    view.value = 'numbers';
    return null;
  }
  const { text, messages } = await read(file.name, bytes);
  if (text === null) return messages[0] ?? `'${file.name}' can't be read`;
  open({ name: file.name.replace(/\.(mlirbc|onnx)$/i, '.mlir'), text });
  return null;
}

async function read(name: string, bytes: Uint8Array): Promise<ReadFile> {
  if (BYTECODE_MAGIC.every((byte, i) => bytes[i] === byte))
    return readByCompiler((compiler) => compiler.fromBytecode(bytes));
  if (/\.onnx$/i.test(name)) return readByCompiler((compiler) => compiler.fromOnnx(bytes));
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), messages: [] };
  } catch {
    const problem = `'${name}' is no program, as MLIR or ONNX, nor arrays, as .npz or .safetensors`;
    return { text: null, messages: [problem] };
  }
}

async function readByCompiler(work: (compiler: Compiler) => Promise<ReadFile>): Promise<ReadFile> {
  try {
    return await ask(work, { isUrgent: true });
  } catch (error) {
    return { text: null, messages: [failureText(error)] };
  }
}

/** Offers a text to the user as a download. */
export function download(name: string, text: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
