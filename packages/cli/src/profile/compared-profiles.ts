import {
  type ComparedSeconds,
  compareProfiles,
  type ProfileReport,
  profileReport,
  secondsText,
} from '@shardform/study';
import { tableText } from '../distribution/table-text.ts';
import {
  integer,
  type Json,
  list,
  number,
  nullable,
  object,
  text,
  textOrNull,
  truth,
  versionOne,
} from '../json-schema/json-schema.ts';
import { type ToolInput, UsageError } from '../tool-io.ts';
import { shortened } from './profile-text.ts';
import { profiledInput } from './profiled-program.ts';
import { readProfile } from './read-profile.ts';

const spread = nullable(
  object({
    median: number(),
    low: number('a quarter is below'),
    high: number('a quarter is above'),
    count: integer('of the measured numbers'),
  }),
  'null where only the other profile has it',
);

const compared = {
  before: spread,
  after: spread,
  change: number('of the medians, in seconds'),
  errors: nullable(
    number(),
    'of how many standard errors of the medians the change is; null where that is not known',
  ),
  isSignificant: truth('whether the change is more than steps differ by among themselves'),
} as const;

/** The schema of the answer of `shardform compare --profile`. */
export const profileComparisonSchema = object({
  version: versionOne,
  step: object(compared),
  lines: list(
    object({
      name: text('file:line'),
      collective: textOrNull('all_reduce, ...; null for what is computed'),
      ...compared,
    }),
    'the largest change first',
  ),
});

/** The answer of `shardform compare --profile`. */
export type ProfileComparisonJson = Json<typeof profileComparisonSchema>;

/** Compares two profiles. @param hlo the compiled form of each; nothing for that of the profiles. @throws UsageError */
export async function comparedProfiles(
  [before, after]: readonly [string, string],
  hlo: readonly string[],
  input: ToolInput,
): Promise<ProfileComparisonJson> {
  const [dump = null, otherDump = null, ...more] = hlo;
  if ((dump === null) !== (otherDump === null) || more.length > 0)
    throw new UsageError("'--hlo' is given twice: the compiled form of the first profile, and of the second");
  const first = await reportOf(before, dump, input);
  const second = await reportOf(after, otherDump, input);
  const { step, lines } = compareProfiles(first, second);
  return { version: 1, step, lines: [...lines] };
}

async function reportOf(path: string, hlo: string | null, input: ToolInput): Promise<ProfileReport> {
  const { profile } = await readProfile(path, input);
  const flags = { program: null, hlo, module: null, machine: null, python: null };
  const { program, source } = await profiledInput({ profile, name: path }, flags, input);
  return profileReport(profile, program, source, null);
}

/** Rows that are shown. */
const MOST_ROWS = 20;

/** Returns a comparison for people. */
export function profileComparisonText({ step, lines }: ProfileComparisonJson): string {
  const changed = lines.filter(({ isSignificant }) => isSignificant);
  const rows = changed
    .slice(0, MOST_ROWS)
    .map(({ name, collective, ...own }) => [...[shortened(name), collective ?? '', ...cells(own)]]);
  const more = changed.length - rows.length;
  const others = lines.length - changed.length;
  return [
    tableText([
      ['a step', '', 'before', 'after', 'change', 'errors'],
      ['all', step.isSignificant ? '' : 'not significant', ...cells(step)],
      ...rows,
    ]),
    ...(more === 0 ? [] : [`and ${more} more that changed (all in --json)\n`]),
    ...(others === 0 ? [] : [`${others} of ${lines.length} lines differ by no more than their steps do\n`]),
  ].join('');
}

function cells({ before, after, change, errors }: ComparedSeconds): readonly string[] {
  return [
    before === null ? 'none' : secondsText(before.median),
    after === null ? 'none' : secondsText(after.median),
    `${change > 0 ? '+' : ''}${secondsText(change)}`,
    errors === null ? '' : errors.toFixed(1),
  ];
}
