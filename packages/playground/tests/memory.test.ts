import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, idle, pictures, servePage, type ServedPage } from './served-page.ts';

const axe = (await import('axe-core')).default.source;

describe.skipIf(!hasBrowser)('the memory of a device in Chromium', { timeout: 180_000 }, () => {
  let served: ServedPage;
  let page: Page;

  beforeAll(async () => {
    served = await servePage();
    page = await served.open();
    await idle(page);
    await page.getByRole('tab', { name: 'Memory' }).click();
    await page.locator('.held').waitFor();
  }, 120_000);

  afterAll(() => served.close());

  const claim = () => page.locator('.memory-claim').innerText();
  const rows = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((found) =>
        found.map((row) =>
          [...row.querySelectorAll('td')].map((cell) => (cell as HTMLElement).innerText.trim()).join(' | '),
        ),
      );
  const example = async (name: string) => {
    await page.locator('select.example').selectOption({ label: name });
    await page.locator('.facts.old').waitFor({ state: 'detached' });
    await idle(page);
  };

  test('says how much a device needs, where, and what for', async () => {
    expect(await claim()).toBe('A device needs 104.0 KiB, most while %v9.1 is computed, line 16.');
    expect((await page.locator('.part-terms').innerText()).replace(/\s+/g, ' ').trim()).toBe(
      'arguments 40.0 KiB 38 % results 32.0 KiB 31 % temporaries 32.0 KiB 31 %',
    );
    const facts = await page.getByRole('region', { name: 'Facts' }).innerText();
    expect(facts).toContain('104.0 KiB');
    await page.screenshot({ path: `${pictures}/memory.png` });
  });

  test('lists what is held, the largest first, in groups with sums', async () => {
    expect((await rows('.held tbody tr')).slice(3, 7)).toEqual([
      '%26 | 16.0 KiB | 15 % | result 2 | subtract | result[1][1] | 39 | the end',
      '%v19.1 | 16.0 KiB | 15 % | temporary | all_reduce |  | 30 | %23 subtract, line 35',
      '%v14.1 | 16.0 KiB | 15 % | temporary | all_reduce |  | 24 | %26 subtract, line 39',
      '%arg2 | 4.0 KiB | 3.8 % | argument 2 |  |  | 3 | %19 dot_general, line 30',
    ]);
    expect(await rows('.held tfoot tr')).toEqual(['in all | 104.0 KiB | ']);
    await page.getByRole('button', { name: 'by kind' }).click();
    expect(await rows('.held tr.grp')).toEqual([
      'arguments 4 | 40.0 KiB | 38 % | ',
      'results 3 | 32.0 KiB | 31 % | ',
      'temporaries 3 | 32.0 KiB | 31 % | ',
      'tables of addresses 1 | 24 B | < 0.1 % | ',
    ]);
  });

  test('a value of the table and of the curve is the selection', async () => {
    await page.locator('.held').getByRole('button', { name: '%23' }).click();
    const marked = () => page.locator('.held tr.on td').first().innerText();
    await expect.poll(marked).toBe('%23');
    const curve = page.getByRole('slider', { name: 'Memory over the program' });
    await expect.poll(() => curve.getAttribute('aria-valuetext')).toContain('while %23 is computed, line 35');
    await curve.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    const result = page.getByRole('region', { name: 'Result', exact: true });
    await expect.poll(() => result.locator('.value-selected').first().innerText()).toBe('%v9.1');
  });

  test('says which arguments could be donated, and what that frees', async () => {
    await expect
      .poll(() => page.locator('aside .donations').innerText())
      .toBe('%arg0 tensor<64x64xf32> for result 1\n%arg1 tensor<64x64xf32> for result 2');
    await example('Training step of a GPT, from JAX');
    await page.getByRole('button', { name: 'Estimate what donating others would free' }).click();
    await expect
      .poll(() => page.locator('aside').innerText(), { timeout: 15_000 })
      .toContain('Donating 12 arguments would free 42.5 KiB: the peak would be 1,001.1 KiB.');
    expect(await claim()).toMatch(
      /^A device needs 1\.0 MiB, most (while|before) %\S+( is computed)?, line \d+\.$/,
    );
  });

  test.each(['light', 'dark'] as const)(
    'axe finds nothing in the view in %s colours',
    async (colorScheme) => {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(axe);
      const found = await page.evaluate(async () => {
        // The script above declares it.
        const { violations } = await (window as unknown as { axe: typeof import('axe-core') }).axe.run(
          '.view',
        );
        return violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`);
      });
      expect(found).toEqual([]);
      await page.screenshot({ path: `${pictures}/memory-${colorScheme}.png` });
    },
  );

  test('a step of local sizes has the memory of the program', async () => {
    await page.locator('.step .name').last().click();
    await expect.poll(claim).toContain('A device needs 1.0 MiB');
  });

  test('devices that run different programs are a reason', async () => {
    await example('Model parallel');
    await expect
      .poll(() => page.locator('.view .hint').innerText())
      .toBe(
        "The memory can't be estimated: devices run different programs; the timeline has the memory of each.",
      );
    expect(served.errors).toEqual([]);
  });
});
