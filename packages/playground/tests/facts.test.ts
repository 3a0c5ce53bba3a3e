import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, idle, servePage, type ServedPage } from './served-page.ts';

describe.skipIf(!hasBrowser)('the facts of a program in Chromium', { timeout: 180_000 }, () => {
  let served: ServedPage;
  let page: Page;

  beforeAll(async () => {
    served = await servePage();
    page = await served.open();
    await idle(page);
  }, 120_000);

  afterAll(() => served.close());

  const facts = () => page.getByRole('region', { name: 'Facts' });
  const switchStep = async (title: string, to: 'on' | 'off') => {
    await page.locator('.step', { hasText: title }).last().hover();
    await page.getByRole('button', { name: `Switch ${title} ${to}` }).click();
  };
  const basis = () => facts().locator('.basis');
  const poll = <T>(of: () => Promise<T>) => expect.poll(of, { timeout: 10_000 });

  test('facts say what they are of when a step is switched off, in the strip and in each view with costs', async () => {
    await poll(() => facts().innerText()).toContain('70.5 µs');
    const predicted = 'Partitioned as XLA would, predicted.';
    expect(await basis().allInnerTexts()).toEqual([predicted]);
    await switchStep('To local', 'off');
    const words = 'Of the source, partitioned as XLA would, predicted; not of these steps.';
    await poll(() => basis().allInnerTexts()).toEqual([words]);
    for (const name of ['Collectives', 'Timeline', 'Memory']) {
      await page.getByRole('tab', { name }).click();
      await poll(() => page.locator('.view .basis').allInnerTexts()).toEqual([words]);
    }
    await switchStep('To local', 'on');
    await poll(() => basis().allInnerTexts()).toEqual([predicted]);
  });

  test('what the steps compute is compared with one device once it was executed', async () => {
    expect(await facts().innerText()).not.toContain('Against one device');
    await page.getByRole('tab', { name: 'Numbers' }).click();
    const run = page.getByRole('button', { name: 'Run', exact: true });
    if (await run.isVisible()) await run.click();
    await poll(() => facts().innerText()).toMatch(/Against one device\s+(bit-equal|equal to \d)/);
  });

  test('memory is known where the machine is too small to tell the time', async () => {
    await page.locator('select').filter({ hasText: 'n300' }).selectOption('n300');
    await poll(() => facts().innerText()).toContain('the program is for 8 devices, the machine has 2');
    expect(await facts().innerText()).toMatch(/Peak memory of a device\s+104\.0 KiB/);
    await page.locator('select').filter({ hasText: 'n300' }).selectOption('t3k');
  });

  test('costs of what steps lower further are said to be of the source', async () => {
    await page.setInputFiles('input[type=file]', {
      name: 'one.mlir',
      mimeType: 'text/plain',
      buffer: Buffer.from(
        'func.func @main(%a: tensor<32x32xbf16>) -> tensor<32x32xbf16> {\n  %0 = stablehlo.add %a, %a : tensor<32x32xbf16>\n  return %0 : tensor<32x32xbf16>\n}\n',
      ),
    });
    await idle(page);
    await poll(() => basis().allInnerTexts()).toEqual([
      'Of the source on one device: what these steps make of it is not simulated.',
    ]);
  });

  test('the tools of the graph and its legend never cover each other', async () => {
    await page.getByLabel('Example').selectOption('1');
    await idle(page);
    await page.getByRole('tab', { name: 'Graph' }).click();
    for (const width of [1440, 1280, 1024, 1001]) {
      await page.setViewportSize({ width, height: 720 });
      const legend = page.locator('.graph-legend');
      await legend.waitFor();
      const [a, b] = [(await legend.boundingBox())!, (await page.locator('.graph-tools').boundingBox())!];
      const apart =
        a.x >= b.x + b.width || b.x >= a.x + a.width || a.y >= b.y + b.height || b.y >= a.y + a.height;
      expect(apart, `${width} wide`).toBe(true);
    }
    expect(served.errors).toEqual([]);
  });
});
