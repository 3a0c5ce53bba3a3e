import type { Machine } from '@shardform/cost-model';
import type { Instruction } from '@shardform/hlo-module';
import { groupBy, oneLine } from '@shardform/ir-core';
import {
  findSteps,
  type MeasuredOperation,
  type Profile,
  type ProfiledProgram,
  type ProfiledSteps,
  type Spread,
  type StepStatistics,
  stepStatistics,
} from '@shardform/profile-reader';
import type { AttributedCollective } from '../compiled/attribution.ts';
import { arraysOf, bytesOfArrays } from '../compiled/hlo-shapes.ts';
import { withoutNumbers } from '../compiled/numbered-copy.ts';
import { operationNames } from '../compiled/operation-names.ts';
import { axisLabel } from '../time/collective-axes.ts';
import { profiledMemory } from './profiled-memory.ts';
import { deviceSpan } from './device-span.ts';
import { JoinedInstructions, type JoinedPlace } from './joined-instructions.ts';
import { type Bound, type PredictedInstruction, predictedInstructions } from './predicted-instructions.ts';
import type {
  IdleCause,
  IdleTime,
  MeasuredUse,
  ProfiledAxis,
  ProfiledCollective,
  ProfiledOperation,
  ProfiledRow,
  ProfileReport,
  UnjoinedTime,
} from './profile-report.ts';
import type { ProfiledSource } from './profiled-source.ts';

/** Seconds of a picosecond. */
const PS = 1e-12;

/** Stands for operations without a line or a value. */
const NO_NAME = '';

/** Returns what was measured of a program beside what is predicted. @param machine `null` for no prediction */
export function profileReport(
  profile: Profile,
  program: ProfiledProgram,
  source: ProfiledSource,
  machine: Machine | null,
): ProfileReport {
  return new ProfileJoin(profile, program, source, machine).report();
}

class ProfileJoin {
  readonly #profile: Profile;
  readonly #source: ProfiledSource;
  readonly #steps: ProfiledSteps;
  readonly #instructions: JoinedInstructions;
  readonly #statistics: StepStatistics;
  /** The collective that an instruction is, starts or ends. */
  readonly #collectives = new Map<Instruction, AttributedCollective>();
  readonly #predicted: ReadonlyMap<Instruction, PredictedInstruction> | null;
  readonly #prediction: { readonly machine: string; readonly seconds: number } | null;
  readonly #use: MeasuredUse | null;
  readonly #problems: string[] = [];

  constructor(profile: Profile, program: ProfiledProgram, source: ProfiledSource, machine: Machine | null) {
    this.#profile = profile;
    this.#source = source;
    this.#steps = findSteps(profile, program);
    this.#instructions = new JoinedInstructions(source.module);
    for (const own of source.collectives) this.#collectives.set(own.instruction, own);
    this.#statistics = this.#statisticsBy((name) => name);
    const { run, problems } = machine === null ? { run: null, problems: [] } : source.simulated(machine);
    this.#problems.push(...problems);
    this.#predicted = run === null ? null : predictedInstructions(source.compiled, run, this.#instructions);
    this.#prediction = run === null ? null : { machine: run.report.machine, seconds: run.report.seconds };
    const wall = this.#statistics.wallPs.median * PS;
    const use = run?.report.use ?? null;
    const scale = run === null || wall === 0 ? 0 : run.report.seconds / wall;
    this.#use =
      use === null ? null : { flopsPerSecond: use.flopsPerSecond * scale, ofPeak: use.ofPeak * scale };
  }

