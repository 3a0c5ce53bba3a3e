import type { Operation } from '@shardform/ir-core';
import { FuncOp } from '@shardform/dialect-func';
import { arrayTypeText, type NdArray } from '../array/index.ts';
import { ExecutionError } from './execution-error.ts';
import type { Rendezvous } from './rendezvous.ts';
import { lookUp } from '@shardform/ir-core';

/** A collective at which some devices of a group wait for the others. */
export interface PendingCollective {
  /** The rendezvous of the first device that arrived. */
  readonly first: Rendezvous;
  /** By device. */
  readonly arrived: Map<number, Rendezvous>;
}

/** The collectives that devices wait at. */
export class PendingCollectives {
  /** By group. */
  readonly #open = new Map<string, PendingCollective[]>();
  readonly #keys = new WeakMap<readonly number[], string>();

  /** Adds a device. @returns the collective if all its members have arrived, else `null`. */
  join(device: number, rendezvous: Rendezvous): PendingCollective | null {
    const key = this.#keyOf(rendezvous.members);
    let open = this.#open.get(key);
    if (open === undefined) this.#open.set(key, (open = []));
    let pending = open.find(({ first }) => isSame(first, rendezvous));
    if (pending === undefined) open.push((pending = { first: rendezvous, arrived: new Map() }));
    pending.arrived.set(device, rendezvous);
    if (pending.arrived.size < rendezvous.members.length) return null;
    open.splice(open.indexOf(pending), 1);
    return pending;
  }

  /** Returns the collective at which a device waits. */
  of(device: number, rendezvous: Rendezvous): PendingCollective | null {
    const open = this.#open.get(this.#keyOf(rendezvous.members)) ?? [];
    return open.find(({ arrived }) => arrived.has(device)) ?? null;
  }

  #keyOf(members: readonly number[]): string {
    let key = this.#keys.get(members);
    if (key === undefined) this.#keys.set(members, (key = members.join()));
    return key;
  }
}

/** The same operation, or those of one name and channel in different programs. */
function isSame(one: Rendezvous, other: Rendezvous): boolean {
  if (one.op === other.op) return true;
  const channel = one.channel ?? null;
  if (channel === null || channel !== (other.channel ?? null) || one.op.name !== other.op.name) return false;
  return programOf(one.op) !== programOf(other.op);
}

function programOf(op: Operation): Operation {
  let at = op;
  while (!(at instanceof FuncOp) && at.parentOp !== null) at = at.parentOp;
  return at;
}

/**
 * Computes the results of each member of a collective, by position in the group.
 *
 * @throws ExecutionError if the types of members' operands differ.
 */
export function completeRendezvous({ first, arrived }: PendingCollective): readonly (readonly NdArray[])[] {
  const members = first.members.map((member) => lookUp(arrived, member));
  members.forEach((own, i) => {
    if (haveSameTypes(own.operands, members[0].operands)) return;
    throw mismatch(members[0], first.members[0], own, first.members[i]);
  });
  return first.complete(members.map(({ operands }) => operands));
}

function haveSameTypes(one: readonly NdArray[], other: readonly NdArray[]): boolean {
  if (one.length !== other.length) return false;
  return one.every(({ kind, shape }, i) => {
    const { kind: otherKind, shape: otherShape } = other[i];
    return (
      kind === otherKind && shape.length === otherShape.length && shape.every((s, d) => s === otherShape[d])
    );
  });
}

function mismatch(one: Rendezvous, device: number, other: Rendezvous, otherDevice: number): ExecutionError {
  const brings = ({ operands }: Rendezvous): string => operands.map(arrayTypeText).join(', ') || 'nothing';
  return new ExecutionError(
    other.op,
    `mismatched participants: device ${device} brings ${brings(one)} to '${one.op.name}', device ${otherDevice} brings ${brings(other)}`,
    { notes: [{ op: one.op, message: `device ${device} is here` }] },
  );
}
