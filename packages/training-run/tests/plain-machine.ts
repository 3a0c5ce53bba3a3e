import { type Machine, machineOfJson } from '@shardform/cost-model';

/** Nodes of 8 devices with fixed rates, which no preset has a say in. */
export function plainMachine(changes: Readonly<Record<string, unknown>> = {}): Machine {
  const { device, ...others } = changes;
  return machineOfJson('machine.json', {
    ...{ name: 'plain', nodes: 2, per_node: 8 },
    ...{ inside_gbps: 3000, between_gbps: 3000, inside_latency: 1e-6, between_latency: 1e-5 },
    ...others,
    device: {
      ...{ kind: 'gpu', flops: 1e14, dram: 2e12, launch: 1e-6, memory: 80e9 },
      ...(device as object | undefined),
    },
  });
}