  report(): ProfileReport {
    const { hosts, devices } = this.#profile;
    const { program, foundBy, steps, warmUp, incomplete } = this.#steps;
    const { operations, totalPs, wallPs } = this.#statistics;
    const unjoined = this.#unjoined();
    // Communication for a line is a row of its own: it has another bound and another remedy.
    const lines = this.#rows((name) => {
      const place = this.#placeOf(name)?.place;
      return place === undefined ? NO_NAME : rowKey(place, this.#collectiveOf(name)?.kind ?? '');
    });
    return {
      ...{ program: program.name, hosts, devices: this.#devices },
      steps: {
        ...{ count: steps.length, foundBy, warmUp, incomplete, seconds: inSeconds(wallPs) },
        deviceSeconds: inSeconds(deviceSpan(this.#steps)),
      },
      deviceSeconds: totalPs * PS,
      joined: {
        // Sums of shares are rounded.
        operations: Math.max(0, 1 - sum(unjoined.map(({ share }) => share))),
        lines: this.#joinedPs((name) => this.#placeOf(name) !== null) / this.#allPs(devices.length) || 0,
      },
      predicted:
        this.#prediction === null
          ? null
          : { ...this.#prediction, unmeasuredSeconds: this.#unmeasuredSeconds },
      use: this.#use,
      lines: lines.filter(({ name }) => name !== null),
      values: this.#source.names === null ? null : this.#rows((name) => this.#valueOf(name) ?? NO_NAME),
      operations: operations.map((own) => this.#operation(own)),
      unjoined: [...unjoined, ...this.#withoutLine()],
      communication: this.#communication(),
      collectives: this.#collectiveRows(),
      idle: this.#idle(),
      stragglers: this.#statistics.devices.flatMap(({ device, straggles, computingPs }) =>
        straggles === null
          ? []
          : [{ device: device.name, times: straggles, computingSeconds: computingPs.median * PS }],
      ),
      memory: profiledMemory(this.#profile, this.#steps),
      otherPrograms: this.#otherPrograms(),
      problems: this.#problems,
    };
  }

  get #devices(): number {
    return this.#statistics.devices.length;
  }

  #statisticsBy(rowOf: (operation: string) => string): StepStatistics {
    return stepStatistics(this.#steps, this.#profile.devices, {
      rowOf,
      groupsOf: (name) => this.#groupsOf(name),
    });
  }

  #collectiveOf(name: string): AttributedCollective | null {
    const instruction = this.#instructions.named(name);
    if (instruction === null) return null;
    const [start] = instruction.operands;
    return (
      this.#collectives.get(instruction) ??
      (instruction.opcode.endsWith('-done') && start !== undefined
        ? this.#collectives.get(start)
        : undefined) ??
      null
    );
  }

  #groupsOf(name: string): readonly (readonly number[])[] | null {
    const groups = this.#collectiveOf(name)?.groups ?? null;
    const used = new Set(
      this.#steps.steps.flatMap(({ executions }) => executions.map(({ device }) => device)),
    );
    // Devices have the numbers of partitions only where all take part.
    return groups?.every((group) => group.every((device) => device < used.size)) === true ? groups : null;
  }

