import { type Diagnostic, diagnosticToJson } from '@shardform/ir-core';
import { colouredMlir } from '../highlight/terminal.ts';
import { type OutputJson, outputSchema } from '../json-schema/diagnostic-schema.ts';
import type { Streams, TextStyle } from './command.ts';
import type { JsonRendering } from './define-command.ts';

/** The outcome of a command whose result is a program. */
export interface ProgramOutput {
  /** Text, or bytecode. */
  readonly stdout: string | Uint8Array;
  /** Diagnostics and messages as text, in order. */
  readonly stderr: string;
  readonly diagnostics: readonly Diagnostic[];
  /** The text in {@link stderr} other than diagnostics, such as timings. */
  readonly messages: string;
  readonly exitCode: number;
  /** True if {@link stdout} is a program, not help; it is unless given. */
  readonly isProgram?: boolean;
}

/** The rendering of a program as JSON. */
export const programJson: JsonRendering<ProgramOutput, typeof outputSchema> = {
  name: 'output',
  get schema() {
    return outputSchema;
  },
  of: jsonOf,
};

/** Returns the rendering of a program as text, in colours where they are wanted. */
export function programText(output: ProgramOutput, { colour }: TextStyle): Streams {
  const { stdout, stderr, exitCode, isProgram = true } = output;
  const isColoured = colour && isProgram && exitCode === 0;
  return { stdout: isColoured && typeof stdout === 'string' ? colouredMlir(stdout) : stdout, stderr };
}

function jsonOf({ stdout, diagnostics, messages, exitCode }: ProgramOutput): OutputJson {
  const isText = typeof stdout === 'string';
  return {
    version: 1,
    succeeded: exitCode === 0,
    output: isText ? stdout : null,
    bytes: isText ? null : Buffer.from(stdout).toString('base64'),
    diagnostics: diagnostics.map(diagnosticToJson),
    messages,
  };
}
