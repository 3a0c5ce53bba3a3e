import { correlation, type Execution, type NamedValues, locationOf } from '@shardform/inspect';
import type { ModuleOp, Operation } from '@shardform/ir-core';
import { isLocalCollective } from '@shardform/study';
import type { GlobalCheckReport } from './execution-schema.ts';
import type { ValueDifference } from './global-check.ts';

/** Sums up the comparison of all values. */
export function globalCheckReport(
  differences: readonly ValueDifference[],
  { results, expected, comparisons }: Execution,
  local: ModuleOp,
  names: NamedValues,
): GlobalCheckReport {
  const first = differences.find(({ verdict }) => verdict === 'different');
  const told = differences.filter(({ verdict }) => verdict === (first === undefined ? 'equal' : 'different'));
  const largest = told.reduce<ValueDifference | null>(
    (most, difference) => (relative(difference) > relative(most) ? difference : most),
    null,
  );
  return {
    ...countOperations(local),
    values: differences.length,
    unstable: differences.filter(({ verdict }) => verdict === 'unstable').length,
    nan: differences.filter(({ verdict }) => verdict === 'nan').length,
    maxDifference: largest?.maxDifference ?? 0,
    magnitude: largest?.magnitude ?? 0,
    value: largest === null ? null : names.describe(largest.value),
    device: largest?.device ?? null,
    // What other roundings change as much is noise, and so is how it correlates.
    correlation: smallest(
      comparisons.flatMap(({ verdict }, i) =>
        verdict === 'unstable' ? [] : correlation(results[i]!, expected[i]!),
      ),
    ),
    first:
      first === undefined
        ? null
        : {
            value: names.describe(first.value),
            place: first.value.definingOp === null ? null : locationOf(first.value.definingOp),
            device: first.device,
          },
  };
}

/** The verdict, and below it the largest difference. */
export function globalCheckText(report: GlobalCheckReport, devices: number, isEqual: boolean): string {
  const { operations, collectives, maxDifference, magnitude, value, device, unstable, nan } = report;
  const compared = `${count(devices, 'device')} and one device (${count(operations, 'operation')}, ${count(collectives, 'collective')})`;
  const where = value === null ? '' : ` in ${value} on device ${device!}`;
  const details = [
    maxDifference === 0
      ? 'no difference'
      : `largest difference ${short(maxDifference)}${where}, whose largest element is ${short(magnitude)}`,
    ...(unstable === 0 ? [] : [`${count(unstable, 'value')} with rounding noise`]),
    ...(nan === 0 ? [] : [`${count(nan, 'value')} with NaN`]),
    ...(report.correlation === null ? [] : [`PCC ${report.correlation.toFixed(7)}`]),
  ];
  return `${verdictOf(report, isEqual)} on ${compared}\n  ${details.join('; ')}`;
}

function verdictOf({ first }: GlobalCheckReport, isEqual: boolean): string {
  if (!isEqual) return 'DIFFERENT: not the same numbers';
  return first === null
    ? 'OK: the same numbers'
    : 'OK: the same results, but not the same intermediate numbers,';
}

/** Two digits: `9.5e-7`, `2.6`. */
function short(number: number | null): string {
  return number === null ? 'infinite' : String(Number(number.toPrecision(2)));
}

function relative(difference: ValueDifference | null): number {
  if (difference === null || difference.maxDifference === 0) return 0;
  return difference.magnitude === 0 ? Infinity : difference.maxDifference / difference.magnitude;
}

function smallest(coefficients: readonly (number | null)[]): number | null {
  const known = coefficients.filter((coefficient) => coefficient !== null);
  return known.length === 0 ? null : Math.min(...known);
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Structural operations, which are not executed for each element. */
const FRAMES: ReadonlySet<string> = new Set(['builtin.module', 'func.func', 'func.return', 'sdy.mesh']);

const CONTROL: ReadonlySet<string> = new Set(['stablehlo.while', 'stablehlo.if', 'stablehlo.case']);

function countOperations(local: ModuleOp): Pick<GlobalCheckReport, 'operations' | 'collectives'> {
  let [operations, collectives] = [0, 0];
  local.walk((op: Operation) => {
    if (FRAMES.has(op.name) || !isStep(op.parentOp)) return;
    operations++;
    if (isLocalCollective(op)) collectives++;
  });
  return { operations, collectives };
}

function isStep(holder: Operation | null): boolean {
  return (
    holder === null || ((FRAMES.has(holder.name) || CONTROL.has(holder.name)) && isStep(holder.parentOp))
  );
}