  #placeOf(name: string): JoinedPlace | null {
    const instruction = this.#instructions.named(name);
    if (instruction === null) return null;
    const place = this.#collectiveOf(name)?.place ?? null;
    return place === null ? this.#instructions.placeOf(instruction) : { place, meaning: 'own' };
  }

  #valueOf(name: string): string | null {
    const instruction = this.#instructions.named(name);
    const names = this.#source.names;
    if (instruction === null || names === null) return null;
    // A fusion without a name is of the operation that gives its result.
    const inside =
      instruction.metadata?.opName === undefined ? instruction.called[0]?.computation.root : undefined;
    const named = this.#collectiveOf(name)?.instruction ?? inside ?? instruction;
    const content = names.content(named, bytesOfArrays(arraysOf(named.shape)));
    return content.userName ?? content.value?.name ?? null;
  }

  /** Times of operations by a row of theirs. */
  #rows(rowOf: (operation: string) => string): readonly ProfiledRow[] {
    const members = groupBy(this.#statistics.operations, ({ name }) => rowOf(name));
    return this.#statisticsBy(rowOf).operations.map((row) => this.#row(row, members.get(row.name) ?? []));
  }

  #row({ name, ps, totalPs }: MeasuredOperation, members: readonly MeasuredOperation[]): ProfiledRow {
    const seconds = inSeconds(ps);
    const predicted = this.#predictedOf(members);
    const [first] = members;
    return {
      name: name === NO_NAME ? null : oneLine(nameOfKey(name)),
      operation: first === undefined ? '' : this.#operationOf(first.name),
      instructions: members.map((own) => own.name),
      meaning: first === undefined ? null : (this.#placeOf(first.name)?.meaning ?? null),
      ...{ seconds, totalSeconds: totalPs * PS, share: totalPs / this.#statistics.totalPs },
      predictedSeconds: predicted,
      ratio: predicted === null || predicted === 0 ? null : seconds.median / predicted,
      bound: this.#boundOf(members),
    };
  }

  #operation(own: MeasuredOperation): ProfiledOperation {
    const collective = this.#collectiveOf(own.name);
    const { startPs, endPs } = own;
    return {
      ...this.#row(own, [own]),
      ...{ startSeconds: startPs * PS, endSeconds: endPs * PS },
      axis: this.#communicates(own) ? axisOf(collective) : null,
    };
  }

  /** The predicted time of instructions that no event is of. */
  get #unmeasuredSeconds(): number {
    if (this.#predicted === null) return 0;
    const measured = new Set(this.#statistics.operations.map(({ name }) => name));
    return sum([...this.#predicted].map(([{ name }, { seconds }]) => (measured.has(name) ? 0 : seconds)));
  }

  /** The name of the user's operation without the scopes around it; the opcode where it has none. */
  #operationOf(name: string): string {
    const instruction = this.#instructions.named(name);
    if (instruction === null) return name;
    const collective = this.#collectiveOf(name);
    if (collective !== null) return collective.kind;
    const [own = ''] = operationNames(withoutNumbers(instruction.metadata?.opName ?? ''));
    const last = own.split('/').at(-1) ?? '';
    return oneLine(last === '' ? instruction.opcode : last);
  }

  #predictedOf(members: readonly MeasuredOperation[]): number | null {
    const predicted = this.#predicted;
    if (predicted === null) return null;
    return sum(
      members.map(({ name }) => {
        const instruction = this.#instructions.named(name);
        return instruction === null ? 0 : (predicted.get(instruction)?.seconds ?? 0);
      }),
    );
  }

  #boundOf(members: readonly MeasuredOperation[]): Bound | null {
    const [first] = members;
    if (first === undefined) return null;
    if (this.#collectiveOf(first.name) !== null) return 'network';
    const instruction = this.#instructions.named(first.name);
    return instruction === null ? null : (this.#predicted?.get(instruction)?.bound ?? null);
  }

  #joinedPs(isJoined: (operation: string) => boolean): number {
    return sum(this.#statistics.operations.map(({ name, totalPs }) => (isJoined(name) ? totalPs : 0)));
  }

  /** The time of all events in steps: those without an operation by the part of steps in the profile. */
  #allPs(devices: number): number {
    return devices === 0 ? 0 : this.#statistics.totalPs + this.#unnamedPs;
  }

  get #unnamedPs(): number {
    return sum(this.#profile.unnamed.map(({ ps }) => ps));
  }

  #unjoined(): readonly UnjoinedTime[] {
    const all = this.#statistics.totalPs + this.#unnamedPs;
    const unnamed = new Map<string, number>();
    for (const { name, ps } of this.#profile.unnamed) unnamed.set(name, (unnamed.get(name) ?? 0) + ps);
    const missing = this.#statistics.operations.filter(({ name }) => this.#instructions.named(name) === null);
    const rows = [
      ...missing.map(({ name, totalPs }) => ({
        ...{ name, ps: totalPs },
        reason: 'the compiled program has no such instruction',
      })),
      ...Array.from(unnamed, ([name, ps]) => ({ name, ps, reason: 'the event names no operation' })),
    ];
    return rows
      .toSorted((a, b) => b.ps - a.ps)
      .map(({ name, ps, reason }) => ({
        ...{ name: oneLine(name), totalSeconds: ps * PS, share: all === 0 ? 0 : ps / all, reason },
      }));
  }

  #withoutLine(): readonly UnjoinedTime[] {
    const all = this.#statistics.totalPs + this.#unnamedPs;
    return this.#statistics.operations
      .filter(({ name }) => this.#instructions.named(name) !== null && this.#placeOf(name) === null)
      .map(({ name, totalPs }) => ({
        ...{ name, totalSeconds: totalPs * PS, share: totalPs / all },
        reason: 'no line: neither the instruction nor its neighbours have a place in a file',
      }));
  }

  #communicates({ name, exposedPs, hiddenPs }: MeasuredOperation): boolean {
    return this.#collectiveOf(name) !== null || exposedPs + hiddenPs !== 0;
  }

  #communication(): readonly ProfiledAxis[] {
    const communicating = this.#statistics.operations.filter((own) => this.#communicates(own));
    const axes = groupBy(communicating, ({ name }) => axisOf(this.#collectiveOf(name)));
    return Array.from(axes, ([axis, own]): ProfiledAxis => {
      const collectives = new Set(own.map(({ name }) => this.#collectiveOf(name)?.instruction ?? name));
      return { axis, collectives: collectives.size, ...this.#communicationTimes(own) };
    }).sort((a, b) => b.exposedSeconds - a.exposedSeconds);
  }

  #collectiveRows(): readonly ProfiledCollective[] {
    const members = groupBy(
      this.#statistics.operations.filter(({ name }) => this.#collectiveOf(name) !== null),
      ({ name }) => this.#collectiveOf(name),
    );
    return Array.from(members)
      .flatMap(([collective, own]): readonly ProfiledCollective[] => {
        if (collective === null) return [];
        const times = this.#communicationTimes(own);
        const predicted = times.predictedExposedSeconds;
        return [
          {
            ...{ instruction: collective.instruction.name, kind: collective.kind, axis: axisOf(collective) },
            ...{
              ...times,
              ratio: predicted === null || predicted === 0 ? null : times.exposedSeconds / predicted,
            },
          },
        ];
      })
      .sort((a, b) => b.exposedSeconds - a.exposedSeconds);
  }

  #communicationTimes(own: readonly MeasuredOperation[]): Omit<ProfiledAxis, 'axis' | 'collectives'> {
    const samples = this.#steps.steps.length * this.#devices;
    const mean = (pick: (operation: MeasuredOperation) => number): number =>
      (sum(own.map(pick)) * PS) / samples;
    return {
      // What is called like no collective is one all the same; that it is hidden is not known.
      exposedSeconds: mean(({ exposedPs, hiddenPs, totalPs }) =>
        exposedPs + hiddenPs === 0 ? totalPs : exposedPs,
      ),
      hiddenSeconds: mean(({ hiddenPs }) => hiddenPs),
      waitingSeconds: mean(({ waitingPs }) => waitingPs),
      predictedExposedSeconds: this.#predictedOf(own),
    };
  }

  #idle(): readonly IdleTime[] {
    const { devices, wallPs } = this.#statistics;
    if (devices.length === 0) return [];
    const mean = (pick: (own: (typeof devices)[number]) => number): number =>
      sum(devices.map(pick)) / devices.length;
    const before = mean(({ beforePs }) => beforePs.median);
    const between = mean(({ betweenPs }) => betweenPs.median);
    const after = mean(({ afterPs }) => afterPs.median);
    const busy = mean(({ busyPs }) => busyPs.median);
    const waiting = sum(this.#communication().map(({ waitingSeconds }) => waitingSeconds));
    const outside = Math.max(0, wallPs.median - before - between - after - busy);
    const reasons: readonly (readonly [IdleCause, string, number])[] = [
      ['straggler', 'in collectives, until the last device of the group comes', waiting],
      ['straggler', 'after its last operation, until the last device ends', after * PS],
      ['host', 'before the first device begins, and after the last one ends', outside * PS],
      ['host', 'before its first operation, while other devices have begun', before * PS],
      ['launch or host', 'between its operations', between * PS],
    ];
    return reasons
      .filter(([, , seconds]) => seconds > 0)
      .map(([cause, reason, seconds]) => ({
        ...{ cause, reason, seconds, share: seconds / (wallPs.median * PS) },
      }))
      .sort((a, b) => b.seconds - a.seconds);
  }

  #otherPrograms(): ProfileReport['otherPrograms'] {
    const times = new Map<ProfiledProgram, number>();
    for (const { program, operationPs } of this.#profile.executions)
      times.set(program, (times.get(program) ?? 0) + operationPs.reduce((all, own) => all + own, 0));
    const all = sum([...times.values()]);
    return [...times]
      .filter(([program]) => program !== this.#steps.program)
      .map(([{ name }, ps]) => ({ name: oneLine(name), share: ps / all }))
      .sort((a, b) => b.share - a.share);
  }
}

/** The key of a row that has a name and what tells it from others of that name. */
function rowKey(name: string, other: string): string {
  return `${name}\0${other}`;
}

function nameOfKey(key: string): string {
  const end = key.indexOf('\0');
  return end < 0 ? key : key.slice(0, end);
}

/** Without a mesh, the size of groups tells collectives apart. */
function axisOf(collective: AttributedCollective | null): string {
  if (collective === null) return 'unknown';
  const { axes, groupSize } = collective;
  return axes.length === 0 ? `groups of ${groupSize}` : axisLabel(axes);
}

function inSeconds({ median, low, high, count }: Spread): Spread {
  return { median: median * PS, low: low * PS, high: high * PS, count };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, own) => all + own, 0);
}
