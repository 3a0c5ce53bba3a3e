import { bytesText } from '@shardform/ir-core';
import { countText, secondsText } from '@shardform/study';
import type { SearchJson } from '../distribution/distribution-schemas.ts';
import type { Json } from '../json-schema/json-schema.ts';
import type { machinesSchema } from '../machines/machines-schema.ts';
import type { comparisonSchema } from '../partition/comparison-schema.ts';
import type { PartitionReportJson } from '../partition/partition-schema.ts';
import { holds } from '../run/result-line.ts';
import type { ExecutionJson } from '../run/execution-schema.ts';
import type { LoweringJson } from '../tt/lowering-schema.ts';

/** By tool, one line that sums its answer up; the text of the others begins with one. */
const HEADLINES: Readonly<Record<string, (data: never) => string>> = {
  compare: ({ before, after, gone, added, shardings }: Json<typeof comparisonSchema>) => {
    const time =
      before.seconds === null || after.seconds === null
        ? ''
        : `, ${secondsText(before.seconds)} -> ${secondsText(after.seconds)} a step on ${after.machine ?? before.machine ?? 'its machine'}`;
    return `each device sends ${bytesText(before.bytes)} -> ${bytesText(after.bytes)}${time}; collectives: ${gone.length} gone, ${added.length} added; ${countText(shardings.length, 'value')} split differently`;
  },
  lower: ({ stages, devices, isEqual }: LoweringJson) =>
    `${isEqual === null ? 'not executed' : isEqual ? 'equal' : 'DIFFERENT'}: ${stages.map(({ name }) => name).join(', ')}${devices === null ? '' : ` on ${countText(devices, 'device')}`}`,
  machines: ({ machines }: Json<typeof machinesSchema>) => {
    const [only, ...others] = machines;
    return only === undefined || others.length > 0
      ? countText(machines.length, 'machine')
      : `${only.name}: ${countText(only.devices, 'device')}, ${only.rates}`;
  },
  partition: ({ devices, collectives, totals }: PartitionReportJson) =>
    `${countText(devices, 'device')}, ${countText(collectives.length, 'collective')}, each device sends ${bytesText(totals.bytes)}`,
  search_strategies: ({ best, candidates }: SearchJson) =>
    best === null
      ? `none of ${countText(candidates, 'candidate')} fits`
      : `the fastest of ${countText(candidates, 'candidate')}: ${best.data}/${best.horizontal}/${best.pipeline}/${best.microbatches} (D/H/P/K), ${secondsText(best.latency)} a step`,
  simulate: ({ results, devices, reference }: ExecutionJson) => {
    const wrong = results.filter((own) => !holds(own)).length;
    const largest = results.reduce((most, { maxDifference }) => Math.max(most, maxDifference ?? Infinity), 0);
    const against = reference === null ? 'the whole program' : 'the reference';
    const verdict =
      wrong === 0 ? `equal to ${against}` : `DIFFERENT from ${against} in ${wrong} of ${results.length}`;
    return `${verdict}: ${countText(results.length, 'result')} on ${countText(devices, 'device')}, largest difference ${largest.toExponential(1)}`;
  },
};

/** Returns the line that the text of a tool's answer begins with for agents; empty if it says so itself. */
export function headline(tool: string, data: unknown): string {
  const own = HEADLINES[tool];
  // The data is the JSON of the command whose tool this is, which has the type that the function takes.
  return own === undefined ? '' : `${own(data as never)}\n`;
}
