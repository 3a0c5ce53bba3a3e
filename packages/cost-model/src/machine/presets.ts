import { closestName, currentBudget, product } from '@shardform/ir-core';
import { type Cluster, clusterMachine } from './cluster-machine.ts';
import { deviceModels } from './device-models.ts';
import { type SlicedMachine, gridMachine, slicedMachine } from './grid-machine.ts';
import { type Machine, MachineError, type Wraps } from './machine.ts';
import { acceleratorType, deviceCount, type FamilyShape, shapeOfCount } from './shape-of-count.ts';

export type { FamilyShape } from './shape-of-count.ts';

/** Machines of one kind of device, of any size. */
type Family =
  | { readonly kind: 'nodes'; readonly node: Omit<Cluster, 'nodes'> }
  | {
      readonly kind: 'grid';
      readonly slice: Omit<SlicedMachine, 'sizes' | 'slices' | 'wraps'>;
      readonly rank: number;
    };

/**
 * Nodes of GPUs. Links have the rates that NCCL's all-reduce reaches of them: 80 to 82 % inside of a node, and 370 of the 400 Gb/s
 * of a network card (NVIDIA, documentation of nccl-tests).
 */
function node(
  device: keyof typeof deviceModels,
  perNode: number,
  insideGbps: number,
  cards: number,
  cardGbps: number,
): Family {
  const between = { cards, betweenGbps: cards * cardGbps, betweenLatency: 1e-5 };
  return {
    kind: 'nodes',
    node: { perNode, device: deviceModels[device], insideGbps, insideLatency: 3e-6, ...between },
  };
}

/** Slices of TPUs: links in one direction, and the network of each chip (Google Cloud; "How to Scale Your Model"). */
function slice(device: keyof typeof deviceModels, rank: number, gbps: number, betweenGbps: number): Family {
  const links = { gbps, hopLatency: 1e-6, betweenGbps, betweenLatency: 1e-5 };
  return { kind: 'grid', rank, slice: { device: deviceModels[device], ...links } };
}

const families: Readonly<Record<string, Family>> = {
  v100: node('v100', 8, 960, 1, 92),
  a100: node('a100', 8, 1920, 8, 185),
  'a100-40gb': node('a100-40gb', 8, 1920, 8, 185),
  h100: node('h100', 8, 2960, 8, 370),
  'h100-96gb': node('h100-96gb', 8, 2960, 8, 370),
  h200: node('h200', 8, 2960, 8, 370),
  b200: node('b200', 8, 5900, 8, 370),
  gb200: node('gb200', 72, 5900, 72, 370),
  gb300: node('gb300', 72, 5900, 72, 740),
  mi300x: node('mi300x', 8, 2500, 8, 370),
  tpuv4: slice('tpuv4', 3, 360, 50),
  tpuv5e: slice('tpuv5e', 2, 360, 25),
  tpuv5p: slice('tpuv5p', 3, 720, 50),
  tpuv6e: slice('tpuv6e', 2, 720, 100),
  tpuv7x: slice('tpuv7x', 3, 720, 100),
};

/** Names of devices of which machines of any size can be named. */
export const machineFamilies: readonly string[] = Object.keys(families);

/** Returns the shape of one of {@link machineFamilies}. @throws MachineError for other names. */
export function familyShape(name: string): FamilyShape {
  if (!Object.hasOwn(families, name))
    throw new MachineError(`there is no device '${name}'; ${machineHint(name)}`);
  const family = families[name];
  return family.kind === 'nodes'
    ? { kind: 'nodes', perNode: family.node.perNode }
    : { kind: 'slices', rank: family.rank };
}

const { wormhole, blackhole } = deviceModels;

/** Ethernet links between Tenstorrent's chips. */
function chips(
  name: string,
  sizes: readonly number[],
  gbps: number,
  { device = wormhole, wraps = false }: Partial<Pick<SlicedMachine, 'device' | 'wraps'>> = {},
): Machine {
  return gridMachine(name, { sizes, wraps, device, gbps, hopLatency: 1e-6 });
}

