import type { Machine } from '@shardform/cost-model';
import { memoryStyleOf } from '../memory/memory-style.ts';
import { isTpu } from '../run/hardware.ts';
import { accuracyNote } from './measured-kinds.ts';
import { microbatchesOf, type SizedRun } from '../run/training-run.ts';

/** Returns the assumptions of a simulation under which measured steps are known to differ by more than usual. */
export function notesOfRun(run: SizedRun, machine: Machine, fits: boolean | null): readonly string[] {
  const notes: string[] = [];
  if (run.pipeline > 1 && run.interleave === 1)
    notes.push(
      machine.devices.get(1)?.host?.blocksSends === true
        ? 'stages send before they go on, as measured in nanotron; with an interleaved schedule, or in frameworks whose sends do not block, steps take less'
        : 'stages send while they compute; in a framework whose sends block, steps were measured to take 1.4 to 4 times as long (nanotron, 8 to 64 H100)',
    );
  if (fits === false)
    notes.push(
      run.recompute === 'full'
        ? 'does not fit: such a run offloads activations or the state of the optimizer, which takes longer'
        : `does not fit with recompute ${run.recompute}: a run like it computes more activations again, or offloads them, and takes longer`,
    );
  if (run.pipeline > 1 && microbatchesOf(run) < run.pipeline)
    notes.push(`${microbatchesOf(run)} microbatches do not fill ${run.pipeline} stages`);
  if (run.tensor > 1 && !run.sequenceParallel && !isTpu(run) && memoryStyleOf(run).dividesTokens)
    notes.push(
      "memory is that of frameworks whose tensor parallelism divides the tokens between products as well, as torchtitan and nanotron do; set 'sequenceParallel' to have the time of these",
    );
  if (run.context > 1)
    notes.push('keys and values of other parts of a sequence are gathered before attention begins');
  const accuracy = accuracyNote(run, machine);
  if (accuracy !== null) notes.push(accuracy);
  if (machine.devices.get(1)?.efficiency?.products === undefined)
    notes.push(
      `no published step on ${machine.devices.get(1)?.kind ?? 'this device'} is known: times are lower bounds, at peak rates`,
    );
  return notes;
}
