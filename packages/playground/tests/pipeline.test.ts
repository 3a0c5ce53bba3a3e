import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, idle, pictures, servePage, type ServedPage } from './served-page.ts';

describe.skipIf(!hasBrowser)('a pipeline on two meshes in Chromium', { timeout: 180_000 }, () => {
  let served: ServedPage;
  let page: Page;

  beforeAll(async () => {
    served = await servePage();
    page = await served.open({ viewport: { width: 1500, height: 1000 } });
    await idle(page);
    await page
      .locator('select.example')
      .selectOption({ label: 'Two stages on two meshes, one forward, one backward' });
    await page.locator('.step .name', { hasText: 'mpmd' }).click();
    await page.locator('.pane.result .cm-line', { hasText: 'mpmd.fragment' }).first().waitFor();
    await idle(page);
  }, 120_000);

  afterAll(() => served.close());

  const open = (name: string) => page.getByRole('tab', { name, exact: false }).first().click();
  const view = () => page.locator('.view').innerText();
  const pick = (name: string) =>
    page
      .locator('.pane.result .mlir-value', { hasText: new RegExp(`^${name.replaceAll('.', '\\.')}$`) })
      .first()
      .click();

  test('stages are lanes, and arrows are transfers between them', async () => {
    await open('Timeline');
    const drawing = page.locator('.timeline canvas');
    await drawing.waitFor();
    await expect.poll(() => drawing.getAttribute('aria-label')).toContain('8 devices in 2 lanes');
    expect(await page.locator('.legend').innerText()).toBe(
      'launch\nwork\nwire x\nwire\n→ transfers\n0, 1, … microbatches\nwaits',
    );
    await page.screenshot({ path: `${pictures}/timeline-meshes.png` });
  });

  test('a value is held by the devices of its mesh', async () => {
    await open('Shards');
    await pick('%back_in');
    await expect.poll(view).toContain('@m2, 4 devices');
    expect((await view()).replaceAll(/\s+/g, ' ')).toContain('4 5 6 7');
    expect(await view()).toContain('Device 4 holds');
  });

  test('inside a fragment nothing is said that is not known', async () => {
    await pick('%micro.u');
    await expect.poll(view).toContain('split as its fragment on m1 is partitioned');
    expect(await view()).not.toContain('whole on every device');
    await open('Why');
    await expect.poll(view).toContain('on no mesh yet');
  });

  test('all devices of both meshes compute what the program does', async () => {
    await open('Numbers');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('All 4 results are').waitFor({ timeout: 60_000 });
    expect(await view()).toContain('on 8 simulated devices');
    expect(served.errors).toEqual([]);
  });
});
