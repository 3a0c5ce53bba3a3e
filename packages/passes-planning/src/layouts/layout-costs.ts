import { contentionSeconds } from '@shardform/study';
import type { PlannedProgram } from '../plan/simulated-plans.ts';

type MeasuredProgram = Pick<PlannedProgram, 'facts' | 'collectives'>;

/** What a program spends more on than another one: a kind of collective along axes, or computing. */
export interface ExtraCost {
  /** `all_reduce`, ..., `computing` or `launching`. */
  readonly kind: string;
  /** Such as `x` or `x, y`; empty for what is no communication. */
  readonly axis: string;
  /** Executions more in one step. */
  readonly executions: number;
  /** Bytes that each device sends more. */
  readonly bytes: number;
  /** Seconds that the step is longer for it: less where others are shorter. */
  readonly seconds: number;
}

/** Returns where a program spends its time otherwise than another one, what is dearest first. */
export function extraCosts(own: MeasuredProgram, other: MeasuredProgram): ExtraCost[] {
  const [mine, theirs] = [costsOf(own), costsOf(other)];
  const keys = new Set([...mine.keys(), ...theirs.keys()]);
  return Array.from(keys, (key) => {
    const { kind, axis } = (mine.get(key) ?? theirs.get(key))!;
    const [a, b] = [mine.get(key) ?? nothing, theirs.get(key) ?? nothing];
    return {
      ...{ kind, axis, executions: a.executions - b.executions },
      ...{ bytes: a.bytes - b.bytes, seconds: a.seconds - b.seconds },
    };
  })
    .filter(({ bytes, seconds }) => bytes !== 0 || seconds !== 0)
    .sort((a, b) => b.seconds - a.seconds || b.bytes - a.bytes);
}

const nothing = { executions: 0, bytes: 0, seconds: 0 };

function costsOf({ facts: { time }, collectives }: MeasuredProgram): Map<string, ExtraCost> {
  const costs = new Map<string, ExtraCost>();
  const add = (kind: string, axis: string, executions: number, bytes: number, seconds: number): void => {
    const key = `${kind} ${axis}`;
    const known = costs.get(key) ?? { kind, axis, ...nothing };
    costs.set(key, {
      ...{ kind, axis, executions: known.executions + executions },
      ...{ bytes: known.bytes + bytes, seconds: known.seconds + seconds },
    });
  };
  for (const { kind, axis, executions, bytes, exposedSeconds, contention } of collectives) {
    const seconds = (exposedSeconds ?? 0) + contentionSeconds(contention ?? []);
    add(kind, axis, executions, bytes * executions, seconds);
  }
  if (time !== null) {
    add('computing', '', 0, 0, time.compute);
    add('launching', '', 0, 0, time.launch);
  }
  return costs;
}
