import { copyOf } from '@shardform/inspect';
import { type Context, type ModuleOp, parsePipeline, runPasses } from '@shardform/ir-core';

/** Returns a copy of a program whose calls are replaced by the bodies of what they call. */
export function inlinedCopy(module: ModuleOp, context: Context): ModuleOp {
  const copy = copyOf(module);
  runPasses(copy, parsePipeline('builtin.module(inline,symbol-dce)', context), context);
  return copy;
}
