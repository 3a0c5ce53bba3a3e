import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { spaceOf, traceOf } from './profiled-run.ts';
import { hasBrowser, idle, pictures, servePage, type ServedPage } from './served-page.ts';

const axe = (await import('axe-core')).default.source;

const compiled = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../study/tests/compiled/${name}`, import.meta.url)), 'utf8');

/** Instructions of the entry computation that take time, with microseconds that differ. */
const HLO = compiled('step.hlo');
const OPERATIONS = HLO.slice(HLO.indexOf('\nENTRY'))
  .split('\n')
  .flatMap(
    (line) => /^ {2}%(\S+) = .*? (?:fusion|dot|copy|all-\w+|collective-permute)\(/.exec(line)?.[1] ?? [],
  )
  .map((name, i) => [name, 5 + ((i * 7) % 23)] as const);

interface Opened {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const file = (name: string, content: string | Buffer): Opened => ({
  ...{ name, mimeType: 'application/octet-stream' },
  buffer: Buffer.from(content),
});

const run = (...others: readonly (readonly [string, number])[]): Opened => runWith([], others);

const runWith = (events: readonly object[], others: readonly (readonly [string, number])[] = []): Opened =>
  file(
    'vm.trace.json.gz',
    gzipSync(traceOf('jit_step', [...OPERATIONS, ...others], { devices: 8, steps: 3, events })),
  );

describe.skipIf(!hasBrowser)('the profile of a run in Chromium', { timeout: 180_000 }, () => {
  let served: ServedPage;
  let page: Page;

  beforeAll(async () => {
    served = await servePage();
    page = await served.open();
    await idle(page);
  }, 120_000);

  afterAll(() => served.close());

  const poll = <T>(of: () => Promise<T>) => expect.poll(of, { timeout: 20_000 });
  const open = (...files: Opened[]): Promise<void> => page.setInputFiles('input[type=file]', files);
  const card = () => page.locator('.file-problem');
  const tab = (name: string) => page.getByRole('tab', { name });

  test('stands beside the prediction of the program that it is opened with', async () => {
    await open(file('step.mlir', compiled('step.mlir')), file('step.hlo', HLO), run(['custom.7', 40]));
    await tab('Measured').waitFor();
    await idle(page);
    await poll(() => page.locator('.measured-claim b').innerText()).toBe(
      'A step takes 695.0 µs, 1.13x the predicted 612.5 µs.',
    );
    const facts = page.getByRole('region', { name: 'Facts' });
    expect(await facts.innerText()).toMatch(/Step, measured\s+695\.0 µs\s+1\.13x the predicted one/);
    const row = await page.locator('.measured-rows tbody tr').first().innerText();
    expect(row.replace(/\s+/g, ' ')).toBe('step.py:18 dot_general 180.0 µs 50.0 µs 3.60x 26 % launch %11 48');
    await page.screenshot({ path: `${pictures}/measured.png` });
  });

  test('lists what is not joined, with its share', async () => {
    const list = page.getByRole('region', { name: 'Not joined' });
    expect((await list.innerText()).replace(/\s+/g, ' ')).toBe(
      'Not joined custom.7 the compiled program has no such instruction 5.8 % 960.0 µs in all',
    );
  });

  test('selects the value that a row computes', async () => {
    await page.locator('.measured-rows tbody tr').first().click();
    const source = page.getByRole('region', { name: 'Source', exact: true });
    await poll(() => source.locator('.value-selected').first().innerText()).toBe('%11');
  });

  test('is told with a value, in the text and in the graph', async () => {
    const told =
      'dot_general 27.0 µs, 5.39x the predicted time; dot_general 18.0 µs, 3.60x the predicted time; all_gather 9.00 µs';
    const source = page.getByRole('region', { name: 'Source', exact: true });
    await source.locator('.value-selected').first().hover();
    await poll(() => page.locator('.cm-tooltip .tip').innerText()).toContain(told);
    await page.mouse.move(0, 0);
    await tab('Graph').click();
    await poll(() => page.locator('.view aside').first().innerText()).toContain(told);
    await page.screenshot({ path: `${pictures}/measured-graph.png` });
  });

  test('is filled in the timeline, below outlines of what is predicted', async () => {
    await tab('Timeline').click();
    await page.locator('.timeline canvas').waitFor();
    expect((await page.locator('.legend').first().innerText()).split('\n')).toEqual([
      ...['predicted', 'measured', 'wire model', 'wire data'],
    ]);
    expect(await page.locator('.timeline-claim').innerText()).toContain(
      'A device was measured for 695.0 µs, 1.13x the predicted 612.5 µs. 5.8 % of the measured time is not joined',
    );
    await page.screenshot({ path: `${pictures}/measured-timeline.png` });
    await page.getByRole('button', { name: 'Show as table' }).click();
    const row = page.locator('.timeline-table tbody tr', { hasText: 'all_gather' }).first();
    expect((await row.innerText()).split('\t').slice(2, 5)).toEqual(['3.04 µs', '9.00 µs', '']);
    await page.getByRole('button', { name: 'Show as drawing' }).click();
  });

  test('has its times beside those of collectives', async () => {
    await tab('Collectives').click();
    const row = page.locator('.coll-table tbody tr', { hasText: '%32' }).first();
    await poll(async () =>
      (await row.innerText())
        .split('\t')
        .slice(0, 3)
        .map((cell) => cell.trim()),
    ).toEqual([...['6.03 µs', '8.00 µs', '1.33x']]);
    expect(await page.locator('.coll-note').innerText()).toBe('The profile has no events of 3 collectives.');
    await page.screenshot({ path: `${pictures}/measured-collectives.png` });
  });

  test('tells the memory of allocators beside the predicted peak', async () => {
    const event = (ts: number, bytes: number) => ({
      ...{ ph: 'X', pid: 1, tid: 99, name: 'MemoryAllocation', ts, dur: 1 },
      args: { allocator_name: 'GPU_0_bfc', bytes_allocated: bytes, bytes_available: 65536 - bytes },
    });
    const events = [event(10, 8192), event(300, 24576), event(600, 4096)];
    await open(runWith(events));
    // What was opened is shown.
    await poll(() => tab('Measured').getAttribute('aria-selected')).toBe('true');
    await tab('Memory').click();
    const memory = page.getByRole('region', { name: 'Measured memory' });
    await poll(async () => (await memory.locator('p').innerText()).replace(/\s+/g, ' ')).toBe(
      'GPU_0_bfc 24.0 KiB, 1.62x the predicted peak, in step 0, 300.0 µs after the first step has begun; of 64.0 KiB',
    );
    await page.screenshot({ path: `${pictures}/measured-memory.png` });
  });

  test.each(['Measured', 'Memory', 'Collectives'])('axe finds nothing in the view %s', async (name) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await tab(name).click();
    await page.waitForFunction(() => document.querySelector('.view .tbl') !== null);
    await page.evaluate(axe);
    const found = await page.evaluate(async () => {
      // The script above declares it.
      const { violations } = await (window as unknown as { axe: typeof import('axe-core') }).axe.run('.view');
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`);
    });
    expect(found).toEqual([]);
  });

  test('goes with an edit of the program, and comes back with its undoing', async () => {
    const source = page.getByRole('region', { name: 'Source', exact: true });
    await source.locator('.cm-line').first().click();
    await page.keyboard.press('Home');
    await page.keyboard.type('// a remark\n');
    await tab('Measured').waitFor({ state: 'detached' });
    for (let i = 0; i < 2; i++) await page.keyboard.press('Control+z');
    await tab('Measured').waitFor();
  });

  test('of another program, it is refused in a sentence', async () => {
    const other = traceOf('jit_other', [['dot.1', 5]], { devices: 8, steps: 2 });
    await open(file('other.trace.json', other));
    await card().waitFor();
    expect((await card().innerText()).split(/\s*\n\s*/)).toEqual([
      'other.trace.json was not opened',
      'the profile is of another program: step.hlo has the operations of 0 % of its time',
      'Open the program that ran, then its profile, or drop both together.',
      'Close',
    ]);
    await card().getByRole('button', { name: 'Close' }).click();
  });

  test('without a compiled program, a trace is refused with what to drop', async () => {
    await open(file('step.mlir', compiled('step.mlir')), run());
    await card().waitFor();
    expect(await card().innerText()).toContain(
      'the trace has no HLO, and no compiled program is open to join its operations to',
    );
    await card().getByRole('button', { name: 'Close' }).click();
  });

  test('a file that was cut off is told with its place', async () => {
    const { buffer } = run();
    await open(file('vm.trace.json.gz', buffer.subarray(0, buffer.length - 20)));
    await card().waitFor();
    expect(await card().innerText()).toContain('the file was cut off or changed; copy it again');
    await card().getByRole('button', { name: 'Close' }).click();
  });

  test('the XSpace of a run has its compiled program', async () => {
    const operations = OPERATIONS.map(([name, duration]) => ({ name, duration }));
    await open(
      file('step.mlir', compiled('step.mlir')),
      file('vm.xplane.pb', Buffer.from(spaceOf('jit_step', HLO, operations))),
    );
    await tab('Measured').waitFor();
    await poll(() => page.locator('.measured-claim b').innerText()).toBe(
      'A step takes 655.0 µs, 1.07x the predicted 612.5 µs.',
    );
    await poll(() => page.getByRole('region', { name: 'Facts' }).innerText()).toContain(
      'As compiled by XLA: vm.xplane.pb.',
    );
  });

  test('nothing was logged as an error', () => {
    expect(served.errors).toEqual([]);
  });
});
