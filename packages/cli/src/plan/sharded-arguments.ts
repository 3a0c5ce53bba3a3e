import { programEntry } from '@shardform/dialect-func';
import { givenSharding } from '@shardform/study';
import type { LoadedModule } from '../load-module.ts';

/** Returns whether a program says how some of its arguments are split. */
export function hasShardedArguments({ module }: LoadedModule): boolean {
  const func = programEntry(module);
  return (
    func?.functionType.inputs.some((_, index) => givenSharding(func, 'arg_attrs', index) !== null) ?? false
  );
}
