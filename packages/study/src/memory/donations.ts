import type { Machine } from '@shardform/cost-model';
import { type FuncOp, programEntry, valueAttrs } from '@shardform/dialect-func';
import { donatedArguments, estimateMemory, memoryRulesOf } from '@shardform/runtime-dist';
import type { Study } from '../study.ts';
import { deviceProgram, isPlaced } from '../time/flat-program-of.ts';
import { functionToSimulate } from '../time/function-to-simulate.ts';
import type { ValueId } from '../values/value-id.ts';

/** What a program would need if it donated more of its arguments. */
export interface DonationReport {
  /** Arguments that are not donated, with the result that could take the memory of each. */
  readonly candidates: readonly DonationCandidate[];
  /** The peak as it is, and with all candidates donated. */
  readonly peak: number;
  readonly donatedPeak: number;
}

/** An argument whose memory a result could take. */
export interface DonationCandidate {
  readonly argument: number;
  readonly result: number;
  readonly id: ValueId;
  /** The argument as the program's text calls it. */
  readonly name: string;
  readonly userName: string | null;
  /** On a device. */
  readonly type: string;
}

/**
 * Returns which arguments could be donated: those that are not, with a result of equal type and sharding that takes no other
 * argument's memory. Whether the caller needs them afterwards, only the caller knows.
 *
 * @returns `null` where devices run different programs, or the program can't be partitioned.
 * @throws CostError for a program whose memory can't be estimated.
 */
export function donationReport(study: Study, machine: Machine): DonationReport | null {
  const { module, names, source } = study;
  const func = functionToSimulate(module);
  if (func === null || isPlaced(func)) return null;
  const { local, collectives } = study.partitionedFor(machine).stages;
  const device = deviceProgram(module, func, () => local);
  if (device === null) return null;
  const global = collectives === null ? func : (programEntry(collectives) ?? func);
  const known = donatedArguments(device.func);
  const pairs = freePairs(device.func, global, known);
  const candidates = pairs.map(([result, argument]): DonationCandidate => {
    const value = func.entry.getArgument(argument);
    const type = String(device.func.functionType.inputs[argument]);
    const [id, name] = [source.values.idOf(value), names.textName(value) ?? `%arg${argument}`];
    return { argument, result, id, name, userName: names.userName(value), type };
  });
  const rules = memoryRulesOf(machine);
  // To assign buffers takes as long as to simulate: what is known is not estimated again.
  const { peak } =
    study.measured(machine).run?.simulated.peak?.().estimate ?? estimateMemory(device.func, { rules });
  const donatedPeak =
    pairs.length === 0
      ? peak
      : estimateMemory(device.func, { rules, donated: new Map([...known, ...pairs]) }).peak;
  return { candidates, peak, donatedPeak };
}

/** Results with arguments of equal local type and sharding, where neither has a counterpart yet. */
function freePairs(
  local: FuncOp,
  global: FuncOp,
  known: ReadonlyMap<number, number>,
): [result: number, argument: number][] {
  const { inputs, results } = local.functionType;
  const taken = new Set(known.values());
  const kindOf = (which: 'arg_attrs' | 'res_attrs', type: string, index: number): string =>
    `${type} ${String(valueAttrs(global, which, index).get('sdy.sharding'))}`;
  const free = new Map<string, number[]>();
  for (const [i, type] of results.entries()) {
    if (known.has(i)) continue;
    const kind = kindOf('res_attrs', String(type), i);
    free.set(kind, [...(free.get(kind) ?? []), i]);
  }
  const pairs: [number, number][] = [];
  for (const [argument, type] of inputs.entries()) {
    if (taken.has(argument)) continue;
    const result = free.get(kindOf('arg_attrs', String(type), argument))?.shift();
    if (result !== undefined) pairs.push([result, argument]);
  }
  return pairs;
}
