import { type Machine, machineKey } from '@shardform/cost-model';
import type { HloModule } from '@shardform/hlo-module';
import type { Operation } from '@shardform/ir-core';
import { memoryRulesOf } from '@shardform/runtime-dist';

import type { CollectiveList } from '../collectives/collective-rows.ts';
import { memoryReport } from '../memory/memory-report.ts';
import type { Study } from '../study.ts';
import type { Facts } from '../time/facts.ts';
import type { TimedRun } from '../time/simulated-time.ts';
import { acceleratorRun } from './accelerator-run.ts';
import { type AttributedCollective, attributeCollectives } from './attribution.ts';
import { compiledFacts } from './compiled-facts.ts';
import { type CompiledMemory, compiledMemory } from './compiled-memory.ts';
import { compiledList } from './compiled-rows.ts';
import { CompiledModule, type SimulatedCompiled } from './compiled-module.ts';
import { onAccelerator } from './on-accelerator.ts';
import { sentByAccelerators } from './sent-by-accelerators.ts';
import { SourceNames } from './source-names.ts';

/** A compiled program with what it costs on a machine. */
export interface MeasuredCompiled {
  readonly facts: Facts;
  /** As the machine executes them. */
  readonly collectives: readonly AttributedCollective[];
  readonly list: CollectiveList;
  /** Its simulation; `null` where it can't be simulated. */
  readonly run: TimedRun | null;
  /** What a device holds when it needs most. */
  readonly memory: CompiledMemory;
  /** Which program it is, and where the time is from: `as compiled by jaxlib 0.10.2 for CPUs`. */
  readonly text: string;
}

/** The program that XLA has compiled of the program of a study. What is computed about it is computed when first asked for, and kept. */
export class CompiledStudy {
  readonly study: Study;
  readonly module: HloModule;
  /** Which compiler made it, in a phrase, or the file that has it. */
  readonly compiler: string;
  readonly #numbered: readonly Operation[] | null;
  readonly #isForCpus: boolean;
  readonly #measured = new Map<string, MeasuredCompiled>();
  readonly #simulated = new Map<string, MeasuredCompiled>();
  readonly #runs = new Map<string, SimulatedCompiled>();
  #collectives: readonly AttributedCollective[] | null = null;
  #onAccelerators: readonly AttributedCollective[] | null = null;
  #imported: CompiledModule | null = null;
  #names: SourceNames | null = null;
  #memory: CompiledMemory | null = null;

  /**
   * @param numbered the operations of the study by the numbers in names, if a `numberedCopy` was compiled.
   * @param isForCpus whether its kernels, its schedule and its memory are those of CPUs, which say nothing of accelerators.
   */
  constructor(
    study: Study,
    module: HloModule,
    compiler: string,
    numbered: readonly Operation[] | null = null,
    isForCpus = false,
  ) {
    this.study = study;
    this.module = module;
    this.compiler = compiler;
    this.#numbered = numbered;
    this.#isForCpus = isForCpus;
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

  /** The collectives as accelerators execute them: those of a program that was compiled for CPUs as {@link sentByAccelerators} says. */
  get onAccelerators(): readonly AttributedCollective[] {
    return (this.#onAccelerators ??= this.#isForCpus
      ? this.collectives.flatMap(sentByAccelerators)
      : this.collectives);
  }

  /** The memory of a device; as XLA has assigned it where that is known. */
  get memory(): CompiledMemory {
    return (this.#memory ??= compiledMemory(this.imported, this.names));
  }

  /**
   * What the program costs on a machine: on accelerators, a program that was compiled for CPUs has the predicted time and memory, with its own
   * collectives; see {@link onAccelerator}.
   */
  measured(machine: Machine): MeasuredCompiled {
    const key = machineKey(machine);
    let measured = this.#measured.get(key);
    if (measured === undefined)
      this.#measured.set(key, (measured = this.#predictedOn(machine) ?? this.simulated(machine)));
    return measured;
  }

  /** What the program costs on a machine with the kernels and the schedule that it has. */
  simulated(machine: Machine): MeasuredCompiled {
    const key = machineKey(machine);
    let simulated = this.#simulated.get(key);
    if (simulated === undefined) this.#simulated.set(key, (simulated = this.#simulate(machine)));
    return simulated;
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

  /** Answers of both kinds ask for it. */
  #runOn(machine: Machine): SimulatedCompiled {
    const key = machineKey(machine);
    let run = this.#runs.get(key);
    if (run === undefined)
      this.#runs.set(key, (run = this.imported.simulated(machine, this.collectives, this.#isForCpus)));
    return run;
  }

  #simulate(machine: Machine): MeasuredCompiled {
    const { run, time, seconds, problems } = this.#runOn(machine);
    const { study, devices, collectives, memory, text } = this;
    const facts = compiledFacts(study.module, collectives, { devices, time, memory: memory.peak, problems });
    return { facts, collectives, list: compiledList(study, collectives, seconds), run, memory, text };
  }

  /** `null` where the program was compiled for the machine, or its time is not predicted. */
  #predictedOn(machine: Machine): MeasuredCompiled | null {
    if (!this.#isForCpus || memoryRulesOf(machine) === 'cpu') return null;
    const { study, devices, collectives } = this;
    const predicted = study.measured(machine);
    const { seconds } = this.#runOn(machine);
    if (collectives.some((own) => !seconds.has(own))) return null;
    const alone = new Map<AttributedCollective, number>();
    for (const own of collectives) {
      const parts = sentByAccelerators(own);
      const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
      for (const part of parts)
        alone.set(part, bytes === 0 ? 0 : (seconds.get(own)!.seconds * part.bytes) / bytes);
    }
    const sent = [...alone.keys()];
    const own = onAccelerator(predicted, alone);
    if (own === null || predicted.run === null) return null;
    const kinds = new Set([...predicted.collectives, ...sent].map(({ kind }) => kind));
    const run = acceleratorRun(predicted.run, own, kinds);
    const report = memoryReport(study, study.source, machine);
    const memory =
      'report' in report ? { peak: predicted.facts.memory, rows: report.report.rows } : this.memory;
    const { problems } = predicted.facts;
    const facts = compiledFacts(study.module, sent, {
      devices,
      time: own.time,
      memory: memory.peak,
      problems,
    });
    const unpredicted =
      own.unpredicted === 0
        ? ''
        : `, of which ${own.unpredicted} ${own.unpredicted === 1 ? 'is' : 'are'} not predicted`;
    return {
      ...{ facts, run, memory, collectives: sent, list: compiledList(study, sent, own.seconds) },
      text: `collectives as XLA compiled them (${this.compiler})${unpredicted}; time and memory predicted`,
    };
  }
}
