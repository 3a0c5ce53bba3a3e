import type { Operation } from '@shardform/ir-core';
import { bytesOf, elementCount } from '../array/index.ts';
import type { Rendezvous } from '../interpreter/rendezvous.ts';
import type { DeviceFailureFault, DroppedMessageFault, Fault, FaultScenario } from './fault-scenario.ts';
import { type LinkReport, LinkTimes } from './link-times.ts';

/** A fault with the number of occurrences of its operation so far. */
interface Counted<F extends Fault> {
  readonly fault: F;
  count: number;
}

/** The faults of one run. */
export class FaultPlan {
  readonly #failures: readonly Counted<DeviceFailureFault>[];
  readonly #drops: readonly Counted<DroppedMessageFault>[];
  readonly #times: LinkTimes;

  constructor({ links, faults }: FaultScenario) {
    this.#failures = faults.filter((fault) => fault.kind === 'device-failure').map(counted);
    this.#drops = faults.filter((fault) => fault.kind === 'dropped-message').map(counted);
    this.#times = new LinkTimes(
      links,
      faults.filter((fault) => fault.kind === 'slow-link'),
    );
  }

  /** Returns whether a device fails instead of executing an operation; called once for each execution. */
  failsAt(device: number, op: Operation): boolean {
    return happens(this.#failures, (fault) => fault.device === device && fault.op === op.name) !== null;
  }

  /** Returns whether a message that a device sends is lost; called once for each. */
  losesMessage(device: number, op: Operation): boolean {
    return happens(this.#drops, (fault) => fault.from === device && fault.op === op.name) !== null;
  }

  /** Takes note of devices that meet. @returns what its members wait for in vain, if a message is lost, else `null`. */
  meet({ op, members, operands, pairs }: Rendezvous): string | null {
    const lost = happens(this.#drops, ({ from, to, op: name }) => {
      const isLink = pairs?.some(([source, target]) => source === from && target === to) ?? true;
      return name === op.name && isLink && members.includes(from) && members.includes(to);
    });
    if (lost !== null) return `a message from device ${lost.from} to device ${lost.to} that was lost`;
    const bytes = operands.reduce((sum, { kind, shape }) => sum + elementCount(shape) * bytesOf(kind), 0);
    this.#times.pass(op.name, members, pairs ?? null, bytes);
    return null;
  }

  /** The contribution of links to the run. */
  linkReport(): LinkReport {
    return this.#times.report();
  }

  /** Faults that had no effect, since what they are about did not happen. */
  unusedFaults(): readonly Fault[] {
    return [...this.#failures, ...this.#drops]
      .filter(({ fault, count }) => count < fault.occurrence)
      .map(({ fault }) => fault);
  }
}

function counted<F extends Fault>(fault: F): Counted<F> {
  return { fault, count: 0 };
}

/** Counts an occurrence for the faults that match. @returns the one that is triggered, or `null`. */
function happens<F extends DeviceFailureFault | DroppedMessageFault>(
  faults: readonly Counted<F>[],
  concerns: (fault: F) => boolean,
): F | null {
  let found: F | null = null;
  for (const entry of faults) {
    if (!concerns(entry.fault)) continue;
    entry.count += 1;
    if (entry.count === entry.fault.occurrence) found ??= entry.fault;
  }
  return found;
}
