import { compiler } from '../compiler/client.ts';
import { inputArrays, open, panel } from '../state.ts';

const BYTECODE_MAGIC = [0x4d, 0x4c, 0xef, 0x52];

/** Files of arrays; what is wrong with one is told where the numbers are shown. */
const ARRAYS = /\.(npz|safetensors)$/i;

/** Opens a program in MLIR's text or bytecode, or arrays to execute it on. @returns what is wrong with it, or `null`. */
export async function openFile(file: File): Promise<string | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (ARRAYS.test(file.name)) {
    inputArrays.value = { name: file.name, bytes };
    panel.value = 'numbers';
    return null;
  }
  if (!BYTECODE_MAGIC.every((byte, i) => bytes[i] === byte)) {
    try {
      open(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
      return null;
    } catch {
      return `'${file.name}' is neither a program in MLIR nor arrays in .npz or .safetensors`;
    }
  }
  const { text, messages } = await compiler.fromBytecode(bytes);
  if (text === null) return messages[0] ?? `'${file.name}' can't be read`;
  open(text);
  return null;
}

/** Hands a text to the person as a file. */
export function download(name: string, text: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
