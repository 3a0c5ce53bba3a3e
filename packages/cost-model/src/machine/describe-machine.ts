import type { Fields } from './json-fields.ts';
import type {
  DeviceEfficiency,
  GridTopology,
  HostCosts,
  Machine,
  MachineDevice,
  MeasuredEfficiency,
} from './machine.ts';

/**
 * Returns the description of a machine that `machineOfJson` reads; `null` for links of pairs, which only their own description has.
 */
export function describeMachine({ name, topology, devices }: Machine): Fields | null {
  const device = devices.get(1);
  if (device === undefined) return null;
  const described = { name, device: describeDevice(device) };
  switch (topology.kind) {
    case 'nodes':
      return {
        ...described,
        nodes: topology.nodes,
        per_node: topology.perNode,
        inside_gbps: topology.insideGbps,
        between_gbps: topology.cardGbps * topology.cards,
        cards: topology.cards,
        inside_latency: topology.insideLatency,
        between_latency: topology.betweenLatency,
      };
    case 'grid':
      return { ...described, ...describeGrid(topology) };
    case 'slices':
      return {
        ...described,
        ...describeGrid(topology.slice),
        slices: topology.slices,
        between_gbps: topology.betweenGbps,
        between_latency: topology.betweenLatency,
      };
    case 'pairs':
      return null;
  }
}

function describeGrid({ sizes, wraps, gbps, hopLatency }: GridTopology): Fields {
  return { grid: sizes, wraps, default_gbps: gbps, latency: hopLatency };
}

function describeDevice({
  kind,
  flops,
  rates,
  efficiency,
  dram,
  launch,
  memory,
  host,
}: MachineDevice): Fields {
  return {
    ...{ kind, flops },
    ...(rates === undefined ? {} : { rates }),
    ...(efficiency === undefined ? {} : { efficiency: describeEfficiency(efficiency) }),
    ...{ dram, launch },
    ...(memory === Infinity ? {} : { memory }),
    ...(host === undefined ? {} : { host: describeHost(host) }),
  };
}

function describeEfficiency({ fused, ...own }: DeviceEfficiency): Fields {
  return { ...describeMeasured(own), ...(fused === undefined ? {} : { fused: describeMeasured(fused) }) };
}

function describeMeasured({ accuracy, ...known }: MeasuredEfficiency): Fields {
  if (accuracy === undefined) return known;
  const entries = accuracy.map(({ meanError, of, steps }) => ({
    ...{ steps, mean_error: meanError },
    ...(of === undefined ? {} : { of }),
  }));
  return { ...known, accuracy: entries };
}

function describeHost({ perTask, blocksSends, sends }: HostCosts): Fields {
  return {
    ...{ per_task: perTask, blocks_sends: blocksSends },
    ...(sends === undefined ? {} : { sends_inside: sends.inside, sends_between: sends.between }),
  };
}
