import type { HloModule } from '@shardform/hlo-module';
import { cloneOp, type Context, type ModuleOp } from '@shardform/ir-core';
import { OpShardingError } from '@shardform/passes-sharding';
import { sanitizedName } from './build/names.ts';
import { ExportError } from './lower/export-error.ts';
import { frontendAttributesOf } from './lower/frontend-attributes.ts';
import { bufferUse } from './lower/function-signature.ts';
import { ENTRY, ModuleExporter } from './lower/module-exporter.ts';
import { prepareForExport } from './prepare/prepare.ts';

/**
 * Returns a StableHLO program as the HLO module that XLA makes of it, with the names and numbers of its instructions. The
 * program stays as it is. What HLO can't express is reported to the context's diagnostics.
 *
 * @returns `null` after an error was reported.
 */
export function exportHlo(module: ModuleOp, context: Context): HloModule | null {
  const copy = cloneOp(module);
  if (!prepareForExport(copy, context)) return null;
  try {
    const exporter = new ModuleExporter(copy);
    const { computations, entry } = exporter.run();
    return {
      name: sanitizedName(copy.symName?.value ?? ENTRY),
      entry,
      computations,
      isScheduled: false,
      ...bufferUse(exporter.named(ENTRY, copy)),
      entryLayout: { parameters: entry.parameters.map(({ shape }) => shape), result: entry.root.shape },
      numPartitions: 1,
      replicaCount: 1,
      frontendAttributes: frontendAttributesOf(copy),
      stackFrames: [],
      others: new Map(),
    };
  } catch (error) {
    if (error instanceof ExportError) context.diagnostics.emitOn(error.op, 'error', error.message);
    else if (error instanceof OpShardingError) context.diagnostics.emitOn(copy, 'error', error.message);
    else throw error;
    return null;
  }
}
