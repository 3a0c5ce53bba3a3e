import { collectiveName, type CollectiveName, operandBytes, ringTraffic } from '@shardform/dialect-stablehlo';
import { type CountMeaning, weakerMeaning } from '@shardform/runtime-sim';
import { bytesOfShapes, type HloInstruction, type HloModule, type HloShape, shapesOf } from './hlo-module.ts';

/** A collective of a program that XLA has compiled. */
export interface HloCollective {
  /** As StableHLO names it: `all_reduce`, ... */
  readonly kind: string;
  /** Number of devices that communicate with each other. */
  readonly groupSize: number;
  /** The type of its result on a device, as HLO writes it. */
  readonly type: string;
  /** Bytes that each device sends in one execution, with the algorithm that sends the least in a ring. */
  readonly bytes: number;
  /** How often it is executed when the program runs once. */
  readonly executions: number;
  readonly executionsMeaning: CountMeaning;
  /** The operation of the user's program that it was made for, if XLA tells. */
  readonly name: string | null;
}

/** What the name of an instruction that begins asynchronously has after that of the collective. */
const START = '-start';

function kindOf(opcode: string): CollectiveName | null {
  const own = opcode.endsWith(START) ? opcode.slice(0, -START.length) : opcode;
  return collectiveName(own.replaceAll('-', '_'));
}

interface Count {
  readonly times: number;
  readonly meaning: CountMeaning;
}

/**
 * Returns the collectives of a partitioned program, those of loops with their trips.
 *
 * XLA's compiler for CPUs never forms a reduce-scatter, unlike those for GPU and TPU: an all-reduce of which only a slice as large
 * as a device's part is used counts as one.
 */
export function hloCollectives(module: HloModule, devices: number): HloCollective[] {
  const found: HloCollective[] = [];
  const visit = (computation: string, count: Count): void => {
    for (const instruction of module.computations.get(computation) ?? []) {
      const kind = kindOf(instruction.opcode);
      if (kind !== null) {
        const collective = describe(instruction, kind, count, module, computation, devices);
        if (collective !== null) found.push(collective);
      }
      for (const [callee, inner] of callees(instruction, count)) visit(callee, inner);
    }
  };
  visit(module.entry, { times: 1, meaning: 'exact' });
  return found;
}

/** `null` where no device sends anything. */
function describe(
  instruction: HloInstruction,
  kind: CollectiveName,
  { times, meaning }: Count,
  module: HloModule,
  computation: string,
  devices: number,
): HloCollective | null {
  const { attributes, opcode } = instruction;
  const shapes = shapesOf(instruction.type);
  // Except for sums, what starts asynchronously has its operands before its results.
  const results = opcode.endsWith(START) && kind !== 'all_reduce' ? shapes.slice(1, 2) : shapes;
  const size = bytesOfShapes(results);
  const groupSize = kind === 'collective_permute' ? permuted(attributes) : groupSizeOf(attributes, devices);
  if (groupSize < 2) return null;
  const slice = kind === 'all_reduce' ? onlySlice(module, computation, instruction) : null;
  const common = {
    groupSize,
    executions: times,
    executionsMeaning: meaning,
    name: /op_name="([^"]*)"/.exec(attributes)?.[1] ?? null,
  };
  if (slice !== null && slice.bytes * groupSize === size)
    return { kind: 'reduce_scatter', type: slice.text, bytes: size - slice.bytes, ...common };
  const type = results.map(({ text }) => text).join(', ');
  const { bytes } = ringTraffic(kind, groupSize, operandBytes(kind, groupSize, size));
  return { kind, type, bytes, ...common };
}

/** 2, or 1 if devices keep what they have. */
function permuted(attributes: string): number {
  const pairs = /source_target_pairs=\{((?:\{\d+,\d+\},?)*)\}/.exec(attributes)?.[1] ?? '';
  return [...pairs.matchAll(/(\d+),(\d+)/g)].some(([, from, to]) => from !== to) ? 2 : 1;
}

