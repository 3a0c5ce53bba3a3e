import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { examples } from '../src/examples/examples.ts';
import { hasBrowser, idle, pictures, servePage, type ServedPage } from './served-page.ts';

describe.skipIf(!hasBrowser)('the machine in Chromium', { timeout: 180_000 }, () => {
  let served: ServedPage;
  let page: Page;

  beforeAll(async () => {
    served = await servePage();
    page = await served.open();
    await idle(page);
    await page.getByRole('tab', { name: 'Machine' }).click();
    await drawing().waitFor();
  }, 120_000);

  afterAll(() => served.close());

  const drawing = () => page.locator('.machine-drawing canvas');
  const table = (name: string) => page.getByRole('table', { name }).locator('tbody tr');
  const poll = <T>(of: () => Promise<T>) => expect.poll(of, { timeout: 10_000 });
  const machine = (name: string) => page.locator('select').filter({ hasText: 'n300' }).selectOption(name);
  const cells = (of: ReturnType<typeof table>) =>
    of.evaluateAll((rows) => rows.map((row) => (row as HTMLElement).innerText.replace(/\s+/g, ' ').trim()));

  test('each collective has its bytes on all links, the one with most first', async () => {
    expect(await drawing().getAttribute('aria-label')).toBe(
      't3k: a grid of 2 × 4; the program uses 8 of 8 devices, and 20 links, each direction its own.',
    );
    expect(await cells(table('Traffic by collective'))).toEqual([
      '%v9.1 all_reduce x 256.0 KiB 3.31 µs',
      '%v4.1 all_reduce y 72.0 KiB 6.25 µs',
    ]);
    expect((await cells(table('Busiest links'))).slice(0, 2)).toEqual([
      '0 → 4 32.0 KiB 3.31 µs 4.7 %',
      '4 → 0 32.0 KiB 3.31 µs 4.7 %',
    ]);
  });

  test('a link tells its bytes and how long it is in use', async () => {
    const box = (await drawing().boundingBox())!;
    const tip = page.locator('.machine-tip');
    for (let x = 20; x < box.width && !(await tip.isVisible().catch(() => false)); x += 12)
      await page.mouse.move(box.x + x, box.y + box.height / 3);
    const texts = new Set<string>();
    for (let x = 10; x < box.width; x += 6) {
      await page.mouse.move(box.x + x, box.y + box.height / 3);
      if (await tip.isVisible()) texts.add(await tip.innerText());
    }
    expect(
      [...texts].some((text) => /^\d → \d: [\d.]+ KiB; in use [\d.]+ µs, [\d.]+ % of the step$/.test(text)),
    ).toBe(true);
    await page.screenshot({ path: `${pictures}/machine.png` });
  });

  test('a row selects its value, of which alone the traffic can be shown', async () => {
    await table('Traffic by collective').first().getByRole('button').click();
    const result = page.getByRole('region', { name: 'Result', exact: true });
    await poll(() => result.locator('.value-selected').first().innerText()).toBe('%v9.1');
    await page.getByRole('button', { name: 'of the selected one' }).click();
    expect(await page.locator('.machine-tools [role=status]').innerText()).toContain('t3k');
    await page.screenshot({ path: `${pictures}/machine-one.png` });
    await page.getByRole('button', { name: 'of all collectives' }).click();
  });

  test('other machines are wired otherwise, and one that is too small is a reason', async () => {
    await machine('h100x8x4');
    await poll(() => drawing().getAttribute('aria-label')).toContain('4 nodes of 8 at a switch');
    await page.screenshot({ path: `${pictures}/machine-nodes.png` });
    await machine('galaxy');
    await poll(() => drawing().getAttribute('aria-label')).toContain('a torus of 4 × 8');
    await page.screenshot({ path: `${pictures}/machine-torus.png` });
    await machine('a100x8');
    await poll(() => drawing().getAttribute('aria-label')).toContain('a link between each two devices');
    await machine('n300');
    await poll(() => page.locator('.view .hint').innerText()).toBe(
      'What the program sends is unknown: the program is for 8 devices, the machine has 2.',
    );
    await machine('t3k');
  });

  test('each example is drawn, or it is said why not', async () => {
    for (const [i, { name }] of examples.entries()) {
      await page.getByLabel('Example').selectOption(String(i));
      await idle(page);
      await page.locator('.step .name').last().click();
      await idle(page);
      const said = page.locator('.machine-drawing canvas, .view .hint:not(:has(.spin))').first();
      await said.waitFor();
      const text = (await said.getAttribute('aria-label')) ?? (await said.innerText());
      expect(text, name).toMatch(
        /^(t3k: .* uses \d+ of 8 devices, .*|What the program sends is unknown: .*)$/,
      );
    }
    expect(served.errors).toEqual([]);
  });
});
