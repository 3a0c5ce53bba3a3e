import { contentionSeconds } from '../time/contention-facts.ts';
import type { TimedRun } from '../time/simulated-time.ts';
import type { CostlyOperation, TimeShare } from '../time/time-shares.ts';
import type { AttributedCollective } from './attribution.ts';
import type { AcceleratorTime } from './on-accelerator.ts';

/**
 * Returns the simulation of the predicted program with the times of the collectives of the compiled one in its report. Events are those of the
 * predicted program.
 *
 * @param kinds of collectives that the predicted program has, whose shares are replaced.
 */
export function acceleratorRun(
  { simulated, report }: TimedRun,
  { time, seconds }: AcceleratorTime,
  kinds: ReadonlySet<string>,
): TimedRun {
  let [exposed, contention, hidden] = [0, 0, 0];
  const byKind = new Map<string, number>();
  const costly = new Map<string, CostlyOperation>();
  for (const [own, spent] of seconds) {
    const contended = contentionSeconds(spent.contention);
    exposed += spent.exposedSeconds;
    contention += contended;
    const ownHidden = Math.max(0, spent.seconds - spent.exposedSeconds - contended);
    hidden += ownHidden;
    byKind.set(own.kind, (byKind.get(own.kind) ?? 0) + spent.exposedSeconds);
    const label = labelOf(own);
    const known = costly.get(label) ?? { label, seconds: 0, hidden: 0, executions: 0 };
    costly.set(label, {
      label,
      seconds: known.seconds + spent.exposedSeconds + contended,
      hidden: known.hidden + ownHidden,
      executions: known.executions + own.executions,
    });
  }
  const isCollective = (name: string): boolean => kinds.has(name.split(' ')[0]!);
  const shares: TimeShare[] = [
    ...report.shares.filter(({ name }) => !isCollective(name) && name !== 'contention'),
    ...Array.from(byKind, ([name, own]) => ({ name, seconds: own })),
    { name: 'contention', seconds: contention },
  ].filter((share) => share.seconds > 0);
  const isCompute = ({ name }: TimeShare): number => Number(name === 'compute');
  return {
    simulated,
    report: {
      ...report,
      seconds: time.seconds,
      communication: { exposed, contention, hidden },
      shares: shares.sort((a, b) => isCompute(b) - isCompute(a) || b.seconds - a.seconds),
      costly: [...report.costly.filter(({ label }) => !isCollective(label)), ...costly.values()]
        .filter((own) => own.seconds > 0 || own.hidden > 0)
        .sort((a, b) => b.seconds - a.seconds || b.hidden - a.hidden)
        .slice(0, report.costly.length),
    },
  };
}

/** As operations are named: `all_reduce at step.py:5`. */
function labelOf({ kind, place }: AttributedCollective): string {
  return place === null ? kind : `${kind} at ${place}`;
}
