import { type Machine, machineKey } from '@shardform/cost-model';
import type { HloModule } from '@shardform/hlo-module';
import type { Operation } from '@shardform/ir-core';

import type { CollectiveList } from '../collectives/collective-rows.ts';
import type { Study } from '../study.ts';
import type { Facts } from '../time/facts.ts';
import type { TimedRun } from '../time/simulated-time.ts';
import { type AttributedCollective, attributeCollectives } from './attribution.ts';
import { compiledFacts } from './compiled-facts.ts';
import { type CompiledMemory, compiledMemory } from './compiled-memory.ts';
import { compiledList } from './compiled-rows.ts';
import { CompiledModule } from './compiled-module.ts';
import { SourceNames } from './source-names.ts';

/** A compiled program with what it costs on a machine. */
export interface MeasuredCompiled {
  readonly facts: Facts;
  readonly list: CollectiveList;
  /** Its simulation, in the order of its own schedule; `null` where it can't be simulated. */
  readonly run: TimedRun | null;
}

/** The program that XLA has compiled of the program of a study. What is computed about it is computed when first asked for, and kept. */
export class CompiledStudy {
  readonly study: Study;
  readonly module: HloModule;
  /** Which compiler made it, in a phrase, or the file that has it. */
  readonly compiler: string;
  readonly #numbered: readonly Operation[] | null;
  readonly #measured = new Map<string, MeasuredCompiled>();
  #collectives: readonly AttributedCollective[] | null = null;
  #imported: CompiledModule | null = null;
  #names: SourceNames | null = null;
  #memory: CompiledMemory | null = null;

  /** @param numbered the operations of the study by the numbers in names, if a `numberedCopy` was compiled. */
  constructor(
    study: Study,
    module: HloModule,
    compiler: string,
    numbered: readonly Operation[] | null = null,
  ) {
    this.study = study;
    this.module = module;
    this.compiler = compiler;
    this.#numbered = numbered;
  }

  /** Which program texts speak about: `as compiled by jaxlib 0.10.2 for CPUs`. */
  get text(): string {
    return `as compiled by ${this.compiler}`;
  }

  /** Number of devices of the program. */
  get devices(): number {
    return Math.max(this.module.numPartitions, this.module.replicaCount);
  }

  get collectives(): readonly AttributedCollective[] {
    return (this.#collectives ??= attributeCollectives(this.module, this.study, this.#numbered));
  }

  /** The memory of a device; as XLA has assigned it where that is known. */
  get memory(): CompiledMemory {
    return (this.#memory ??= compiledMemory(this.imported, this.names));
  }

  /** What the program costs on a machine. */
  measured(machine: Machine): MeasuredCompiled {
    const key = machineKey(machine);
    let measured = this.#measured.get(key);
    if (measured === undefined) this.#measured.set(key, (measured = this.#measure(machine)));
    return measured;
  }

  /** The names that the program that it was compiled from has for what it computes. */
  get names(): SourceNames {
    const { study, module, collectives, imported } = this;
    return (this.#names ??= new SourceNames(study, module, this.#numbered, collectives, imported));
  }

  /** The program, imported so that it can be simulated. */
  get imported(): CompiledModule {
    return (this.#imported ??= new CompiledModule(this.module, this.study.context));
  }

  #measure(machine: Machine): MeasuredCompiled {
    const { run, time, seconds, problems } = this.imported.simulated(machine, this.collectives);
    const { study, devices, collectives } = this;
    const { peak: memory } = this.memory;
    const facts = compiledFacts(study.module, collectives, { devices, time, memory, problems });
    return { facts, list: compiledList(study, collectives, seconds), run };
  }
}