/** Machines by name. */
export const machinePresets: Readonly<Record<string, () => Machine>> = {
  dgx2: () =>
    clusterMachine('dgx2', {
      ...{ nodes: 1, perNode: 16, device: deviceModels.v100 },
      ...{ insideGbps: 1200, betweenGbps: 100, insideLatency: 3e-6 },
    }),
  a100x8: () => familyMachine('a100x8', families.a100, '1x8'),
  h100x8x4: () => familyMachine('h100x8x4', families.h100, '4x8'),
  h200x8: () => familyMachine('h200x8', families.h200, '1x8'),
  b200x8: () => familyMachine('b200x8', families.b200, '1x8'),
  gb200x72: () => familyMachine('gb200x72', families.gb200, '1x72'),
  mi300x8: () => familyMachine('mi300x8', families.mi300x, '1x8'),
  'tpuv4-4x4x4': () => familyMachine('tpuv4-4x4x4', families.tpuv4, '4x4x4'),
  'tpuv5e-16x16': () => familyMachine('tpuv5e-16x16', families.tpuv5e, '16x16'),
  'tpuv5p-4x4x4': () => familyMachine('tpuv5p-4x4x4', families.tpuv5p, '4x4x4'),
  'tpuv6e-16x16': () => familyMachine('tpuv6e-16x16', families.tpuv6e, '16x16'),
  'tpuv7x-4x4x4': () => familyMachine('tpuv7x-4x4x4', families.tpuv7x, '4x4x4'),
  n150: () => chips('n150', [1], 200),
  n300: () => chips('n300', [1, 2], 200),
  t3k: () => chips('t3k', [2, 4], 200),
  galaxy: () => chips('galaxy', [4, 8], 400, { wraps: true }),
  p150: () => chips('p150', [1], 800, { device: blackhole }),
  quietbox: () => chips('quietbox', [1, 4], 800, { device: blackhole }),
};

/**
 * Returns the machine of a name: a preset, or devices in a shape, as `h100:16x8` for 16 nodes of 8, `tpuv5e:16x16` for a slice, and
 * `tpuv5e:4@16x16` for four slices; or a number of devices, which has the name of its shape: `h100x16`, `v5e-16`. `null` for any other name.
 *
 * @throws MachineError for a shape that the devices cannot have.
 */
export function namedMachine(name: string): Machine | null {
  if (Object.hasOwn(machinePresets, name)) return machinePresets[name]();
  const parts = name.split(':');
  const [family, shape] = parts;
  if (parts.length === 2 && Object.hasOwn(families, family) && shape.includes('x'))
    return familyMachine(name, families[family], shape);
  const shaped = shapedName(name);
  if (shaped !== null) return namedMachine(shaped);
  return parts.length === 2 && Object.hasOwn(families, family)
    ? familyMachine(name, families[family], shape)
    : null;
}

/** Returns whether a text names a machine, be it one that its devices cannot have. */
export function isMachineName(text: string): boolean {
  try {
    return namedMachine(text) !== null;
  } catch (error) {
    if (error instanceof MachineError) return true;
    throw error;
  }
}

/** Returns the name that is closest to an unknown one, and the list of all. */
export function machineHint(name: string): string {
  const known = Object.keys(machinePresets);
  const alone = familyNamed(name);
  if (alone !== null) return `say how many, such as '${alone}x8' or '${exampleShape(alone)}'`;
  const parts = name.split(':');
  if (parts.length > 1) {
    const [family, shape] = parts;
    const close = closestName(family, machineFamilies);
    if (close !== null) return `did you mean '${close}:${shape}'?`;
  }
  const close = closestName(name, known);
  return close === null
    ? `give a JSON file, one of ${known.join(', ')}, or a shape of ${machineFamilies.join(', ')}, such as h100:16x8`
    : `did you mean '${close}'?`;
}

/**
 * Returns what to name instead of a machine that has too few devices, as the remedy of a message: more devices of its kind. `null` where
 * these cannot be named.
 */
export function largerMachineHint(name: string, devices: number): string | null {
  const slice = acceleratorType(name);
  const given = slice ?? deviceCount(name);
  const family = given === null ? null : familyNamed(given.device);
  if (given === null || family === null) return null;
  const shape = familyShape(family);
  if (shape.kind === 'nodes') {
    const { perNode } = shape;
    if (devices <= perNode) return `name ${devices} of them: '${family}x${devices}'`;
    return `name more nodes of it: '${family}:${Math.ceil(devices / perNode)}x${perNode}'`;
  }
  // Slices are as square as powers of 2 can be.
  const count = 2 ** Math.ceil(Math.log2(devices));
  if (slice === null) return `name a larger slice: '${family}:${shapeOfCount(shape, count)}'`;
  const prefix = name.slice(0, name.lastIndexOf('-'));
  const cores = slice.coresPerDevice;
  return cores === 1
    ? `name a larger slice: '${prefix}-${count}'`
    : `${prefix}-N counts TensorCores, ${cores} of each chip, and a chip is one device: ${count} devices are '${prefix}-${cores * count}'`;
}

