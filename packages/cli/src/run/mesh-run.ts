import { executeMeshes, meshFunction, partitionedMeshes } from '@shardform/inspect';
import { oneLine, type Context, type ModuleOp } from '@shardform/ir-core';
import type { MeshDevices, NumberedMesh } from '@shardform/passes-mpmd';
import { entryFunction } from '@shardform/runtime-sim';
import { countText } from '@shardform/study';
import { useProcessorsForKernels } from '../kernel-threads.ts';
import { ModuleError } from '../load-module.ts';
import { type ToolInput, UsageError } from '../tool-io.ts';
import type { DiagnosticLog } from '../diagnostic-log.ts';
import { globalInputs } from './inputs.ts';
import { knownResults } from './known-results.ts';
import { besideReference, type ExecutedOnDevices } from './executed.ts';
import { machineOptions, machineReport, machineWatch } from './machine-options.ts';
import type { Reference } from './reference.ts';
import type { RunArguments } from './run-flags.ts';
import { signatureOf } from './signature.ts';
import { referenceJson } from './tolerances.ts';

/**
 * Executes an MPMD program on the devices of all its meshes and compares with the program in the order of its text, or
 * with the reference.
 *
 * @throws UsageError, ModuleError or ExecutionError.
 */
export function runMeshes(
  module: ModuleOp,
  file: string,
  context: Context,
  log: DiagnosticLog,
  reference: Reference | null,
  flags: RunArguments,
  input: ToolInput,
): ExecutedOnDevices {
  refuseFlags(flags);
  const entry = entryFunction(module);
  reference?.check(signatureOf(entry, file));
  const inputs = globalInputs(entry, flags, input, reference);
  const functions = partitionedMeshes(module, context)?.functions ?? null;
  if (functions === null) throw new ModuleError(log.text(), log.diagnostics);
  const { devices } = functions;
  useProcessorsForKernels();
  const watch = machineWatch(flags, devices.count, input);
  const options = { ...machineOptions(watch), checksNumerics: flags.checksNumerics };
  const execution = executeMeshes(
    ...([module, functions, inputs, context, flags.tolerance, options] as const),
    reference === null ? undefined : () => reference.execute(inputs),
  );
  const program = meshFunction(module, functions);
  return {
    ...execution,
    inputs,
    deviceCount: devices.count,
    heading: besideReference(
      `executed on ${countText(devices.count, 'simulated device')}: ${meshesText(devices)}`,
      reference,
    ),
    reference: referenceJson(reference, execution.expected, flags.tolerance),
    known: knownResults(execution, program, flags, input),
    messages: machineReport(watch),
  };
}

/** Refuses what is not known how to do on several meshes. @throws UsageError */
function refuseFlags(flags: RunArguments): void {
  const refusals: readonly (readonly [boolean, string])[] = [
    [
      flags.usesXla,
      '--engine xla runs one program on all devices: the meshes of this one run different programs',
    ],
    [flags.workers > 1, "'--workers' has no effect on the programs of several meshes: leave it out"],
    [flags.checksGlobal, '--check-global is for programs of one mesh: fragments have values of their own'],
  ];
  const refusal = refusals.find(([isAsked]) => isAsked);
  if (refusal !== undefined) throw new UsageError(refusal[1]);
}

/** `m1 has devices 0-1, m2 has devices 2-3`. */
export function meshesText({ meshes }: MeshDevices): string {
  return meshes.map(meshText).join(', ');
}

/** `m1 has devices 0-1`. */
export function meshText({ name, mesh: { totalSize }, first }: NumberedMesh): string {
  return `${oneLine(name)} has ${totalSize === 1 ? `device ${first}` : `devices ${first}-${first + totalSize - 1}`}`;
}
