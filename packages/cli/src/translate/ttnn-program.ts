import { type Context, type ModuleOp, verifyOp } from '@shardform/ir-core';
import {
  type PythonOptions,
  pythonScript,
  UnwritableOperation,
  writeTtnnBinary,
} from '@shardform/target-ttnn';
import { type ModuleSource, parseStablehloSource } from '../module-source.ts';

/** Returns the binary of a TTNN program; `null` after errors, which are reported to the context. */
export function ttnnBinaryOf(source: ModuleSource, context: Context): Uint8Array | null {
  return written(source, context, (module) => writeTtnnBinary(module, context));
}

/** Returns the script in Python of a TTNN program; `null` after errors, which are reported to the context. */
export function ttnnScriptOf(source: ModuleSource, options: PythonOptions, context: Context): string | null {
  return written(source, context, (module) => pythonScript(module, options));
}

function written<T>(source: ModuleSource, context: Context, write: (module: ModuleOp) => T): T | null {
  const module = parseStablehloSource(source, context);
  if (module === null || !verifyOp(module, context)) return null;
  const foreign = foreignDialect(module);
  if (foreign !== null) {
    context.diagnostics.emitOn(
      module,
      'error',
      `the program has operations of '${foreign}', not of TTNN: lower it by 'shardform tt FILE -o FOLDER', which writes FOLDER/3-ttnn.mlir`,
    );
    return null;
  }
  try {
    return write(module);
  } catch (error) {
    if (!(error instanceof UnwritableOperation)) throw error;
    context.diagnostics.emitOn(error.operation, 'error', error.message);
    return null;
  }
}

/** The dialect of a program that is not lowered to TTNN; `null` for one that is. */
function foreignDialect(module: ModuleOp): string | null {
  let found: string | null = null;
  module.walk(({ name }) => {
    const dialect = name.slice(0, name.indexOf('.'));
    if (['stablehlo', 'chlo', 'sdy', 'ttir', 'vhlo', 'mhlo'].includes(dialect)) found ??= dialect;
  });
  return found;
}
