import { type FlatProgram, kindOf } from '../program/flat-program.ts';
import { opClass, type OpKind } from '../program/op-kind.ts';

/** A step of one device's program: a computation or a rendezvous. */
export interface RankStep {
  readonly kind: OpKind | 'Receive';
  /** Number of the operation in the program of all devices; devices meet at equal numbers. */
  readonly op: number;
  /** The devices that meet, ascending; only the device itself when it computes. */
  readonly devices: readonly number[];
}

/** The program of each device, by its number. */
export type RankPrograms = ReadonlyMap<number, readonly RankStep[]>;

/**
 * Returns a program of all devices as one program per device. A transfer becomes a send on one and a receive on the
 * other, a collective a step on each of its devices. Steps have the order of the whole program, so that they can't
 * deadlock.
 */
export function projectRanks(program: FlatProgram): RankPrograms {
  const ranks = new Map<number, RankStep[]>();
  const add = (device: number, step: RankStep): void => {
    const steps = ranks.get(device);
    if (steps === undefined) ranks.set(device, [step]);
    else steps.push(step);
  };
  for (let op = 0; op < program.opCount; op += 1) {
    const kind = kindOf(program, op);
    const operands = program.operands.subarray(program.operandStart[op], program.operandStart[op + 1]);
    const devices = new Set<number>();
    for (const value of operands) devices.add(program.valueDevice[value]);
    for (let value = program.resultStart[op]; value < program.resultStart[op + 1]; value += 1) {
      devices.add(program.valueDevice[value]);
    }
    const participants = [...devices].sort((a, b) => a - b);
    const isCollective = opClass(kind) === 'communicate';
    for (const device of participants) {
      const isReceiver = kind === 'Send' && device !== program.valueDevice[operands[0]];
      add(device, {
        kind: isReceiver ? 'Receive' : kind,
        op,
        devices: isCollective ? participants : [device],
      });
    }
  }
  return ranks;
}

/** Options of the synchronization of devices. */
export interface RankOptions {
  /** True if a send waits for its receive; by default it does. Collectives always wait. */
  readonly rendezvous?: boolean;
}

/** The outcome of the programs of all devices: whether they terminate. */
export interface RankOutcome {
  /** The description of a deadlock, or `null`. */
  readonly deadlock: string | null;
  /** Operations in the order in which they were done. */
  readonly order: readonly number[];
}

/**
 * Runs the programs of all devices concurrently; a step executes when all participants have arrived.
 *
 * A deadlock is reported with the devices that wait for each other and the operations at which they wait, and so are
 * collectives that devices reach in different orders.
 */
export function runRanks(ranks: RankPrograms, { rendezvous = true }: RankOptions = {}): RankOutcome {
  const at = new Map<number, number>([...ranks.keys()].map((device) => [device, 0]));
  const sent = new Set<number>();
  const order: number[] = [];
  const stepOf = (device: number): RankStep | undefined => ranks.get(device)?.[at.get(device)!];
  const advance = (device: number): void => void at.set(device, at.get(device)! + 1);
  const run = (device: number): boolean => {
    const step = stepOf(device);
    if (step === undefined) return false;
    if (step.devices.length === 1) {
      order.push(step.op);
      advance(device);
      return true;
    }
    if (!rendezvous && step.kind === 'Send') {
      sent.add(step.op);
      advance(device);
      return true;
    }
    if (step.kind === 'Receive' && sent.has(step.op)) {
      order.push(step.op);
      advance(device);
      return true;
    }
    if (!step.devices.every((other) => stepOf(other)?.op === step.op)) return false;
    order.push(step.op);
    step.devices.forEach(advance);
    return true;
  };
  for (let moved = true; moved;) {
    moved = false;
    for (const device of ranks.keys()) while (run(device)) moved = true;
  }
  const waiting = [...ranks.keys()].filter((device) => stepOf(device) !== undefined);
  return { order, deadlock: waiting.length === 0 ? null : describe(waiting, stepOf) };
}

/** Follows the waits-for relation until it closes a cycle. */
function describe(waiting: readonly number[], stepOf: (device: number) => RankStep | undefined): string {
  const path: number[] = [];
  let device = waiting[0];
  while (!path.includes(device)) {
    path.push(device);
    const step = stepOf(device)!;
    const missing = step.devices.find((other) => other !== device && stepOf(other)?.op !== step.op);
    // Whoever has ended is the end of the path.
    if (missing === undefined || stepOf(missing) === undefined) {
      return `device ${device} waits at operation ${step.op}, ${step.kind}, for device ${String(missing)}, which has ended`;
    }
    device = missing;
  }
  const cycle = [...path.slice(path.indexOf(device)), device];
  const steps = cycle.slice(0, -1).map((member) => {
    const { kind, op } = stepOf(member)!;
    return `device ${member} at operation ${op}, ${kind}`;
  });
  return `devices wait for each other: ${cycle.join(' -> ')} (${steps.join('; ')})`;
}
