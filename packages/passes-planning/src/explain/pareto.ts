import type { MeshPlanning } from '../plan/mesh-planning.ts';
import { peakOf, type PlannedProgram, secondsOf } from '../plan/simulated-plans.ts';

/** Plans are looked for that take these parts of a plan's memory. */
const PARTS: readonly number[] = [0.9, 0.75, 0.6, 0.45, 0.3];

/** Of plans that keep to a limit, so many are simulated, and of those that take least, too. */
const MOST_SIMULATED = 3;

/** A program is smaller than another one if it takes less memory by this part. */
const LEAST_SAVING = 0.001;

/**
 * Simulates plans that take less memory than one.
 *
 * @throws Interrupted
 */
export function simulateSmaller(planning: MeshPlanning, plan: PlannedProgram): void {
  const { search, plans, problem } = planning;
  const model = planning.modelOf(plan);
  const estimated = model === null ? null : search.add(model.choices, model).estimate;
  const peak = estimated?.peakBytes ?? peakOf(plan);
  for (const part of PARTS) {
    const candidates = search.forMemory(part * peak, () => false);
    for (const candidate of candidates.slice(0, MOST_SIMULATED)) plans.of(problem, candidate);
    if (candidates.length === 0) break;
  }
  for (const candidate of search.forLeastMemory().slice(0, MOST_SIMULATED)) plans.of(problem, candidate);
}

/** Returns what nothing else is both faster and smaller than, the fastest first. */
export function paretoOptimal<T extends Pick<PlannedProgram, 'facts'>>(programs: readonly T[]): T[] {
  const ordered = [...programs].sort((a, b) => secondsOf(a) - secondsOf(b) || peakOf(a) - peakOf(b));
  let least = Infinity;
  return ordered.filter((own) => {
    const isSmaller = peakOf(own) < (1 - LEAST_SAVING) * least;
    if (isSmaller) least = peakOf(own);
    return isSmaller;
  });
}
