import type { MeasuredSeconds, ProfiledRow, ProfileReport } from './profile-report.ts';

/** Times of two profiles. */
export interface ComparedSeconds {
  /** `null` for what only the other one has. */
  readonly before: MeasuredSeconds | null;
  readonly after: MeasuredSeconds | null;
  /** Of the medians, the second without the first; all of it for what only one has. */
  readonly change: number;
  /** How many standard errors of the medians the change is; `null` for what only one has, and for a single step. */
  readonly errors: number | null;
  /** Whether the change is more than steps differ by among themselves: at least {@link SIGNIFICANT} errors. */
  readonly isSignificant: boolean;
}

/** A line in two profiles. */
export interface ComparedLine extends ComparedSeconds {
  readonly name: string;
  /** `null` for what is computed: communication for a line is a row of its own. */
  readonly collective: string | null;
}

/** Two profiles, such as those before and after a change. */
export interface ProfileComparison {
  readonly step: ComparedSeconds;
  /** The largest change first. */
  readonly lines: readonly ComparedLine[];
}

/** Standard errors that one change in a hundred exceeds by chance. */
export const SIGNIFICANT = 2.58;

/** Compares two profiles by line. Lines of a file that has changed are those of their numbers. */
export function compareProfiles(before: ProfileReport, after: ProfileReport): ProfileComparison {
  const [earlier, later] = [rowsOf(before), rowsOf(after)];
  const steps = [before.steps.count, after.steps.count] as const;
  const lines = [...new Set([...earlier.keys(), ...later.keys()])].map((key): ComparedLine => {
    const [first, second] = [earlier.get(key) ?? null, later.get(key) ?? null];
    const { name, collective } = named((first ?? second)!);
    return { name, collective, ...compared(first?.seconds ?? null, second?.seconds ?? null, steps) };
  });
  return {
    step: compared(before.steps.seconds, after.steps.seconds, steps),
    lines: lines.sort((a, b) => Math.abs(b.change) - Math.abs(a.change)),
  };
}

function rowsOf({ lines }: ProfileReport): ReadonlyMap<string, ProfiledRow> {
  return new Map(
    lines.map((row) => {
      const { name, collective } = named(row);
      return [`${name}\0${collective ?? ''}`, row];
    }),
  );
}

function named({ name, bound, operation }: ProfiledRow): { name: string; collective: string | null } {
  return { name: name ?? '', collective: bound === 'network' ? operation : null };
}

function compared(
  before: MeasuredSeconds | null,
  after: MeasuredSeconds | null,
  steps: readonly [number, number],
): ComparedSeconds {
  const change = (after?.median ?? 0) - (before?.median ?? 0);
  if (before === null || after === null)
    return { before, after, change, errors: null, isSignificant: change !== 0 };
  // Devices of one step are not independent: the steps count.
  const error = Math.hypot(errorOf(before, steps[0]), errorOf(after, steps[1]));
  if (steps[0] < 2 || steps[1] < 2) return { before, after, change, errors: null, isSignificant: false };
  const errors = change === 0 ? 0 : error === 0 ? Infinity : Math.abs(change) / error;
  return {
    ...{ before, after, change, isSignificant: errors >= SIGNIFICANT },
    // JSON has no infinity.
    errors: Number.isFinite(errors) ? errors : null,
  };
}

/** Quarters of a normal distribution are so many standard deviations apart. */
const QUARTERS = 1.349;
/** The standard error of a median by that of a mean, of a normal distribution. */
const OF_MEDIAN = Math.sqrt(Math.PI / 2);

function errorOf({ low, high }: MeasuredSeconds, steps: number): number {
  return (OF_MEDIAN * (high - low)) / QUARTERS / Math.sqrt(steps);
}
