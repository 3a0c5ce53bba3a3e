import { programEntry, valueAttrs } from '@shardform/dialect-func';
import { SHARDING } from '@shardform/dialect-sdy';
import type { LoadedModule } from '../load-module.ts';

/** Returns whether a program says how some of its arguments are split. */
export function hasShardedArguments({ module }: LoadedModule): boolean {
  const func = programEntry(module);
  if (func === null) return false;
  return func.functionType.inputs.some(
    (_, index) => (valueAttrs(func, 'arg_attrs', index).get(SHARDING) ?? null) !== null,
  );
}
