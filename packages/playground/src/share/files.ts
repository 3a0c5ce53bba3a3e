import { compiler } from '../compiler/client.ts';
import { open } from '../state.ts';

const BYTECODE_MAGIC = [0x4d, 0x4c, 0xef, 0x52];

/** Opens a file of MLIR's text or bytecode. @returns what is wrong with it, or `null`. */
export async function openFile(file: File): Promise<string | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!BYTECODE_MAGIC.every((byte, i) => bytes[i] === byte)) {
    try {
      open(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
      return null;
    } catch {
      return `'${file.name}' is neither MLIR text nor MLIR bytecode`;
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
