import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, idle, pictures, servePage, type ServedPage } from './served-page.ts';

describe.skipIf(!hasBrowser)('the page in Chromium', { timeout: 30_000 }, () => {
  let served: ServedPage;
  let page: Page;

  beforeAll(async () => {
    served = await servePage();
    page = await served.open();
    await idle(page);
  }, 120_000);

  afterAll(() => served.close());

  const step = (name: string) => page.locator('.step .name', { hasText: name });
  const pane = (name: 'Source' | 'Result') => page.getByRole('region', { name, exact: true });

  test('an example is open, its steps have run, and each says what it changed', async () => {
    expect(await page.locator('.step .n').allTextContents()).toEqual([
      'Source',
      'Propagate',
      'Insert reshards',
      'Reshards to collectives',
      'To local',
    ]);
    expect(await step('Insert reshards').innerText()).toContain('+4 all_reduce');
    expect(await page.locator('.step.same .n').allTextContents()).toEqual(['Reshards to collectives']);
    await page.screenshot({ path: `${pictures}/start.png` });
  });

  test('the collective that takes the most time is drawn and explained before the first click', async () => {
    const panel = page.getByRole('region', { name: 'Collective' });
    await expect.poll(() => panel.innerText()).toContain('Dearest collective, 1 of 4');
    expect(await panel.locator('.collective-head').innerText()).toMatch(/^all_reduce\s+y\s+6\.25 µs$/);
    expect(await panel.innerText()).toContain('6.0 KiB from each device, in groups of 4');
    expect(await page.locator('.moved h4').allInnerTexts()).toEqual([
      '1 Each device has partial sums',
      '2 They are added up, 6.0 KiB from each',
      '3 Each device gets',
    ]);
    // Neighbours along y, in two rows of four.
    expect(await page.locator('.moved line.s-a2').count()).toBe(6);
    await panel.getByRole('button', { name: 'Cheaper collective' }).click();
    await expect.poll(() => panel.innerText()).toContain('Collective, 2 of 4');
    await panel.getByRole('button', { name: 'Dearer collective' }).click();
    await expect.poll(() => page.locator('.value-head code').innerText()).toBe('%v4.1');
    await expect.poll(() => panel.innerText(), { timeout: 15_000 }).toContain('best of 23 shardings');
  });

  test('a value is selected in both texts, whichever is clicked, and stays selected through the steps', async () => {
    const marked = (name: 'Source' | 'Result') => pane(name).locator('.value-selected').first();
    await pane('Source').locator('.mlir-value', { hasText: /^%4$/ }).first().click();
    await expect.poll(() => marked('Result').innerText()).toBe('%4');
    await expect.poll(() => page.locator('.value-head').innerText()).toContain('%4');
    for (const name of ['Propagate', 'To local']) {
      await step(name).click();
      await expect.poll(() => marked('Result').innerText()).toBe('%4');
    }
    await expect.poll(() => page.locator('.view').innerText()).toContain('tensor<16x64xf32> 4.0 KiB');
    expect(await page.locator('.view').innerText()).toContain('tensor<32x64xf32> 8.0 KiB');
    await page.screenshot({ path: `${pictures}/selected.png` });
  });

  test('a selection survives an edit that moves it', async () => {
    await pane('Source').locator('.cm-line').first().click();
    await page.keyboard.press('Home');
    await page.keyboard.type('// a remark\n');
    await idle(page);
    await expect.poll(() => pane('Source').locator('.line-selected').innerText()).toContain('%4');
  });

  test('a problem leads to its place in the program', async () => {
    await pane('Source').locator('.cm-line').nth(5).click();
    await page.keyboard.press('Home');
    await page.keyboard.type('garbage ');
    await page.getByRole('button', { name: /^6:\d+ error/ }).waitFor();
    await page.keyboard.press('Control+Home');
    await page
      .getByRole('button', { name: /^6:\d+ error/ })
      .first()
      .click();
    await expect.poll(() => page.locator('.pane.source .cm-activeLine').innerText()).toContain('garbage');
  });

  test('nothing was logged as an error', () => {
    expect(served.errors).toEqual([]);
  });
});
