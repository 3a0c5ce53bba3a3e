import type { Machine } from '@shardform/cost-model';
import { DEFAULT_PARTITIONER, modelOfProgram, type Partitioner, Study } from '@shardform/study';
import type { LoadedModule } from './load-module.ts';

/**
 * Returns the study of a loaded program, which gets unique locations.
 *
 * @param machine that it is partitioned for; `null` for none that is known.
 * @param partitioner whose choices are made.
 */
export function loadedStudy(
  loaded: LoadedModule,
  machine: Machine | null = null,
  partitioner: Partitioner = DEFAULT_PARTITIONER,
): Study {
  const model = modelOfProgram(loaded, { isValid: true, diagnostics: [] });
  return Study.of(model, loaded.names, machine, partitioner);
}
