import type { AxisList } from '@shardform/dialect-sdy';
import {
  type CollectiveName,
  type CollectiveTraffic,
  ringTraffic,
  treeTraffic,
} from '@shardform/dialect-stablehlo';
import type { PassOption } from '@shardform/ir-core';

/** What a step between devices takes, and how many bytes a device sends in a unit of time. */
export interface LinkPrice {
  readonly step: number;
  readonly rate: number;
}

/**
 * What a choice of the partitioner is priced with. Times are microseconds of a machine; where no machine is known, a unit of time is
 * that of sending a byte.
 */
export interface Prices {
  /** Whether times decide; otherwise bytes do, and times settle what is close. */
  readonly isOfMachine: boolean;
  /** To begin a kernel. */
  readonly launch: number;
  /** Bytes that a device reads or writes in a unit of time. */
  readonly memory: number;
  /** Products and sums in a unit of time. */
  readonly flops: number;
  /** By axis of the mesh. */
  readonly links: ReadonlyMap<string, LinkPrice>;
  /** Of axes that are not known. */
  readonly link: LinkPrice;
}

/** Prices in bytes: a step counts as 256, less than it takes on any machine, and memory is eight times as fast as links. */
export const BYTE_PRICES: Prices = {
  isOfMachine: false,
  launch: 0,
  memory: 8,
  flops: Infinity,
  links: new Map(),
  link: { step: 256, rate: 1 },
};

/** Returns the slowest link along axes. */
export function linkAlong(axes: AxisList, { links, link }: Prices): LinkPrice {
  const own = axes.flatMap(({ name }) => links.get(name) ?? []);
  return own.length < Math.max(1, axes.length) ? link : slowestLink(own);
}

function slowestLink(links: readonly LinkPrice[]): LinkPrice {
  return {
    step: Math.max(...links.map(({ step }) => step)),
    rate: Math.min(...links.map(({ rate }) => rate)),
  };
}

/** Returns what a collective takes, in the faster one of the algorithms that machines have. */
export function collectiveTime(
  kind: CollectiveName,
  members: number,
  operand: number,
  link: LinkPrice,
  { isOfMachine }: Prices,
): number {
  const ring = timeOf(ringTraffic(kind, members, operand), link);
  if (kind !== 'all_reduce' || !isOfMachine) return ring;
  return Math.min(ring, timeOf(treeTraffic(members, operand), link));
}

/** Returns what it takes to send. */
export function timeOf({ bytes, steps }: CollectiveTraffic, { step, rate }: LinkPrice): number {
  return steps * step + bytes / rate;
}

/** An option of passes that choose: the prices of a machine, as `launch/memory/flops;axis:step/rate;...`; empty where bytes decide. */
export const pricesOption: PassOption<Prices> = {
  description:
    'Prices of a machine, by which times decide and not bytes: `LAUNCH/MEMORY/FLOPS;AXIS:STEP/RATE;...`, microseconds and what is done in one.',
  defaultValue: BYTE_PRICES,
  valueName: 'prices',
  isList: false,
  impliedText: null,
  parse: (text, fail) => parsePrices(text) ?? fail(`'${text}' value invalid for prices argument!`),
  print: printPrices,
};

function printPrices({ isOfMachine, launch, memory, flops, links }: Prices): string {
  if (!isOfMachine) return '';
  const axes = Array.from(links, ([name, { step, rate }]) => `${encodeURIComponent(name)}:${step}/${rate}`);
  return [`${launch}/${memory}/${flops}`, ...axes].join(';');
}

function parsePrices(text: string): Prices | null {
  if (text === '') return BYTE_PRICES;
  const [device, ...axes] = text.split(';');
  const [launch, memory, flops] = numbersOf(device!, 3) ?? [];
  const links = axes.map((axis): readonly [string, readonly number[] | null] => {
    const [name = '', prices = ''] = axis.split(':');
    return [nameOf(name), numbersOf(prices, 2)];
  });
  if (launch === undefined || links.length === 0) return null;
  if (links.some(([name, numbers]) => name === '' || numbers === null)) return null;
  return machinePrices(
    { launch, memory: memory!, flops: flops! },
    new Map(links.map(([name, numbers]) => [name, { step: numbers![0]!, rate: numbers![1]! }])),
  );
}

function nameOf(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** Numbers between slashes, none of them negative; `null` for anything else. */
function numbersOf(text: string, count: number): readonly number[] | null {
  const numbers = text.split('/').map((part) => (part === '' ? NaN : Number(part)));
  return numbers.length === count && numbers.every((number) => number >= 0) ? numbers : null;
}

/** Returns the prices of a machine. @param links by axis, of which there is one at least. */
export function machinePrices(
  device: Pick<Prices, 'launch' | 'memory' | 'flops'>,
  links: ReadonlyMap<string, LinkPrice>,
): Prices {
  return { ...device, isOfMachine: true, links, link: slowestLink([...links.values()]) };
}
