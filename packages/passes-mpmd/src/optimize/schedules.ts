import type { FragmentOp } from '@shardform/dialect-mpmd';
import type { OptionFailure, PassOption } from '@shardform/ir-core';
import { callCounterOf, isForward, splitTypeOf } from '../program/fragments.ts';

/** What a schedule orders: the work of one mesh on one microbatch. */
export interface ScheduledUnit {
  readonly isForward: boolean;
  /** True of the part of a backward computation that other meshes don't wait for: the gradients of weights. */
  readonly isWeightGradient: boolean;
  /** The number of the microbatch. */
  readonly microbatch: number;
  readonly stage: number | null;
  readonly mesh: string;
  /** The position of the mesh among those of the pipeline, from 0. */
  readonly meshIndex: number;
}

/** Decides whether one unit has to be executed before another one of the same mesh, of `meshes` in the pipeline. */
export type MustHappenBefore = (a: ScheduledUnit, b: ScheduledUnit, meshes: number) => boolean;

const never: MustHappenBefore = () => false;

const oneForwardOneBackward: MustHappenBefore = (a, b, n) => {
  if (!a.isForward && b.isForward) return a.microbatch === b.microbatch - n + a.meshIndex;
  if (a.isForward && !b.isForward) return a.microbatch === b.microbatch + n - (a.meshIndex + 1);
  return a.microbatch < b.microbatch;
};

const gpipe: MustHappenBefore = (a, b) =>
  a.isForward === b.isForward ? a.microbatch < b.microbatch : a.isForward;

const gpipeBut1F1BForLastMesh: MustHappenBefore = (a, b, n) =>
  (a.meshIndex === n - 1 ? oneForwardOneBackward : gpipe)(a, b, n);

const zeroBubbleH1: MustHappenBefore = (a, b, n) => {
  const [c1, c2, i] = [a.microbatch, b.microbatch, a.meshIndex];
  if (isInputGradient(a) && b.isForward && c1 === c2 - n + i) return true;
  if (a.isForward && isInputGradient(b) && c1 === c2 + n - (i + 1)) return true;
  if (!a.isForward && (a.isWeightGradient || i === 0) && b.isForward && c2 - c1 === n) return true;
  if (isInputGradient(a) && b.isWeightGradient && c1 - c2 === i) return true;
  return a.isWeightGradient && isInputGradient(b) && c2 - c1 === i + 1;
};

/** Backward units but those of weights: what other meshes wait for. */
function isInputGradient(unit: ScheduledUnit): boolean {
  return !unit.isForward && !unit.isWeightGradient;
}

/** @param latency the time of a transfer, as a part of that of a stage. */
function zeroBubbleH2(latency: number): MustHappenBefore {
  return (a, b, n) => {
    const enteredBefore = (mesh: number): number =>
      Math.floor(2 * (n - mesh) - 1 + latency * 2 * (n - mesh - 1));
    const entered = enteredBefore(a.meshIndex);
    const delay = enteredBefore(n - a.meshIndex - 1);
    const [c1, c2] = [a.microbatch, b.microbatch];
    if (a.isForward && !b.isForward && c1 < entered) return true;
    if (isInputGradient(a) && b.isForward && c2 >= entered) return c2 - c1 === entered;
    if (a.isForward && c1 >= entered && isInputGradient(b)) return c1 - c2 === entered - 1;
    if (isInputGradient(a) && b.isWeightGradient) return c1 - c2 === delay - 1;
    return a.isWeightGradient && isInputGradient(b) && c2 - c1 === delay;
  };
}

const parallelPipelines: MustHappenBefore = (a, b) => {
  const [c1, c2] = [a.microbatch, b.microbatch];
  if (c1 === c2) return false;
  const own = Number(/\d.*$/.exec(a.mesh)?.[0] ?? NaN);
  if (c1 === own || c2 === own) return c1 === own;
  return c1 > own === c2 > own ? c1 > c2 : c1 < c2;
};

function circular(isBackwardReversed: boolean): MustHappenBefore {
  return (a, b, n) => {
    if (a.stage === null || b.stage === null) return false;
    if (a.isForward !== b.isForward) return a.isForward;
    const swaps = !a.isForward && !isBackwardReversed;
    const key = (unit: ScheduledUnit, stage: number): number[] => [
      Math.floor(unit.microbatch / n),
      stage,
      unit.microbatch,
    ];
    const order = compareKeys(key(a, swaps ? b.stage : a.stage), key(b, swaps ? a.stage : b.stage));
    return !a.isForward && isBackwardReversed ? order > 0 : order < 0;
  };
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at < 0 ? 0 : a[at]! - b[at]!;
}

/** The schedules of pipelines, by their names. */
export const schedules = {
  none: never,
  '1F1B': oneForwardOneBackward,
  GPipe: gpipe,
  Circular: /* @__PURE__ */ circular(false),
  CircularWithReversedBackward: /* @__PURE__ */ circular(true),
  GPipeBut1F1BForLastMesh: gpipeBut1F1BForLastMesh,
  ZeroBubbleH1: zeroBubbleH1,
  ZeroBubbleH2ZeroTxLatency: /* @__PURE__ */ zeroBubbleH2(0),
  ZeroBubbleH2HalfTxLatency: /* @__PURE__ */ zeroBubbleH2(0.5),
  ZeroBubbleH2FullTxLatency: /* @__PURE__ */ zeroBubbleH2(1),
  ParallelPipelinesWithWrapAround: parallelPipelines,
} as const satisfies Readonly<Record<string, MustHappenBefore>>;

/** The name of a schedule. */
export type ScheduleName = keyof typeof schedules;

/** Returns the name of a schedule, whatever its case; `null` for others. */
export function scheduleNamed(text: string): ScheduleName | null {
  const lower = text.toLowerCase();
  // The keys of the table are its names.
  return (Object.keys(schedules) as ScheduleName[]).find((name) => name.toLowerCase() === lower) ?? null;
}

/** The name of a schedule as an option. */
export const scheduleOption: PassOption<ScheduleName> = {
  description: 'The schedule: which units of a mesh have to be executed before which others.',
  defaultValue: '1F1B',
  valueName: Object.keys(schedules).join('|'),
  isList: false,
  impliedText: null,
  parse: (text: string, fail: OptionFailure) =>
    scheduleNamed(text) ?? fail(`unknown PropagationSchedule: ${text}`),
  print: (name) => name,
};

/** Returns what a schedule has to know of a fragment that is a scheduling unit. */
export function unitOf(fragment: FragmentOp, meshes: readonly string[]): ScheduledUnit {
  return {
    isForward: isForward(fragment),
    isWeightGradient: splitTypeOf(fragment) === 'kDropTransferred',
    microbatch: callCounterOf(fragment)!,
    stage: fragment.stage,
    mesh: fragment.mesh,
    meshIndex: meshes.indexOf(fragment.mesh),
  };
}
