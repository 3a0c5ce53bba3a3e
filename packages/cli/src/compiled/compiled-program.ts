import { programEntry } from '@shardform/dialect-func';
import { type HloModule, readHloText, writeHloText } from '@shardform/hlo-module';
import { deviceCount } from '@shardform/inspect';
import { printOp, StringAttr } from '@shardform/ir-core';
import {
  type AttributedCollective,
  attributeCollectives,
  numberedCopy,
  type Study,
  withoutNumbers,
} from '@shardform/study';
import { compileByXla } from '../engine/compile-on-xla.ts';
import { pythonOf } from '../engine/python.ts';
import { XLA_TIMEOUT_SECONDS, type XlaProcessOptions } from '../engine/xla-process.ts';
import type { ToolInput } from '../tool-io.ts';
import { readCompiled } from './read-compiled.ts';

/** The program that XLA has compiled of another one. */
export interface CompiledProgram {
  readonly module: HloModule;
  /** Which compiler made it, in a phrase, or the file that has it. */
  readonly compiler: string;
  readonly collectives: readonly AttributedCollective[];
  /** Returns it as XLA prints it. */
  readonly text: () => string;
}

/** Where a compiled program comes from. */
export interface CompiledSource {
  /** A dump; `null` to compile the program. */
  readonly hlo: string | null;
  /** The Python that compiles it; `null` for the default. */
  readonly python: string | null;
}

/**
 * Returns the compiled form of a program: that of a dump, or the one that XLA makes for virtual CPU devices.
 *
 * @throws UsageError when there is none, or XLA can't compile the program.
 */
export async function compiledProgram(
  study: Study,
  { hlo, python }: CompiledSource,
  input: ToolInput,
): Promise<CompiledProgram> {
  if (hlo !== null) {
    const { file, module } = readCompiled(hlo, moduleName(study), input);
    return {
      module,
      compiler: file,
      collectives: attributeCollectives(module, study),
      text: () => writeHloText(module, { form: 'long' }),
    };
  }
  // Names that are an operation's alone tell it for sure.
  const { module: copy, operations } = numberedCopy(study.module);
  const source = printOp(copy, study.context, { debugInfo: true });
  const { version, text } = await compileByXla(source, deviceCount(study.module), xlaOptions(python, input));
  const module = readHloText(text);
  const collectives = attributeCollectives(module, study, operations);
  return { module, compiler: `jaxlib ${version} for CPUs`, collectives, text: () => withoutNumbers(text) };
}

/** Returns how XLA is started. @param python `null` for the default. */
export function xlaOptions(python: string | null, input: ToolInput): XlaProcessOptions {
  return {
    python: pythonOf(python, process.env),
    timeoutSeconds: XLA_TIMEOUT_SECONDS,
    ownsProcess: input.program !== undefined,
  };
}

/** The name that JAX gives a module, and XLA the files of its dump. */
function moduleName({ module }: Study): string | null {
  const name = module.getAttr('sym_name');
  return name instanceof StringAttr ? name.value : (programEntry(module)?.symName.value ?? null);
}
