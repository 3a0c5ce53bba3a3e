import type { Machine } from '@shardform/cost-model';
import { hloAttributes } from '@shardform/dialect-hlo';
import type { HloModule, Instruction } from '@shardform/hlo-module';
import { NamedValues, type ValueName } from '@shardform/inspect';
import { type Context, FloatAttr, type ModuleOp, type Operation, UnitAttr } from '@shardform/ir-core';
import type { LinkTime } from '@shardform/runtime-dist';

import { importHlo } from '@shardform/import-hlo';
import { axisLabel } from '../time/collective-axes.ts';
import { contentionFacts, contentionSeconds } from '../time/contention-facts.ts';
import type { TimeFacts } from '../time/facts.ts';
import { type MeasuredStages, measureStages } from '../time/measured-program.ts';
import type { TimedRun } from '../time/simulated-time.ts';
import { restOf } from '../time/time-shares.ts';
import type { StagedProgram } from '../time/staged-program.ts';
import type { AttributedCollective } from './attribution.ts';
import { withoutNumbers } from './numbered-copy.ts';

/** The seconds of a collective in all of its executions. */
export interface CollectiveSeconds {
  readonly seconds: number;
  /** Of these, while the device doesn't compute, contention aside. */
  readonly exposedSeconds: number;
  /** Of these, for links that others use at the same time, while the device doesn't compute. */
  readonly contention: readonly LinkTime[];
}

/** The simulation of a compiled program. */
export interface SimulatedCompiled {
  /** `null` where it can't be simulated, for the reasons in {@link problems}. */
  readonly run: TimedRun | null;
  readonly time: TimeFacts | null;
  /** By collective; a collective whose time is not known is missing. */
  readonly seconds: ReadonlyMap<AttributedCollective, CollectiveSeconds>;
  /** Why there is no time, or what it does not contain. */
  readonly problems: readonly string[];
}

/** A compiled program, imported so that it can be simulated in its own order. */
export class CompiledModule {
  readonly source: HloModule;
  readonly context: Context;
  readonly #operations = new Map<Instruction, Operation[]>();
  readonly #instructions = new Map<Operation, Instruction>();
  readonly #module: ModuleOp | null;
  readonly #problems: readonly string[];
  readonly #names: NamedValues;

  constructor(source: HloModule, context: Context) {
    this.source = source;
    this.context = context;
    const { result, diagnostics } = context.diagnostics.capture(() =>
      importHlo(source, context, {
        nameOf: withoutNumbers,
        onOperation: (instruction, op) => {
          const known = this.#operations.get(instruction);
          if (known === undefined) this.#operations.set(instruction, [op]);
          else known.push(op);
          this.#instructions.set(op, instruction);
        },
      }),
    );
    this.#module = result;
    this.#names = new NamedValues();
    this.#problems = diagnostics.map(({ message }) => message);
  }

  /** As it is simulated; `null` where it could not be imported. */
  get staged(): StagedProgram | null {
    const { context } = this;
    const module = this.#module;
    // It has the sizes of one device: nothing is left to partition.
    return module === null ? null : { module, collectives: null, local: module, context, notes: {} };
  }

  /** The instruction that an operation of {@link staged} was made of. */
  instructionOf(op: Operation): Instruction | null {
    return this.#instructions.get(op) ?? null;
  }

  /** The name of an array that an instruction computes, by the names and lines that the compiler has kept; `null` if unknown. */
  nameOf(instruction: Instruction, part: number): ValueName | null {
    const [op, ...others] = this.#operations.get(instruction) ?? [];
    const value = op?.results[part];
    return value === undefined || others.length > 0 ? null : this.#names.nameOf(value, value);
  }

  /**
   * Simulates the program on a machine.
   *
   * @param isForCpus whether compilers for accelerators would execute its collectives otherwise than it has them.
   */
  simulated(
    machine: Machine,
    collectives: readonly AttributedCollective[],
    isForCpus = false,
  ): SimulatedCompiled {
    const { staged } = this;
    if (staged === null) return { run: null, time: null, seconds: new Map(), problems: this.#problems };
    if (isForCpus) this.#noteCollectives(collectives);
    const { run, facts, collectives: costed } = measureStages(staged, machine);
    const seconds = this.#secondsOf(collectives, costed);
    const time = facts.time === null ? null : withAxes(facts.time, seconds);
    return { run, time, seconds, problems: facts.problems };
  }

  /** Notes how compilers for accelerators execute collectives in another way than those for CPUs. */
  #noteCollectives(collectives: readonly AttributedCollective[]): void {
    for (const { instruction, usedSlice, widening } of collectives)
      for (const op of this.#operations.get(instruction) ?? []) {
        if (usedSlice !== null) op.setAttr(hloAttributes.usesPart, UnitAttr.instance);
        if (widening > 1) op.setAttr(hloAttributes.widening, FloatAttr.get(widening));
      }
  }

  #secondsOf(
    collectives: readonly AttributedCollective[],
    costed: MeasuredStages['collectives'],
  ): Map<AttributedCollective, CollectiveSeconds> {
    const byOperation = new Map(costed.map((own) => [own.op, own]));
    const found = new Map<AttributedCollective, CollectiveSeconds>();
    for (const collective of collectives) {
      const own = (this.#operations.get(collective.instruction) ?? []).flatMap(
        (op) => byOperation.get(op) ?? [],
      );
      if (own.length === 0 || own.some(({ seconds }) => seconds === null)) continue;
      found.set(collective, {
        seconds: own.reduce((sum, one) => sum + (one.seconds ?? 0), 0),
        exposedSeconds: own.reduce((sum, one) => sum + (one.exposedSeconds ?? 0), 0),
        contention: own.flatMap(({ contention }) => contention ?? []),
      });
    }
    return found;
  }
}

/** Times along the axes of the mesh of the user's program, which the compiled one does not have. */
function withAxes(time: TimeFacts, seconds: ReadonlyMap<AttributedCollective, CollectiveSeconds>): TimeFacts {
  const byAxis = new Map<string, number>();
  let rest = time.byAxis.reduce((sum, own) => sum + own.seconds, 0);
  for (const [{ axes }, { exposedSeconds }] of seconds) {
    const axis = axisLabel(axes);
    byAxis.set(axis, (byAxis.get(axis) ?? 0) + exposedSeconds);
    rest -= exposedSeconds;
  }
  // Less is the rounding of sums.
  const listed = axisLabel([]);
  if (rest > time.seconds * 1e-9) byAxis.set(listed, (byAxis.get(listed) ?? 0) + rest);
  const attributed = [...seconds].map(([{ kind, axes }, { contention }]) => ({
    ...{ kind, axis: axisLabel(axes), contention },
  }));
  // What is no collective of the user's program stays as it is.
  const left = time.contention.flatMap((own) => {
    const known = attributed.flatMap(({ kind, contention }) =>
      kind === own.collective ? contention.filter(({ link }) => link === own.link) : [],
    );
    const remaining = restOf(own.seconds, contentionSeconds(known));
    return remaining === 0
      ? []
      : [{ kind: own.collective, axis: own.axis, contention: [{ link: own.link, seconds: remaining }] }];
  });
  const contention = contentionFacts([...attributed, ...left]);
  return { ...time, byAxis: Array.from(byAxis, ([axis, own]) => ({ axis, seconds: own })), contention };
}
