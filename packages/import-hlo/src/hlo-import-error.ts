import type { Instruction } from '@shardform/hlo-module';

/** Thrown for parts of a module that can't be imported; the message says why. */
export class HloImportError extends Error {
  override readonly name = 'HloImportError';
  /** The line of the text; 0 where there is none. */
  readonly line: number;

  constructor(message: string, line = 0) {
    super(message);
    this.line = line;
  }
}

/** Throws the error of an instruction. */
export function failAt({ name, opcode, line }: Instruction, message: string): never {
  throw new HloImportError(`instruction '${name}' (${opcode}) ${message}`, line);
}
