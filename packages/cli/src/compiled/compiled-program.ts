import { isDeviceProgramOfHlo } from '@shardform/dialect-hlo';
import { type HloModule, writeHloText } from '@shardform/hlo-module';
import { deviceCount } from '@shardform/inspect';
import { printOp } from '@shardform/ir-core';
import {
  CompiledStudy,
  countText,
  isCompiledForCpus,
  moduleName,
  notCompiledFrom,
  numberedCopy,
  type Study,
  withoutNumbers,
} from '@shardform/study';
import { compileByXla, compiledModule } from '../engine/compile-on-xla.ts';
import { pythonOf } from '../engine/python.ts';
import { XLA_TIMEOUT_SECONDS, type XlaProcessOptions } from '../engine/xla-process.ts';
import { type ToolInput, UsageError } from '../tool-io.ts';
import { readCompiled } from './read-compiled.ts';

/** The program that XLA has compiled of another one. */
export interface CompiledProgram {
  readonly compiled: CompiledStudy;
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
 * Returns the compiled form of a program: that of a dump, or the one that XLA makes for virtual CPU devices. A server goes on with
 * what was compiled of the same program.
 *
 * @throws UsageError when there is none, or XLA can't compile the program.
 */
export async function compiledProgram(
  study: Study,
  { hlo, python }: CompiledSource,
  input: ToolInput,
): Promise<CompiledProgram> {
  if (isDeviceProgramOfHlo(study.module))
    throw new UsageError(
      'the program is the compiled one itself: give the program before partitioning, which it was compiled from',
    );
  const devices = deviceCount(study.module);
  if (hlo !== null) {
    const { file, module } = readCompiled(hlo, moduleName(study), input);
    const compiled = new CompiledStudy(study, module, file, null, isOfCpus(file, module));
    if (module.isNumPartitionsInferred !== true && compiled.devices !== devices)
      throw new UsageError(
        `'${file}' is for ${countText(compiled.devices, 'device')}, the program for ${devices}: it was compiled of another program`,
      );
    const problem = compiled.devices > 1 ? notCompiledFrom(study, module) : null;
    if (problem !== null) throw new UsageError(`'${file}': ${problem}`);
    return { compiled, text: () => writeHloText(module, { form: 'long' }) };
  }
  // Names that are an operation's alone tell it for sure.
  const { module: copy, operations } = numberedCopy(study.module);
  const source = printOp(copy, study.context, { debugInfo: true });
  const options = xlaOptions(python, input);
  const compile = (): ReturnType<typeof compileByXla> => compileByXla(source, devices, options);
  const made = await (input.studies?.compiled(`${options.python} ${source}`, compile) ?? compile());
  const compiler = `jaxlib ${made.version} for CPUs`;
  const compiled = new CompiledStudy(study, compiledModule(made), compiler, operations, true);
  return { compiled, text: () => withoutNumbers(made.text) };
}

/** Whether a dump has the name that XLA for CPUs gives it, or what that alone writes. */
function isOfCpus(file: string, module: HloModule): boolean {
  return /\.cpu_after_optimizations\b/.test(file) || isCompiledForCpus(module);
}

/** Returns how XLA is started. @param python `null` for the default. */
export function xlaOptions(python: string | null, input: ToolInput): XlaProcessOptions {
  return {
    python: pythonOf(python, process.env),
    timeoutSeconds: XLA_TIMEOUT_SECONDS,
    ownsProcess: input.program !== undefined,
  };
}
