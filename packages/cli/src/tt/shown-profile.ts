import { bytesText } from '@shardform/ir-core';
import { secondsText } from '@shardform/study';
import {
  calibrated,
  deviceProfile,
  type DeviceProfile,
  isTooLarge,
  largest,
  profileFactors,
  profileSeconds,
} from '@shardform/study/tenstorrent';
import type { Answer } from '../command/define-command.ts';
import { isLowered } from '../lowered-program.ts';
import { refuseIdleFlags } from '../command/idle-flags.ts';
import { csvText } from '../csv-text.ts';
import type { Json } from '../json-schema/json-schema.ts';
import { isConvertedCall } from '@shardform/conversion-stablehlo-to-ttir';
import { loadTargetProgram, ModuleError } from '../load-module.ts';
import { shortTable } from '../table/short-table.ts';
import { chosenRows, type TableQuery } from '../table/table-query.ts';
import { readInput, type ToolInput, writeOutput } from '../tool-io.ts';
import { lower, type LoweringOptions } from './lowering.ts';
import { readMeasuredOperations } from './measured-operations.ts';
import { namedRows } from './named-operation.ts';
import { type NamedProfileRow, profileColumns, profileJson, type profileSchema } from './profile-table.ts';

/** Times and memory of a program, to print. */
export interface ShownProfile {
  readonly profile: { readonly stdout: string; readonly stderr: string };
  readonly json: Json<typeof profileSchema>;
}

/** The flags of a profile. */
export interface ProfileFlags extends TableQuery {
  readonly calibration: string | null;
  readonly csv: string | null;
  readonly all: boolean;
}

/** Flags that have no effect on estimates. */
const IDLE = [
  'to',
  'o',
  'in',
  'seed',
  'deviation',
  'no-run',
  'pcc',
  'atol',
  'rtol',
  'store',
  'short-sums',
  'html',
];

/** Estimates what a program takes of each device. @throws UsageError or ModuleError */
export function profileAnswer(
  file: string,
  flags: ProfileFlags & Readonly<Record<string, unknown>>,
  options: LoweringOptions,
  input: ToolInput,
): Answer<ShownProfile> {
  refuseIdleFlags(flags, IDLE, "beside '--profile'");
  const loaded = loadTargetProgram(file, input, isConvertedCall);
  const module = isLowered(loaded.module) ? loaded.module : lower(loaded, 'ttnn', options).at(-1)!.module;
  const profile = deviceProfile(module);
  if (profile === null || profile.operations.length === 0)
    throw new ModuleError(
      `${loaded.log.text()}${file}: error: the program has no operations of TTNN: 'shardform tt FILE -o FOLDER' writes them to FOLDER/3-ttnn.mlir\n`,
    );
  const measured =
    flags.calibration === null
      ? []
      : readMeasuredOperations(
          new TextDecoder().decode(readInput(flags.calibration, input)),
          flags.calibration,
        );
  const rows = namedRows(calibrated(profile.operations, profileFactors(measured)), module);
  const { rows: shown } = chosenRows(rows, profileColumns, 'index', flags);
  const problem = problemText(profile, rows);
  return {
    data: {
      profile: {
        stdout: printed(summary(profile, rows, measured.length), shown, flags, input),
        stderr: problem === null ? '' : `shardform: error: ${problem}\n`,
      },
      json: profileJson(profile, rows),
    },
    messages: loaded.log.text(),
    exitCode: problem === null ? 0 : 1,
  };
}

function summary(profile: DeviceProfile, rows: readonly NamedProfileRow[], measured: number): string {
  const { run, once } = profileSeconds(rows);
  const shares = new Map<string, number>();
  for (const { bound, seconds, executions } of rows)
    shares.set(bound, (shares.get(bound) ?? 0) + seconds * executions);
  const parts = [...shares]
    .filter(([, seconds]) => seconds > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([bound, seconds]) => `${bound} ${secondsText(seconds)}`);
  const devices = `${profile.devices} device${profile.devices === 1 ? '' : 's'}`;
  const basis = measured === 0 ? 'estimated' : `estimated, by ${measured} measured times`;
  const constants = once === 0 ? '' : `; what is computed once takes ${secondsText(once)}`;
  const at = (memory: 'dram' | 'l1'): string => {
    const row = largest(rows, memory)!;
    return `${bytesText(row[memory])} at ${row.name} ${row.operation.name}`;
  };
  const loops = profile.uncertain.length;
  const uncertain =
    loops === 0
      ? ''
      : `${loops} loop${loops === 1 ? '' : 's'} or choice${loops === 1 ? '' : 's'} of unknown length: counted once\n`;
  return `${devices} of ${profile.arch}, ${profile.grid.join('x')} cores each: ${secondsText(run)} a run, ${basis}, of which bound by ${parts.join(', ')}${constants}
DRAM: at most ${at('dram')}, of ${bytesText(profile.dramCapacity)}
L1 of a core: at most ${at('l1')}, of ${bytesText(profile.l1Capacity)}
${uncertain}`;
}

/** What does not fit, and what would; `null` if everything fits. */
function problemText(profile: DeviceProfile, rows: readonly NamedProfileRow[]): string | null {
  const row = rows.find((own) => isTooLarge(own, profile));
  if (row === undefined) return null;
  const where = `${row.name}, ${row.operation.name}${row.place === null ? '' : ` at ${row.place}`}`;
  if (row.dram > profile.dramCapacity) {
    const short = bytesText(row.dram - profile.dramCapacity);
    return `tensors do not fit into DRAM at ${where}: ${bytesText(row.dram)} of ${bytesText(profile.dramCapacity)}, ${short} too much; split them over more devices, or store weights in bfp_bf8 (experimental-weight-dtype), which takes 1088 bytes a tile instead of 2048 or 4096`;
  }
  const { remedy } = row.buffers;
  const fits =
    remedy === null
      ? 'no smaller block is known to fit: split the operation, or move tensors from L1 to DRAM'
      : `${remedy.words} would take ${bytesText(remedy.bytes)}`;
  return `${where} takes ${bytesText(row.l1)} of a core's ${bytesText(profile.l1Capacity)}; ${fits}`;
}

function printed(
  head: string,
  rows: readonly NamedProfileRow[],
  { csv, all, top }: Pick<ProfileFlags, 'csv' | 'all' | 'top'>,
  input: ToolInput,
): string {
  if (csv === null) {
    const length = { all, top, width: input.outputColumns ?? null };
    const byTime = ({ seconds, executions }: NamedProfileRow): number => seconds * executions;
    return `${head}\n${shortTable(rows, profileColumns, length, byTime)}`;
  }
  const text = csvText([
    profileColumns.map(({ name }) => name),
    ...rows.map((row) => profileColumns.map((column) => column.value(row))),
  ]);
  if (csv === '-') return text;
  writeOutput(csv, text, input);
  return head;
}
