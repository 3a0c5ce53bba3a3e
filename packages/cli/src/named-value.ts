import type { Value } from '@shardform/ir-core';
import { resolveValue, ValueReferenceError } from '@shardform/inspect';
import type { LoadedModule } from './load-module.ts';
import { UsageError } from './tool-io.ts';

/** Returns the values that a command line means, see {@link resolveValue}. @throws UsageError */
export function valuesNamed(
  reference: string,
  functionName: string | null,
  { module, names }: LoadedModule,
): readonly Value[] {
  try {
    return resolveValue(reference, functionName, module, names);
  } catch (error) {
    if (error instanceof ValueReferenceError) throw new UsageError(error.message);
    throw error;
  }
}
