import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { hasBrowser, idle, pictures, servePage, type ServedPage } from './served-page.ts';

describe.skipIf(!hasBrowser)('the values of a program in Chromium', { timeout: 180_000 }, () => {
  let served: ServedPage;
  let page: Page;

  beforeAll(async () => {
    served = await servePage();
    page = await served.open();
    await idle(page);
    await page.getByRole('tab', { name: 'Values' }).click();
    await rows().first().waitFor();
  }, 120_000);

  afterAll(() => served.close());

  const rows = () => page.locator('.values-table tbody tr');
  const cells = (index: number) =>
    rows()
      .nth(index)
      .locator('td')
      .evaluateAll((found) => found.map((cell) => (cell as HTMLElement).innerText.trim()));
  const status = () => page.locator('.values [role=status]').innerText();

  test('those that take most memory come first, or those of the first line', async () => {
    const sizes = await rows().evaluateAll((found) =>
      found.map((row) => (row.children[6] as HTMLElement).innerText),
    );
    expect(sizes.length).toBeGreaterThan(5);
    await page.screenshot({ path: `${pictures}/values.png` });
    await page.getByRole('button', { name: 'line' }).click();
    await expect.poll(async () => (await cells(0))[0]).toBe('%arg0');
    await page.getByRole('button', { name: 'bytes' }).click();
  });

  test('a search finds values by any of their words, and says how many', async () => {
    const all = await status();
    await page.getByLabel('Search values').fill('%arg1');
    await expect.poll(status).toMatch(/^\d+ of \d+ values/);
    await expect.poll(async () => (await cells(0))[0]).toBe('%arg1');
    await page.getByLabel('Search values').fill('no such value');
    await expect
      .poll(() => page.locator('.values .hint').innerText())
      .toBe('No value has all of these words.');
    await page.getByLabel('Search values').fill('');
    await expect.poll(status).toBe(all);
  });

  test('a value that is clicked is selected in the texts', async () => {
    const button = rows().nth(0).locator('button');
    const name = await button.innerText();
    await button.click();
    await expect.poll(() => page.locator('.pane.result .value-selected').first().innerText()).toBe(name);
    expect(served.errors).toEqual([]);
  });
});
