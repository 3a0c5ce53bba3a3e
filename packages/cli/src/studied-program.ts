import { uniformMachine } from '@shardform/cost-model';
import { knownMachine } from './distribution/simulated-program.ts';
import { loadProgram, loadStage } from './load-module.ts';
import { loadedStudy } from './loaded-study.ts';
import { refuseLowered } from './lowered-program.ts';
import type { StudiedProgram } from './study-memory.ts';
import { readInput, type ToolInput } from './tool-io.ts';

/**
 * Reads a program and studies it; a server goes on with what it knows of the same program.
 *
 * @param machine the name or file of the machine that the program is partitioned for and the study is asked about. A file may hold
 *   another one since: what depends on it is not kept.
 * @throws ModuleError or UsageError as {@link loadProgram}
 */
export function studiedProgram(
  file: string,
  input: ToolInput,
  machine: string | null = null,
): StudiedProgram {
  const studied = studiedStage(file, input, machine);
  refuseLowered(file, studied.loaded);
  return studied;
}

/** Like {@link studiedProgram}, also for programs that were lowered for Tenstorrent. @throws ModuleError or UsageError */
export function studiedStage(file: string, input: ToolInput, machine: string | null = null): StudiedProgram {
  const make = (given: ToolInput): StudiedProgram => {
    const loaded = loadStage(file, given);
    return {
      loaded,
      study: loadedStudy(loaded, knownMachine(loaded.module, machine, given), given.partitioner),
    };
  };
  const { studies, texts, partitioner, costs = [] } = input;
  if (studies === undefined || machine?.endsWith('.json') === true) return make(input);
  const bytes = readInput(file, input);
  const settings = [machine ?? '', partitioner ?? '', ...costs.map((cost) => JSON.stringify(cost))];
  return studies.study(`${settings.join(' ')} ${file}`, bytes, () =>
    make({ ...input, texts: new Map(texts).set(file, bytes) }),
  );
}

/**
 * Reads a program and studies it as XLA compiles it for CPUs, which sends narrow floats as wider ones.
 *
 * @throws ModuleError or UsageError as {@link loadProgram}
 */
export function studiedForCpus(file: string, input: ToolInput): StudiedProgram {
  const loaded = loadProgram(file, input);
  const cpu = uniformMachine(1, { kind: 'cpu', name: 'CPUs' });
  return { loaded, study: loadedStudy(loaded, cpu, input.partitioner) };
}
