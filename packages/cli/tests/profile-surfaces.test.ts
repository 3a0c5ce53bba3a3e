import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secondsText, timesText } from '@shardform/study';
import { afterAll, expect, test } from 'vitest';
import type { ProfileJson } from '../src/profile/profile-schema.ts';
import { runTool } from '../src/run-tool.ts';

const folder = mkdtempSync(join(tmpdir(), 'shardform-surfaces-'));
afterAll(() => rmSync(folder, { recursive: true }));

for (const name of ['step.mlir', 'step.hlo'])
  copyFileSync(new URL(`../../study/tests/compiled/${name}`, import.meta.url), join(folder, name));

/** The run that the test of the playground opens, so that the numbers below are those of its pages. */
const hlo = readFileSync(join(folder, 'step.hlo'), 'utf8');
const operations = hlo
  .slice(hlo.indexOf('\nENTRY'))
  .split('\n')
  .flatMap(
    (line) => /^ {2}%(\S+) = .*? (?:fusion|dot|copy|all-\w+|collective-permute)\(/.exec(line)?.[1] ?? [],
  )
  .map((name, i) => [name, 5 + ((i * 7) % 23)] as const);
const traceEvents = [0, 1, 2].flatMap((run) =>
  [0, 1, 2, 3, 4, 5, 6, 7].flatMap((device) => {
    let ts = run * 10_000;
    return [...operations, ['custom.7', 40] as const].map(([name, dur]) => {
      const args = {
        hlo_op: name,
        hlo_module: 'jit_step',
        run_id: String(run),
        device_ordinal: String(device),
      };
      const event = { ph: 'X', pid: 1, tid: device, name, ts, dur, args };
      ts += dur;
      return event;
    });
  }),
);
writeFileSync(join(folder, 'run.trace.json'), JSON.stringify({ traceEvents }));

const shardform = async (command: string, ...args: readonly string[]): Promise<string> => {
  const inputs = ['--profile', 'run.trace.json', '--hlo', 'step.hlo', '--machine', 't3k'];
  const of =
    command === 'profile'
      ? ['run.trace.json', '--program', 'step.mlir', ...inputs.slice(2)]
      : ['step.mlir', ...inputs];
  const { stdout, stderr, exitCode } = await runTool('shardform', [command, ...of, ...args], {
    stdin: new Uint8Array(),
    cwd: folder,
  });
  expect([exitCode, exitCode === 0 ? '' : String(stdout) + stderr]).toEqual([0, '']);
  return String(stdout);
};

/** The texts of the cells of rows of a page. */
function rowsOf(html: string): readonly (readonly string[])[] {
  return [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell = '']) => cell.replaceAll(/<[^>]*>/g, '')),
  );
}

test('the table, JSON, the report and the playground tell the same of a run', async () => {
  const answer = JSON.parse(await shardform('profile', '--json')) as ProfileJson;
  const text = await shardform('profile', '--all');
  const html = await shardform('report', '-o', '-');
  const { steps, predicted, lines, collectives } = answer;
  // The playground's test has these, too.
  expect([secondsText(steps.seconds.median), timesText(steps.seconds.median / predicted!.seconds)]).toEqual([
    ...['695.0 µs', '1.13x'],
  ]);
  const [first] = lines;
  const row = [
    ...[first!.name, first!.operation, secondsText(first!.seconds.median)],
    ...[secondsText(first!.predictedSeconds!), timesText(first!.ratio!), '26 %', 'launch'],
  ];
  expect(row).toEqual(['step.py:18', 'dot_general', '180.0 µs', '50.0 µs', '3.60x', '26 %', 'launch']);
  expect(text).toMatch(
    /step\.py:18 +dot_general +180\.0 µs +180\.0 µs +180\.0 µs +50\.0 µs +3\.60x +26 % +launch/,
  );
  const rows = rowsOf(html);
  expect(rows).toContainEqual(row);
  expect(html).toContain(`<data class="measured" value="${steps.seconds.median}">695.0 µs</data>`);
  expect(rows).toContainEqual([
    'custom.7',
    '5.8 %',
    '960.0 µs',
    'the compiled program has no such instruction',
  ]);
  // Of the rows of collectives, the last two cells are what was measured.
  const cells = rows.filter(([kind = '', ...others]) => kind.includes('_') && others.length === 9);
  expect(cells.map((own) => own.slice(-2).join(' ')).toSorted()).toEqual(
    [
      ...collectives.map(
        ({ exposedSeconds, ratio }) =>
          `${secondsText(exposedSeconds)} ${ratio === null ? '' : timesText(ratio)}`,
      ),
      // Those in loops are not in the trace.
      ...Array.from({ length: 3 }, () => 'not in the profile '),
    ].toSorted(),
  );
});

test('a report draws the predicted step as outlines, and the measured one filled', async () => {
  const html = await shardform('report', '-o', '-');
  const [svg = ''] = /<svg viewBox="0 0 1000 .*?<\/svg>/s.exec(html) ?? [];
  expect([...svg.matchAll(/<text [^>]*>(.*?)<\/text>/g)].map(([, name]) => name)).toEqual([
    ...['compute, predicted', 'compute, measured', 'communication, predicted', 'communication, measured'],
  ]);
  expect(svg.match(/fill-opacity:1\.00;stroke:none/g)).toHaveLength(operations.length + 1);
});
