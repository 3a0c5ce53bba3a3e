import type * as hlo from '@shardform/dialect-stablehlo';
import { type NdArray, zeros } from '../array/index.ts';
import { ExecutionError } from '../interpreter/execution-error.ts';
import type { DeviceState, Execution } from '../interpreter/interpretable.ts';
import type { Machine } from '../interpreter/machine.ts';
import { channelOf, groupOf, idOf, movingStrategy } from './process-groups.ts';
import { lookUp } from '@shardform/ir-core';

/** Devices that send to each other, directly or through others, and who sends to whom. */
interface Exchange {
  readonly members: number[];
  readonly pairs: (readonly [source: number, target: number])[];
  /** By position in `members`: the position of the member that sends to it; missing for those that get nothing. */
  readonly sources: Map<number, number>;
}

/** `stablehlo.collective_permute`: a device gets what its source has, or zeros without one. */
export function* collectivePermute(
  op: hlo.CollectivePermuteOp,
  operands: readonly NdArray[],
  { device, machine }: DeviceState,
): Execution {
  const { members, pairs, sources } = machine.onceFor(op, () => exchanges(op, machine))[device];
  const nothing = operands.map(({ kind, shape }) => zeros(kind, shape));
  // Nobody waits for a device that is in no pair.
  if (pairs.length === 0) return nothing;
  return yield {
    op,
    channel: channelOf(op),
    members,
    pairs,
    operands,
    complete: (all) => members.map((_, at) => all[sources.get(at) ?? -1] ?? nothing),
  };
}

/** The exchange that each device participates in. @throws ExecutionError for ids that no device has. */
function exchanges(op: hlo.CollectivePermuteOp, machine: Machine): readonly Exchange[] {
  const pairs = pairsOf(op, machine);
  const roots = [...machine.devices];
  const rootOf = (device: number): number => {
    let root = device;
    while (roots[root] !== root) root = roots[root] = roots[roots[root]];
    return root;
  };
  for (const [source, target] of pairs) roots[rootOf(source)] = rootOf(target);
  const byRoot = new Map<number, Exchange>();
  for (const device of machine.devices) {
    const exchange = byRoot.get(rootOf(device));
    if (exchange === undefined)
      byRoot.set(rootOf(device), { members: [device], pairs: [], sources: new Map() });
    else exchange.members.push(device);
  }
  const places = new Map([...byRoot.values()].flatMap(({ members }) => members.map((id, at) => [id, at])));
  for (const pair of pairs) {
    const exchange = lookUp(byRoot, rootOf(pair[0]));
    exchange.pairs.push(pair);
    exchange.sources.set(lookUp(places, pair[1]), lookUp(places, pair[0]));
  }
  return machine.devices.map((device) => lookUp(byRoot, rootOf(device)));
}

/** Senders and receivers, by numbers of devices. */
function pairsOf(op: hlo.CollectivePermuteOp, machine: Machine): readonly (readonly [number, number])[] {
  const ids = op.sourceTargetPairs.integers().map(Number);
  const strategy = movingStrategy(op);
  const known = new Set(machine.devices.map((device) => idOf(device, strategy, machine)));
  const stranger = ids.find((id) => !known.has(id));
  if (stranger !== undefined) {
    throw new ExecutionError(op, `'source_target_pairs' have id ${stranger}, which no device has`);
  }
  const byTarget = new Map<number, readonly number[]>();
  for (let i = 0; i < ids.length; i += 2) byTarget.set(ids[i + 1], [ids[i], ids[i + 1]]);
  return machine.devices.flatMap((device) => {
    const pair = byTarget.get(idOf(device, strategy, machine));
    return pair === undefined ? [] : [[groupOf([pair], strategy, device, machine)![0], device] as const];
  });
}
