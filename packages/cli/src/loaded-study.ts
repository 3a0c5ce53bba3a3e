import { documentModel } from '@shardform/inspect';
import type { Value } from '@shardform/ir-core';
import type { Machine } from '@shardform/runtime-dist';
import { Study } from '@shardform/study';
import type { LoadedModule } from './load-module.ts';

/**
 * Returns the study of a loaded program, which gets unique locations.
 *
 * @param machine that it is partitioned for; `null` for none that is known.
 */
export function loadedStudy(
  { module, context, source, names, offsets, operations }: LoadedModule,
  machine: Machine | null = null,
): Study {
  const values = new Map<number, Value[]>();
  for (const [value, offset] of offsets) {
    const known = values.get(offset);
    if (known === undefined) values.set(offset, [value]);
    else known.push(value);
  }
  return Study.of(
    documentModel({ source, context, module, isValid: true, diagnostics: [], operations, values }),
    names,
    machine,
  );
}
