import type { CostedCollective, MeasuredStages } from '../time/measured-program.ts';
import { axisLabel } from '../time/collective-axes.ts';
import { contentionFacts, contentionSeconds } from '../time/contention-facts.ts';
import type { TimeFacts } from '../time/facts.ts';
import type { AttributedCollective } from './attribution.ts';
import type { CollectiveSeconds } from './compiled-module.ts';

/** The time of a program on accelerators, with the collectives that XLA compiled for CPUs. */
export interface AcceleratorTime {
  readonly time: TimeFacts;
  readonly seconds: ReadonlyMap<AttributedCollective, CollectiveSeconds>;
  /** Number of collectives of the compiled program that are not predicted, in one way or another, and matter. */
  readonly unpredicted: number;
}

/** An array that a collective moves. */
interface Part {
  readonly owner: AttributedCollective;
  readonly axis: string;
  readonly kind: string;
  readonly bytes: number;
  /** The part of the owner's time that it takes by itself. */
  readonly share: number;
}

/** The part of the bytes below which a collective does not matter. */
const NEGLIGIBLE = 1e-3;

/** Relative differences of bytes that padding explains. */
const TOLERANCE = 0.05;

/**
 * Returns the time of a compiled program on accelerators. The kernels and the schedule of CPUs say nothing of it, and so these are
 * the predicted ones: a collective that is predicted waits as long as predicted. Those that are not take the time that they take by themselves,
 * of which as much is hidden as is of the predicted ones that they replace.
 *
 * @param alone the seconds that each collective takes by itself, as accelerators execute it.
 * @returns `null` where there is no predicted time.
 */
export function onAccelerator(
  predicted: MeasuredStages,
  alone: ReadonlyMap<AttributedCollective, number>,
): AcceleratorTime | null {
  const { time } = predicted.facts;
  if (time === null) return null;
  const parts = [...alone.keys()].flatMap(partsOf);
  const { matches, left } = matched(parts, predicted.collectives);
  const others = parts.filter((part) => !matches.has(part));
  const sentOf = (own: readonly Part[]): number =>
    own.reduce((sum, { bytes, owner }) => sum + bytes * owner.executions, 0);
  const all = sentOf(parts);
  const mattering = others.filter((part) => sentOf([part]) > NEGLIGIBLE * all);
  const secondsAlone = ({ owner, share }: Part): number => alone.get(owner)! * share;
  const total = others.reduce((sum, part) => sum + secondsAlone(part), 0);
  const hidden = left.reduce((sum, own) => sum + hiddenOf(own), 0);
  const exposedPart = total === 0 ? 0 : Math.max(0, total - hidden) / total;
  const seconds = new Map<AttributedCollective, CollectiveSeconds>();
  for (const part of parts) {
    const match = matches.get(part);
    const known = seconds.get(part.owner) ?? { seconds: 0, exposedSeconds: 0, contention: [] };
    const own = match === undefined ? secondsAlone(part) : (match.seconds ?? 0);
    const exposed = match === undefined ? own * exposedPart : (match.exposedSeconds ?? 0);
    seconds.set(part.owner, {
      seconds: known.seconds + own,
      exposedSeconds: known.exposedSeconds + exposed,
      contention: [...known.contention, ...(match?.contention ?? [])],
    });
  }
  return {
    time: timeOf(time, seconds),
    seconds,
    unpredicted: new Set(mattering.map(({ owner }) => owner)).size,
  };
}

function partsOf(owner: AttributedCollective): Part[] {
  const { axes, kind, arrays, bytes: all } = owner;
  return arrays.map(({ bytes }) => ({
    ...{ owner, axis: axisLabel(axes), kind, bytes },
    share: all === 0 ? 1 / arrays.length : bytes / all,
  }));
}

/** Finds the predicted collective of each part: of the same kind if there is one, or else one along the same axes that sends as much. */
function matched(
  parts: readonly Part[],
  predicted: readonly CostedCollective[],
): { readonly matches: ReadonlyMap<Part, CostedCollective>; readonly left: readonly CostedCollective[] } {
  const matches = new Map<Part, CostedCollective>();
  const left = new Set(predicted);
  for (const isSameKind of [true, false])
    for (const part of parts) {
      if (matches.has(part)) continue;
      for (const own of left) {
        if (!isLike(part, own) || (isSameKind && own.kind !== part.kind)) continue;
        matches.set(part, own);
        left.delete(own);
        break;
      }
    }
  return { matches, left: [...left] };
}

function isLike({ owner, axis, bytes }: Part, own: CostedCollective): boolean {
  if (own.axis !== axis || own.executions !== owner.executions) return false;
  return Math.abs(own.bytes - bytes) <= TOLERANCE * Math.max(own.bytes, bytes);
}

function hiddenOf({ seconds, exposedSeconds, contention }: CostedCollective): number {
  return Math.max(0, (seconds ?? 0) - (exposedSeconds ?? 0) - contentionSeconds(contention ?? []));
}

/** The parts of the time add up to the whole. */
function timeOf(
  { compute, launch, waiting, ...predicted }: TimeFacts,
  seconds: ReadonlyMap<AttributedCollective, CollectiveSeconds>,
): TimeFacts {
  const byAxis = new Map<string, number>();
  for (const [{ axes }, { exposedSeconds }] of seconds) {
    const axis = axisLabel(axes);
    byAxis.set(axis, (byAxis.get(axis) ?? 0) + exposedSeconds);
  }
  const contention = contentionFacts(
    Array.from(seconds, ([{ kind, axes }, own]) => ({
      kind,
      axis: axisLabel(axes),
      contention: own.contention,
    })),
  );
  const waited = [...byAxis.values()].reduce((sum, own) => sum + own, 0) + contentionSeconds(contention);
  return {
    ...{ ...predicted, compute, launch, waiting, contention },
    seconds: compute + launch + waiting + waited,
    byAxis: Array.from(byAxis, ([axis, own]) => ({ axis, seconds: own })),
  };
}