/** The name of as many devices of a family as a name says, such as `h100:2x8` for `h100x16`; `null` where there is none. */
function shapedName(name: string): string | null {
  const given = acceleratorType(name) ?? deviceCount(name);
  const family = given === null ? null : familyNamed(given.device);
  if (given === null || family === null) return null;
  const shape = shapeOfCount(familyShape(family), given.count);
  return shape === null ? null : `${family}:${shape}`;
}

/** The family that a name stands for: TPUs also without `tpu`, and devices with the memory that they usually have. */
function familyNamed(name: string): string | null {
  const plain = name.toLowerCase();
  const spellings = [plain, plain.replace(/-\d+gb$/, ''), plain.replaceAll(/[-_]/g, ''), `tpu${plain}`];
  return spellings.find((own) => Object.hasOwn(families, own)) ?? null;
}

/** `h100:2x8`. */
function exampleShape(family: string): string {
  const shape = familyShape(family);
  return `${family}:${shape.kind === 'nodes' ? `2x${shape.perNode}` : shape.rank === 2 ? '4x4' : '4x4x4'}`;
}

function familyMachine(name: string, family: Family, shape: string): Machine {
  return family.kind === 'nodes' ? nodesOf(name, family, shape) : slicesOf(name, family, shape);
}

/** Devices of the largest nodes that are sold for devices without a larger one. */
const MOST_IN_A_NODE = 16;

function nodesOf(name: string, { node }: Family & { readonly kind: 'nodes' }, shape: string): Machine {
  const sizes = sizesOf(shape);
  if (sizes?.length !== 2)
    throw new MachineError(
      `machine '${name}' has the shape '${shape}' where NODESxDEVICES was expected, such as 2x8`,
    );
  const [nodes, perNode] = sizes;
  checkDevices(name, sizes);
  const most = Math.max(MOST_IN_A_NODE, node.perNode);
  if (perNode > most)
    throw new MachineError(
      `machine '${name}' has nodes of ${perNode} devices, of at most ${most}; shapes are NODESxDEVICES, such as '${name.split(':')[0]}:${Math.ceil((nodes * perNode) / node.perNode)}x${node.perNode}'`,
    );
  return clusterMachine(name, {
    ...node,
    ...{ nodes, perNode },
    // Devices keep their share of the network.
    ...{ cards: (node.cards ?? 1) >= node.perNode ? perNode : (node.cards ?? 1) },
    betweenGbps:
      (node.betweenGbps * ((node.cards ?? 1) >= node.perNode ? perNode : node.perNode)) / node.perNode,
  });
}

function slicesOf(name: string, { slice, rank }: Family & { readonly kind: 'grid' }, shape: string): Machine {
  const parts = /^(?:(\d+)@)?([\dx]+)$/.exec(shape);
  const sizes = parts === null ? null : sizesOf(parts[2]);
  const slices = Number(parts?.[1] ?? 1);
  if (sizes?.length !== rank || slices < 1)
    throw new MachineError(
      `machine '${name}' has the shape '${shape}' where a slice was expected, such as ${rank === 2 ? '16x16 or 2@16x16' : '4x4x4 or 2@4x4x4'}`,
    );
  checkDevices(name, [slices, ...sizes]);
  const grid = { ...slice, sizes, wraps: ringsOf(sizes) };
  return slices === 1 ? gridMachine(name, grid) : slicedMachine(name, { ...grid, slices });
}

/** The chips along a side of a pod of the generations whose slices have two dimensions. */
const POD_SIDE = 16;
/** The chips along an edge of the cubes of which slices of three dimensions consist. */
const CUBE_EDGE = 4;

/**
 * Which dimensions of a slice are rings: of two dimensions, those along a whole side of the pod; of three dimensions, all of a slice that
 * consists of whole cubes (Google Cloud, documentation of v4, v5e, v5p and v6e; "How to Scale Your Model").
 */
function ringsOf(sizes: readonly number[]): Wraps {
  if (sizes.length === 2) return sizes.map((size) => size === POD_SIDE);
  return sizes.every((size) => size % CUBE_EDGE === 0);
}

function checkDevices(name: string, sizes: readonly number[]): void {
  currentBudget().check('devices', `the machine '${name}' has`, product(sizes));
}

/** `4x8` as numbers above 0; `null` for anything else. */
function sizesOf(text: string): readonly number[] | null {
  const sizes = text.split('x').map((part) => (/^\d{1,7}$/.test(part) ? Number(part) : 0));
  return sizes.every((size) => size > 0) ? sizes : null;
}
