import type { Machine } from '@shardform/cost-model';
import type { HloModule } from '@shardform/hlo-module';
import type { Context } from '@shardform/ir-core';
import { type AttributedCollective, attributeCollectives } from '../compiled/attribution.ts';
import { CompiledModule } from '../compiled/compiled-module.ts';
import type { CompiledStudy } from '../compiled/compiled-study.ts';
import type { SourceNames } from '../compiled/source-names.ts';
import type { TimedRun } from '../time/simulated-time.ts';

/** A compiled program that a profile is of. */
export interface ProfiledSource {
  readonly module: HloModule;
  readonly compiled: CompiledModule;
  readonly collectives: readonly AttributedCollective[];
  /** Names of the program that it was compiled from; `null` where that is not at hand. */
  readonly names: SourceNames | null;
  /** Simulates it on a machine: without a run, for the reasons in the problems. */
  readonly simulated: (machine: Machine) => {
    readonly run: TimedRun | null;
    readonly problems: readonly string[];
  };
}

/** Returns the compiled form of a program that is studied. */
export function sourceOfStudy(compiled: CompiledStudy): ProfiledSource {
  const { module, imported, collectives, names } = compiled;
  return {
    ...{ module, collectives, names, compiled: imported },
    simulated: (machine) => {
      const { run, facts } = compiled.simulated(machine);
      return { run, problems: facts.problems };
    },
  };
}

/** Returns a compiled program by itself: its metadata has lines, and no values and axes. */
export function sourceOfHlo(module: HloModule, context: Context): ProfiledSource {
  const collectives = attributeCollectives(module, null);
  const compiled = new CompiledModule(module, context);
  return {
    ...{ module, collectives, compiled, names: null },
    simulated: (machine) => compiled.simulated(machine, collectives),
  };
}
