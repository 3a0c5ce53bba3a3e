import { programEntry } from '@shardform/dialect-func';
import { argumentName } from '@shardform/inspect';
import { parsePipeline, runPasses } from '@shardform/ir-core';
import type { LoadedModule } from '../load-module.ts';
import { parameterUse } from './parameter-use.ts';

/** Returns warnings about arguments whose first dimension is called the batch, and which are used as parameters are. */
export function batchWarnings(loaded: LoadedModule, batches: ReadonlySet<number>): string[] {
  if (batches.size === 0) return [];
  const { module, context } = loaded.reload();
  runPasses(module, parsePipeline('builtin.module(inline,symbol-dce)', context), context);
  const func = programEntry(module);
  if (func === null || func.isDeclaration) return [];
  return [...batches].flatMap((index) => {
    const name = argumentName(func, index) ?? `arg${index}`;
    const use = parameterUse(func, index, name);
    return use === null
      ? []
      : [
          `'--batch-args': ${name} is used as a parameter: its first dimension is no batch, since ${use}; '--param-args' is for parameters`,
        ];
  });
}
