import { type Computation, type HloModule, type Instruction, knownTripCount } from '@shardform/hlo-module';
import { type CountMeaning, weakerMeaning } from '@shardform/runtime-sim';

/** How often the instructions of a computation are executed when the program runs once. */
export interface ExecutedComputation {
  readonly computation: Computation;
  readonly times: number;
  readonly meaning: CountMeaning;
  /** The loops around it, the innermost last, as its first caller has them. */
  readonly loops: readonly Instruction[];
  /** The instruction that calls it; `null` for the entry. */
  readonly caller: Instruction | null;
}

/** Instructions that end an asynchronous operation, whose long forms name its computation again. */
const ENDS: ReadonlySet<string> = new Set(['async-update', 'async-done']);
/** Roles of computations that an instruction executes once or in each iteration; the others are those of elements. */
const EXECUTED: ReadonlySet<string> = new Set([
  'calls',
  'called',
  'async',
  'body',
  'condition',
  'branch',
  'true',
  'false',
]);
/** Opcodes whose `to_apply` is executed, not applied to elements. */
const CALLS: ReadonlySet<string> = new Set(['call', 'async-start']);

/**
 * Returns the computations that a program executes with their numbers of executions, callers before callees. A loop of unknown
 * length counts one iteration; all branches of a conditional count.
 */
export function executedComputations({ entry }: HloModule): readonly ExecutedComputation[] {
  const order = callersFirst(entry);
  const counts = new Map<Computation, ExecutedComputation>([
    [entry, { computation: entry, times: 1, meaning: 'exact', loops: [], caller: null }],
  ]);
  for (const computation of order) {
    const own = counts.get(computation)!;
    for (const caller of computation.instructions)
      for (const callee of executedBy(caller)) {
        const next = countOf(own, caller, callee);
        const known = counts.get(callee);
        counts.set(
          callee,
          known === undefined
            ? next
            : {
                ...known,
                times: known.times + next.times,
                meaning: weakerMeaning(known.meaning, next.meaning),
              },
        );
      }
  }
  return order.map((computation) => counts.get(computation)!);
}

/** Returns the computations that an instruction executes, each as often as it is called. */
export function executedBy({ opcode, called }: Instruction): readonly Computation[] {
  if (ENDS.has(opcode)) return [];
  return called.flatMap(({ role, computation }) =>
    EXECUTED.has(role) || (role === 'to_apply' && CALLS.has(opcode)) ? [computation] : [],
  );
}

function countOf(
  { times, meaning, loops }: ExecutedComputation,
  caller: Instruction,
  computation: Computation,
): ExecutedComputation {
  const common = { computation, caller };
  if (caller.opcode === 'while') {
    const trips = knownTripCount(caller);
    return {
      ...common,
      times: times * (trips ?? 1),
      meaning: trips === null ? weakerMeaning(meaning, 'per-iteration') : meaning,
      loops: [...loops, caller],
    };
  }
  if (caller.opcode === 'conditional')
    return { ...common, times, meaning: weakerMeaning(meaning, 'at-most'), loops };
  return { ...common, times, meaning, loops };
}

function callersFirst(entry: Computation): readonly Computation[] {
  const finished: Computation[] = [];
  const entered = new Set<Computation>([entry]);
  const open = [{ computation: entry, callees: calleesOf(entry) }];
  while (open.length > 0) {
    const { computation, callees } = open.at(-1)!;
    const next = callees.pop();
    if (next === undefined) {
      finished.push(computation);
      open.pop();
    } else if (!entered.has(next)) {
      entered.add(next);
      open.push({ computation: next, callees: calleesOf(next) });
    }
  }
  return finished.reverse();
}

function calleesOf({ instructions }: Computation): Computation[] {
  return [...new Set(instructions.flatMap(executedBy))].reverse();
}
