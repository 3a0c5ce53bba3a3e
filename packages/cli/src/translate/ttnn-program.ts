import { CpuModuleOp } from '@shardform/dialect-ttcore';
import { type Context, type ModuleOp, parsePipeline, runPasses, verifyOp } from '@shardform/ir-core';
import { cppText, pythonText, UnwritableOperation, writeTtnnBinary } from '@shardform/target-ttnn';
import { type ModuleSource, parseStablehloSource } from '../module-source.ts';

/** Returns the binary of a TTNN program; `null` after errors, which are reported to the context. */
export function ttnnBinaryOf(source: ModuleSource, context: Context): Uint8Array | null {
  return written(source, context, (module) => writeTtnnBinary(module, context));
}

/** The languages that programs of TTNN are written in. */
export type ProgramLanguage = 'python' | 'cpp';

const PIPELINES: Readonly<Record<ProgramLanguage, string>> = {
  python: 'ttnn-common-to-emitpy-pipeline{split-files=false',
  cpp: 'ttnn-common-to-emitc-pipeline{',
};

const textOf = (module: ModuleOp, language: ProgramLanguage, fileId: string | null = null): string =>
  language === 'cpp' ? cppText(module) : pythonText(module, fileId);

/**
 * Returns a TTNN program as one in a language; `null` after errors, which are reported to the context.
 *
 * @param inputs the folder of its inputs, or `null` for ones.
 */
export function ttnnSourceOf(
  source: ModuleSource,
  inputs: string | null,
  context: Context,
  language: ProgramLanguage,
): string | null {
  return written(source, context, (module) => {
    const options =
      inputs === null
        ? ''
        : ` load-input-tensors-from-disk tensor-load-directory=${JSON.stringify(inputs.replace(/\/$/, ''))}`;
    const pipeline = `builtin.module(ttcore-wrap-device-module,${PIPELINES[language]}${options}})`;
    const { succeeded } = runPasses(module, parsePipeline(pipeline, context), context);
    return succeeded ? textOf(module, language) : null;
  });
}

/** Returns a program of `emitpy` or `emitc` as source; `null` after errors, which are reported to the context. */
export function writtenSourceOf(
  source: ModuleSource,
  context: Context,
  language: ProgramLanguage,
  fileId: string | null,
): string | null {
  const module = parseStablehloSource(source, context);
  if (module === null || !verifyOp(module, context)) return null;
  const names = parsePipeline(`builtin.module(ttnn-source-names{language=${language}})`, context);
  if (!runPasses(module, names, context).succeeded) return null;
  return orReport(context, () => textOf(module, language, fileId));
}

function written<T>(source: ModuleSource, context: Context, write: (module: ModuleOp) => T | null): T | null {
  const module = parseStablehloSource(source, context);
  if (module === null || !verifyOp(module, context)) return null;
  const foreign = foreignDialect(module);
  if (foreign !== null) {
    context.diagnostics.emitOn(
      module,
      'error',
      SOURCE.includes(foreign)
        ? `the program has operations of '${foreign}', not of TTNN: they hold source code, which '--mlir-to-python' and '--mlir-to-cpp' write as it stands`
        : `the program has operations of '${foreign}', not of TTNN: lower it by 'shardform tt FILE -o FOLDER', which writes FOLDER/3-ttnn.mlir`,
    );
    return null;
  }
  return orReport(context, () => write(module));
}

function orReport<T>(context: Context, write: () => T | null): T | null {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof UnwritableOperation)) throw error;
    context.diagnostics.emitOn(error.operation, 'error', error.message);
    return null;
  }
}

/** Dialects of programs that are not lowered to TTNN. */
const UNLOWERED = ['stablehlo', 'chlo', 'sdy', 'ttir', 'vhlo', 'mhlo'];
/** Dialects whose operations hold source code as it stands: a program of TTNN has none of them. */
const SOURCE = ['emitpy', 'emitc'];

/** The dialect of a program that is not lowered to TTNN; `null` for one that is. What the host executes stays TTIR. */
function foreignDialect(module: ModuleOp): string | null {
  let found: string | null = null;
  for (const own of module.body) {
    if (own instanceof CpuModuleOp) continue;
    own.walk(({ name }) => {
      const dialect = name.slice(0, name.indexOf('.'));
      if ([...UNLOWERED, ...SOURCE].includes(dialect)) found ??= dialect;
    });
  }
  return found;
}
