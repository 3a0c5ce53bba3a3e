import type { Attribute, Operation, OpReport } from '@shardform/ir-core';
import { GatherOp, ReduceOp, SendOp } from './ops/communication-ops.ts';
import { placedTypes } from './placed-type.ts';
import { TopologyAttr } from './topology-attr.ts';

/** The name of a module's attribute that describes the devices and links. */
export const TOPOLOGY = 'dist.topology';

/** Checks that a module's program uses only devices and links that the module's topology has. */
export function verifyTopology(module: Operation, attribute: Attribute, report: OpReport): boolean {
  if (!(attribute instanceof TopologyAttr)) return report.opError(`'${TOPOLOGY}' is no topology`);
  let succeeded = true;
  module.walk((op) => {
    if (op === module) return;
    const arguments_ = op.regions.flatMap(({ blocks }) => blocks.flatMap((block) => block.arguments));
    const values = [...op.results, ...arguments_];
    const unknown = placedTypes(values.map(({ type }) => type)).find(
      ({ device }) => typeof device === 'number' && !attribute.hasDevice(device),
    );
    if (unknown !== undefined) {
      succeeded = report.on(op).opError(`uses device ${unknown.device}, which the topology does not have`);
      return;
    }
    for (const [from, to] of directTransfers(op)) {
      if (attribute.gbps(from, to) !== null) continue;
      succeeded = report
        .on(op)
        .opError(`sends from device ${from} to device ${to}, between which there is no link`);
      return;
    }
  });
  return succeeded;
}

/** Pairs of devices between which an operation moves tensors by a link of their own. */
function directTransfers(op: Operation): (readonly [number, number])[] {
  if (!(op instanceof SendOp) && !(op instanceof GatherOp) && !(op instanceof ReduceOp)) return [];
  const to = op.device.number;
  return placedTypes(op.operandTypes()).flatMap(({ device }) =>
    typeof device === 'number' && device !== to ? [[device, to] as const] : [],
  );
}
