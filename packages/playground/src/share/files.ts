import { ask, failureText } from '../compiler/client.ts';
import type { Compiler, ReadFile } from '../compiler/messages.ts';
import { view } from '../state/layout.ts';
import { inputArrays, open } from '../state/program.ts';

const BYTECODE_MAGIC = [0x4d, 0x4c, 0xef, 0x52];

/** Files of arrays; their errors are shown with the numbers. */
const ARRAYS = /\.(npz|safetensors)$/i;

/** Lines that programs of MLIR begin with, and other languages don't. */
const PROGRAM_LINE =
  /^\s*(module\b|"?builtin\.module|"?func\.func|sdy\.mesh|%[\w#:, %]+ = |[#!]\w+ = |\/\/ )/m;

/** Opens a program, or arrays to execute one on. @returns what was opened, or why nothing was. */
export async function openFile(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (ARRAYS.test(file.name)) {
    inputArrays.value = { name: file.name, bytes };
    view.value = 'numbers';
    return `arrays of ${file.name}`;
  }
  const { text, messages } = await read(file.name, bytes);
  if (text === null) return messages[0] ?? `'${file.name}' can't be read`;
  open({ name: file.name.replace(/\.(mlirbc|onnx)$/i, '.mlir'), text });
  return `opened ${file.name}`;
}

async function read(name: string, bytes: Uint8Array): Promise<ReadFile> {
  if (BYTECODE_MAGIC.every((byte, i) => bytes[i] === byte))
    return readByCompiler((compiler) => compiler.fromBytecode(bytes));
  if (/\.onnx$/i.test(name)) return readByCompiler((compiler) => compiler.fromOnnx(bytes));
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (/\.mlir$/i.test(name) || PROGRAM_LINE.test(text)) return { text, messages: [] };
  } catch {
    // No text at all.
  }
  return {
    text: null,
    messages: [`'${name}' is no program, as MLIR or ONNX, nor arrays, as .npz or .safetensors`],
  };
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