/** The three ways in which HLO writes groups: lists of devices, their number and size, and axes of a mesh. */
function groupSizeOf(attributes: string, devices: number): number {
  const listed = /replica_groups=\{(?:\{([\d,]*)\})?/.exec(attributes);
  if (listed !== null) return listed[1] === undefined ? devices : listed[1].split(',').length;
  const counted = /replica_groups=\[\d+,(\d+)\]/.exec(attributes);
  if (counted !== null) return Number(counted[1]);
  const named = /replica_groups=mesh\[(.*?)\](?:, device_ids=\S+)? \{(.*?)\}/.exec(attributes);
  if (named === null) return devices;
  const sizes = new Map(
    [...named[1]!.matchAll(/'([^']+)'=(\d+)/g)].map(([, axis, size]) => [axis!, Number(size)]),
  );
  // 'axis' or, for a part of it, 'axis':(1)2
  const axes = [...named[2]!.matchAll(/'([^']+)'(?::\(\d+\)(\d+))?/g)];
  return axes.reduce(
    (size, [, axis, part]) => size * (part === undefined ? (sizes.get(axis!) ?? 1) : Number(part)),
    1,
  );
}

/** The slice that is all that is used of a value; `null` where more is, or slices differ in size. */
function onlySlice(
  module: HloModule,
  computation: string,
  { name, isRoot }: HloInstruction,
): HloShape | null {
  const slices = isRoot ? null : slicesOf(module, computation, name);
  const first = slices?.[0];
  return first !== undefined && slices!.every(({ bytes }) => bytes === first.bytes) ? first : null;
}

/** The slices that are taken of a value; `null` where anything else is done with it. */
function slicesOf(module: HloModule, computation: string, name: string): HloShape[] | null {
  const slices: HloShape[] = [];
  for (const user of module.usersOf(computation, name)) {
    const isSlice = user.opcode === 'dynamic-slice' && user.operands.lastIndexOf(name) === 0;
    const own = isSlice
      ? shapesOf(user.type)
      : user.opcode === 'fusion'
        ? slicesInFusion(module, user, name)
        : null;
    if (own === null) return null;
    slices.push(...own);
  }
  return slices;
}

function slicesInFusion(
  module: HloModule,
  { operands, attributes }: HloInstruction,
  name: string,
): HloShape[] | null {
  const callee = /calls=%?([\w.-]+)/.exec(attributes)?.[1] ?? '';
  const slices: HloShape[] = [];
  for (const [index, operand] of operands.entries()) {
    if (operand !== name) continue;
    const parameter = module.computations
      .get(callee)
      ?.find((inner) => inner.opcode === 'parameter' && inner.operands[0] === String(index));
    const own = parameter === undefined || parameter.isRoot ? null : slicesOf(module, callee, parameter.name);
    if (own === null) return null;
    slices.push(...own);
  }
  return slices;
}

/** The computations that an instruction executes, and how often. */
function callees({ opcode, attributes }: HloInstruction, count: Count): (readonly [string, Count])[] {
  const named = (pattern: RegExp): string[] =>
    [...attributes.matchAll(pattern)]
      .flatMap(([, names]) => names!.split(/,\s*/))
      .map((name) => name.replace(/^%/, ''));
  switch (opcode) {
    case 'while': {
      const trips = /"known_trip_count":\{"n":"(\d+)"/.exec(attributes)?.[1];
      const inner: Count = {
        times: count.times * Number(trips ?? 1),
        meaning: trips === undefined ? weakerMeaning(count.meaning, 'per-iteration') : count.meaning,
      };
      return named(/(?:body|condition)=(%?[\w.-]+)/g).map((name) => [name, inner]);
    }
    case 'conditional': {
      const inner: Count = { times: count.times, meaning: weakerMeaning(count.meaning, 'at-most') };
      return named(/branch_computations=\{(.*?)\}/g)
        .concat(named(/(?:true_computation|false_computation)=(%?[\w.-]+)/g))
        .map((name) => [name, inner]);
    }
    case 'call':
    case 'fusion':
    case 'async-start':
      return named(/(?:to_apply|calls|called_computation)=(%?[\w.-]+)/g).map((name) => [name, count]);
    default:
      return [];
  }
}
