import type { LinkSpeed, SlowLinkFault } from './fault-scenario.ts';

/** Devices that exchange messages at the same time, and how much each of them sends. */
interface Phase {
  readonly links: readonly (readonly [from: number, to: number])[];
  readonly bytes: number;
}

/** The use of slow links, and its cost. */
export interface LinkReport {
  /** Collective operations that have ended, one for each group. */
  readonly collectives: number;
  /** Those among them that used a slow link. */
  readonly slowed: number;
  /** Seconds until the last device has ended, of communication alone. */
  readonly seconds: number;
  /** The same if no link were slow. */
  readonly secondsWithoutFaults: number;
}

/**
 * The time that collective operations take on links: on a ring of the group in its order (Patarasuk and Yuan,
 * "Bandwidth optimal all-reduce algorithms for clusters of workstations", 2009), pairwise where all talk to all. The
 * slowest link of a step is what all wait for. Computation takes no time here.
 */
export class LinkTimes {
  readonly #speed: LinkSpeed;
  readonly #slow = new Map<string, number>();
  readonly #clock = { faulty: new Map<number, number>(), sound: new Map<number, number>() };
  #collectives = 0;
  #slowed = 0;

  constructor(speed: LinkSpeed, slow: readonly SlowLinkFault[]) {
    this.#speed = speed;
    for (const { from, to, factor } of slow) {
      for (const link of [`${from}-${to}`, `${to}-${from}`])
        this.#slow.set(link, Math.max(factor, this.#slow.get(link) ?? 1));
    }
  }

  /**
   * Advances the clocks of devices over a collective operation.
   *
   * @param pairs senders and receivers, if the operation specifies them.
   * @param bytes the size of one device's operands.
   */
  pass(
    opName: string,
    members: readonly number[],
    pairs: readonly (readonly [number, number])[] | null,
    bytes: number,
  ): void {
    if (members.length < 2) return;
    const phases = phasesOf(opName, members, pairs, bytes);
    const sound = phases.reduce((sum, phase) => sum + this.#soundSeconds(phase), 0);
    const faulty = phases.reduce((sum, phase) => sum + this.#soundSeconds(phase) * this.#slowest(phase), 0);
    this.#collectives += 1;
    if (faulty > sound) this.#slowed += 1;
    advance(this.#clock.faulty, members, faulty);
    advance(this.#clock.sound, members, sound);
  }

  report(): LinkReport {
    return {
      collectives: this.#collectives,
      slowed: this.#slowed,
      seconds: Math.max(0, ...this.#clock.faulty.values()),
      secondsWithoutFaults: Math.max(0, ...this.#clock.sound.values()),
    };
  }

  #soundSeconds({ bytes }: Phase): number {
    return this.#speed.latency + bytes / this.#speed.bandwidth;
  }

  /** Returns the factor by which the slowest link is slower. */
  #slowest({ links }: Phase): number {
    return links.reduce((most, [from, to]) => Math.max(most, this.#slow.get(`${from}-${to}`) ?? 1), 1);
  }
}

/** All members go on when the last of them is done. */
function advance(clock: Map<number, number>, members: readonly number[], seconds: number): void {
  const begin = members.reduce((latest, member) => Math.max(latest, clock.get(member) ?? 0), 0);
  for (const member of members) clock.set(member, begin + seconds);
}

function phasesOf(
  opName: string,
  members: readonly number[],
  pairs: readonly (readonly [number, number])[] | null,
  bytes: number,
): readonly Phase[] {
  if (pairs !== null) return [{ links: pairs.filter(([from, to]) => from !== to), bytes }];
  const count = members.length;
  const shifted = (by: number): readonly (readonly [number, number])[] =>
    members.map((member, i) => [member, members[(i + by) % count]] as const);
  const ring = shifted(1);
  const steps = (times: number, each: number): readonly Phase[] =>
    Array.from({ length: times }, () => ({ links: ring, bytes: each }));
  // The name without the dialect: several have collectives of the same names.
  switch (opName.slice(opName.indexOf('.') + 1)) {
    case 'all_gather':
      return steps(count - 1, bytes);
    case 'reduce_scatter':
      return steps(count - 1, bytes / count);
    case 'all_to_all':
      return Array.from({ length: count - 1 }, (_, i) => ({ links: shifted(i + 1), bytes: bytes / count }));
    case 'collective_broadcast':
      return steps(1, bytes);
    default:
      return steps(2 * (count - 1), bytes / count);
  }
}
