import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, idle, pictures, servePage, type ServedPage } from './served-page.ts';

describe.skipIf(!hasBrowser)('the page in Chromium', { timeout: 30_000 }, () => {
  let served: ServedPage;
  let page: Page;

  beforeAll(async () => {
    served = await servePage('out-tsc/page');
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
