import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, idle, pictures, servePage, type ServedPage } from './served-page.ts';

const axe = (await import('axe-core')).default.source;

describe.skipIf(!hasBrowser)('the timeline of a program in Chromium', { timeout: 180_000 }, () => {
  let served: ServedPage;
  let page: Page;

  beforeAll(async () => {
    served = await servePage();
    page = await served.open();
    await idle(page);
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await drawing().waitFor();
  }, 120_000);

  afterAll(() => served.close());

  const drawing = () => page.locator('.timeline canvas');
  const lanes = () => page.getByRole('application');
  const range = () => page.locator('.timeline-range').innerText();
  const tip = () => page.locator('.event-tip').innerText();
  const marked = () =>
    page.getByRole('region', { name: 'Result', exact: true }).locator('.value-selected').first().innerText();
  const example = async (name: string) => {
    await page.locator('select.example').selectOption({ label: name });
    await page.locator('.facts.old').waitFor({ state: 'detached' });
    await idle(page);
  };
  const rows = () =>
    page
      .locator('.timeline-table tbody tr')
      .evaluateAll((found) =>
        found.map((row) =>
          [...row.querySelectorAll('td')].map((cell) => (cell as HTMLElement).innerText.trim()).join(' | '),
        ),
      );

  test('says what takes most of the time, and of which devices', async () => {
    expect(await page.locator('.timeline-claim').innerText()).toBe(
      'Launching takes 85 % of the step. 12 kernels take 60.0 µs of 70.5 µs to launch; the work itself is 910.4 ns. On t3k, at peak rates: a lower bound.',
    );
    expect(await page.locator('.legend').innerText()).toBe('launch\nwork\nwire y\nwire x');
    expect(await drawing().getAttribute('aria-label')).toBe(
      '8 devices in 1 lane, 70.5 µs. Launching takes 85 % of the step.',
    );
    await page.screenshot({ path: `${pictures}/timeline.png` });
  });

  test('says who holds the memory at the peak', async () => {
    const panel = page.getByRole('complementary', { name: 'At the peak' });
    expect((await panel.innerText()).split('\n').filter(Boolean).slice(0, 2)).toEqual([
      'At the peak',
      '104.0 KiB on a device while %v9.1 is computed, line 16',
    ]);
    expect((await panel.locator('.peak-groups').innerText()).replace(/\s+/g, ' ')).toBe(
      'arguments 4 40.0 KiB results 3 32.0 KiB temporaries 3 32.0 KiB tables of addresses 1 24 B',
    );
  });

  test('arrows walk through events, each is told, enter selects its value', async () => {
    await lanes().focus();
    await page.keyboard.press('ArrowDown');
    expect(await tip()).toContain('dot_general');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    expect((await tip()).split('\n')).toEqual([
      'all_reduce y',
      ...['value', '%v4.1, line 9', 'program', 'all_reduce at program.mlir:9'],
      ...['time', '15.2 µs to 21.4 µs, 6.25 µs'],
      ...['sent', '6.0 KiB by each device', 'bound by', 'the wire', 'live', '80.0 KiB'],
    ]);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect.poll(marked).toBe('%9');
    await page.keyboard.press('Escape');
    expect(await page.locator('.event-tip').count()).toBe(0);
  });

  test('a click selects the value of an event', async () => {
    await drawing().click({ position: { x: 120, y: 90 } });
    await expect.poll(marked).toBe('%0');
  });

  test('keys, the wheel and dragging zoom and move the range', async () => {
    await lanes().focus();
    await page.keyboard.press('+');
    expect(await range()).toBe('17.6 – 52.9 of 70.5 µs');
    await page.keyboard.press('Shift+ArrowRight');
    expect(await range()).toBe('26.4 – 61.7 of 70.5 µs');
    await page.keyboard.press('0');
    expect(await range()).toBe('70.5 µs');
    const box = (await drawing().boundingBox())!;
    await page.mouse.move(box.x + 400, box.y + 90);
    await page.mouse.down();
    await page.mouse.move(box.x + 700, box.y + 90, { steps: 4 });
    await page.mouse.up();
    expect(await range()).toMatch(/^2[12]\.\d – 4[23]\.\d of 70\.5 µs$/);
    const before = await range();
    await page.mouse.wheel(0, -400);
    await expect.poll(range).not.toBe(before);
    await page.getByRole('button', { name: 'All', exact: true }).click();
    expect(await range()).toBe('70.5 µs');
  });

  test('a table has what the drawing shows', async () => {
    await page.getByRole('button', { name: 'Show as table' }).click();
    expect((await rows()).slice(0, 4)).toEqual([
      '0 to 7, alike | 0 s | 5.09 µs |  | dot_general | %0 | 4 |  | 24.0 KiB | launch',
      '0 to 7, alike | 5.09 µs | 5.03 µs |  | maximum | %relu.1 | 45 |  | 8.0 KiB | launch',
      '0 to 7, alike | 10.1 µs | 5.09 µs |  | dot_general | %4 | 9 |  | 24.0 KiB | launch',
      '0 to 7, alike | 15.2 µs | 6.25 µs |  | all_reduce | %v4.1 | 9 | y | 6.0 KiB | wire',
    ]);
    expect(await rows()).toHaveLength(14);
    await page.getByRole('button', { name: 'Show as drawing' }).click();
  });

  test('a trace for Perfetto names operations, lines and devices from 0', async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Perfetto file' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('train.perfetto.json');
    // The page's own file.
    const { traceEvents } = JSON.parse(readFileSync(await file.path(), 'utf8')) as {
      traceEvents: { name: string; ph: string; args?: { name?: string; line?: number } }[];
    };
    const threads = traceEvents.flatMap(({ name, args }) => (name === 'thread_name' ? args!.name! : []));
    expect(threads.filter((name) => name.endsWith('compute'))).toEqual(
      Array.from({ length: 8 }, (_, device) => `device ${device} compute`),
    );
    const first = traceEvents.find(({ ph }) => ph === 'X');
    expect([first!.name, first!.args!.line]).toEqual(['dot_general %0', 4]);
  });

  test.each(['light', 'dark'] as const)(
    'axe finds nothing in the view in %s colours',
    async (colorScheme) => {
      await page.emulateMedia({ colorScheme });
      // A button under the pointer is between two colours for a moment.
      await page.mouse.move(0, 0);
      await page.waitForTimeout(300);
      await page.evaluate(axe);
      const found = await page.evaluate(async () => {
        // The script above declares it.
        const { violations } = await (window as unknown as { axe: typeof import('axe-core') }).axe.run(
          '.view',
        );
        return violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`);
      });
      expect(found).toEqual([]);
      await page.screenshot({ path: `${pictures}/timeline-${colorScheme}.png` });
    },
  );

  test('stages of a pipeline are lanes, with the numbers of microbatches', async () => {
    await example('Pipeline parallel, one forward, one backward');
    await page.locator('.step .name').last().click();
    await expect.poll(() => drawing().getAttribute('aria-label')).toContain('2 devices in 2 lanes');
    expect(await page.locator('.legend').innerText()).toBe(
      'launch\nwork\nwire\n→ transfers\n0, 1, … microbatches\nwaits',
    );
    await page.screenshot({ path: `${pictures}/timeline-pipeline.png` });
  });

  test('a program for more devices than the machine has says so', async () => {
    await page.locator('select').filter({ hasText: 'n300' }).selectOption('n300');
    await example('Training step of an MLP, from JAX');
    await expect
      .poll(() => page.locator('.view .hint').innerText())
      .toBe('There is no timeline: the program is for 8 devices, the machine has 2.');
    expect(served.errors).toEqual([]);
  });
});
