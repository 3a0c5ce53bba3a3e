import { collectiveTotals, type TotalMeaning } from '../collectives/collective-totals.ts';
import type { InsertedCollective } from '../collectives/inserted-collective.ts';
import { contentionSeconds } from '../time/contention-facts.ts';
import { changedShardings } from './changed-shardings.ts';
import type { ComparedProgram } from './compared-program.ts';
import { unrelatedText } from './unrelated-programs.ts';

/** The cost of one of two programs. */
export interface ProgramCost {
  /** Which program it is of: `as XLA would, predicted`. */
  readonly program: string;
  /** That the program is for. */
  readonly devices: number;
  /** That each device sends in one run. */
  readonly bytes: number;
  readonly meaning: TotalMeaning;
  /** Of these, by the axes along which they are sent, such as `x` or `x,y`. */
  readonly bytesByAxes: readonly { readonly axes: string; readonly bytes: number }[];
  /** Of collectives. */
  readonly executions: number;
  /** The name of the machine that the time is of; `null` where a cost is not known. */
  readonly machine: string | null;
  /** That it takes; `null` where a cost is not known. */
  readonly seconds: number | null;
  /** Of these, those of contention for links; `null` where a cost is not known. */
  readonly contentionSeconds: number | null;
  /** That a device holds at most; `null` where a cost is not known. */
  readonly peakBytes: number | null;
}

/** What two programs cost. */
export interface PartitionComparison {
  readonly before: ProgramCost;
  readonly after: ProgramCost;
  /** Collectives that only the first program has. */
  readonly gone: readonly InsertedCollective[];
  /** Collectives that only the second program has. */
  readonly added: readonly InsertedCollective[];
  /** Values that both programs have and split differently, in the order of the second one. */
  readonly shardings: ReturnType<typeof changedShardings>;
  /** Why the comparison may mean little. */
  readonly warnings: readonly string[];
}

/** Compares what two programs, two shardings or two stages of one cost. */
export function comparePartitionings(before: ComparedProgram, after: ComparedProgram): PartitionComparison {
  const [first, second] = [before.collectives, after.collectives];
  const unrelated = unrelatedText(before.study, after.study);
  return {
    before: costOf(before),
    after: costOf(after),
    gone: without(first, second),
    added: without(second, first),
    shardings: changedShardings(before, after),
    warnings: unrelated === null ? [] : [unrelated],
  };
}

function costOf({ collectives, facts, program, isDecided }: ComparedProgram): ProgramCost {
  const totals = collectiveTotals(collectives);
  return {
    program,
    devices: facts.devices,
    bytes: totals.bytes,
    meaning: totals.meaning,
    bytesByAxes: Object.entries(totals.bytesByAxes).map(([axes, bytes]) => ({ axes, bytes })),
    executions: totals.executions,
    machine: isDecided ? (facts.time?.machine ?? null) : null,
    seconds: isDecided ? (facts.time?.seconds ?? null) : null,
    contentionSeconds: isDecided && facts.time !== null ? contentionSeconds(facts.time.contention) : null,
    peakBytes: isDecided ? (facts.memory?.bytes ?? null) : null,
  };
}

/** The multiset difference of two lists, ignoring locations. */
function without(
  collectives: readonly InsertedCollective[],
  others: readonly InsertedCollective[],
): InsertedCollective[] {
  const left = new Map<string, number>();
  for (const other of others) left.set(keyOf(other), (left.get(keyOf(other)) ?? 0) + 1);
  return collectives.filter((collective) => {
    const key = keyOf(collective);
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0;
  });
}

function keyOf({ kind, axes, bytes, executions, type, groupSize, source }: InsertedCollective): string {
  return [kind, axes, bytes, executions, type, groupSize, source].join('|');
}
