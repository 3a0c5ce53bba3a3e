import { documentModel } from '@shardform/inspect';
import type { Value } from '@shardform/ir-core';
import { Study } from '@shardform/study';
import type { LoadedModule } from './load-module.ts';

/** Returns the study of a loaded program, which gets unique locations. */
export function loadedStudy({ module, context, source, names, offsets, operations }: LoadedModule): Study {
  const values = new Map<number, Value[]>();
  for (const [value, offset] of offsets) {
    const known = values.get(offset);
    if (known === undefined) values.set(offset, [value]);
    else known.push(value);
  }
  return Study.of(
    documentModel({ source, context, module, isValid: true, diagnostics: [], operations, values }),
    names,
  );
}
