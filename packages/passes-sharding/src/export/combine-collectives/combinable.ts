import { AllGatherOp, AllReduceOp, tensorOf } from '@shardform/dialect-stablehlo';
import { FusedLoc, OperationKeys, RankedTensorType } from '@shardform/ir-core';
import { trafficOf } from './traffic-of.ts';

/**
 * What a device sends in the time that a step of a collective takes anyway: a little less than over a link of 200 Gb/s in a
 * microsecond; on machines with faster links it is more.
 */
const BYTES_PER_STEP = 16 * 1024;

/** Collectives that take several operands in StableHLO and in what compiles it. */
export type CombinableOp = AllReduceOp | AllGatherOp;

/**
 * Returns a text that is equal for collectives of which one can take the operands of the other: of the same devices, with
 * the same reduction of the same element type, along the same dimension. `null` for other collectives.
 */
export function combiningKey(op: CombinableOp): string | null {
  const types = op.operandTypes();
  if (!types.every((type) => type instanceof RankedTensorType && type.hasStaticShape)) return null;
  const attributes = op
    .sortedAttrs()
    .map(([name, { id }]) => (name === 'channel_handle' ? name : `${name}=${id}`));
  const reducer = op instanceof AllReduceOp ? new OperationKeys().regionKey(op.computation) : '';
  return [op.name, ...attributes, reducer].join();
}

/** Returns whether a collective takes as long for what it sends as for its steps at most. */
export function isSmall(op: CombinableOp): boolean {
  const traffic = trafficOf(op);
  return traffic !== null && traffic.bytes <= traffic.steps * BYTES_PER_STEP;
}

/** Replaces two collectives of the same {@link combiningKey} by one, at the place of the second. */
export function combine(first: CombinableOp, second: CombinableOp): CombinableOp {
  const operands = [...first.operands, ...second.operands].map(({ value }) => tensorOf(value));
  const types = [...first.resultTypes(), ...second.resultTypes()];
  const location = FusedLoc.get([first.location, second.location]);
  const { replicaGroups: groups, channelHandle, useGlobalDeviceIds } = first;
  const common = { operands, replicaGroups: groups, channelHandle, useGlobalDeviceIds };
  let combined: CombinableOp;
  if (first instanceof AllReduceOp) {
    combined = AllReduceOp.create(common, types, { location });
    combined.computation.takeBody(first.computation);
  } else {
    combined = AllGatherOp.create({ ...common, allGatherDim: first.allGatherDim }, types, { location });
  }
  for (const [name, attribute] of first.sortedDiscardable()) combined.setAttr(name, attribute);
  combined.moveBefore(second);
  [...first.results, ...second.results].forEach((result, i) => {
    result.replaceAllUsesWith(combined.getResult(i));
  });
  first.erase();
  second.erase();
  return combined;
}
