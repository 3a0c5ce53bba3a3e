import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, idle, pictures, servePage, type ServedPage } from './served-page.ts';

const axe = (await import('axe-core')).default.source;

describe.skipIf(!hasBrowser)('the graph of a program in Chromium', { timeout: 180_000 }, () => {
  let served: ServedPage;
  let page: Page;

  beforeAll(async () => {
    served = await servePage();
    page = await served.open();
    await idle(page);
    await page.getByRole('tab', { name: 'Graph' }).click();
    await drawing().waitFor();
  }, 120_000);

  afterAll(() => served.close());

  const drawing = () => page.locator('.graph-canvas');
  const title = () => page.locator('.graph-title .b');
  const marked = (name: 'Source' | 'Result') =>
    page.getByRole('region', { name, exact: true }).locator('.value-selected').first();
  const table = async () =>
    (await page.locator('.graph-list tbody tr').allInnerTexts()).map((row) =>
      row.replace(/[\s\u00a0]+/g, ' ').trim(),
    );
  const choose = async (example: string) => {
    await page.locator('.bar select').first().selectOption({ label: example });
    await idle(page);
  };

  test('the dearest collective is selected, and the panel tells what it costs', async () => {
    await expect.poll(() => title().innerText()).toBe('all_reduce');
    await expect
      .poll(() => page.locator('.graph-view aside').innerText())
      .toMatch(/6\.25 µs.*8\.9 % of the step/);
    expect(await page.locator('.graph-view aside').innerText()).toMatch(/sent\s+6\.0 KiB by each device/);
    await page.screenshot({ path: `${pictures}/graph.png` });
  });

  test('a value selected in a text is the selected node, and a node that is clicked is selected in the texts', async () => {
    await page
      .getByRole('region', { name: 'Source' })
      .locator('.mlir-value', { hasText: /^%5$/ })
      .first()
      .click();
    await expect.poll(() => title().innerText()).toBe('subtract');
    // What was selected elsewhere is shown; beside it, somewhere, is another node.
    const box = (await drawing().boundingBox())!;
    await page.getByRole('button', { name: /^Fit/ }).click();
    for (let x = 30; x < box.width && (await title().innerText()) === 'subtract'; x += 30)
      for (let y = 60; y < box.height && (await title().innerText()) === 'subtract'; y += 30)
        await page.mouse.click(box.x + x, box.y + y);
    expect(await title().innerText()).not.toBe('subtract');
    const name = (await page.locator('.value-head code').innerText()).trim();
    await expect.poll(() => marked('Result').innerText()).toBe(name);
  });

  test('operations are searched for, and visited one after the other by keys', async () => {
    await page.getByRole('tab', { name: 'Graph' }).focus();
    await page.keyboard.press('/');
    await page.keyboard.type('all_reduce');
    await expect.poll(() => page.locator('.graph-find').innerText()).toMatch(/4 found|of 4/);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect.poll(() => title().innerText()).toBe('all_reduce');
    const first = await page.locator('.value-head code').innerText();
    await page.keyboard.press('n');
    await expect.poll(() => page.locator('.value-head code').innerText()).not.toBe(first);
    await page.keyboard.press('N');
    await expect.poll(() => page.locator('.value-head code').innerText()).toBe(first);
  });

  test('keys and the wheel zoom', async () => {
    const scale = async () => Number.parseInt(await page.locator('.graph-scale').innerText(), 10);
    const before = await scale();
    await page.keyboard.press('+');
    await expect.poll(scale).toBeGreaterThan(before);
    await page.keyboard.press('0');
    const whole = await scale();
    const box = (await drawing().boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.wheel(0, -400);
    await expect.poll(scale).toBeGreaterThan(whole);
    await page.keyboard.press('-');
    await page.keyboard.press('0');
    await expect.poll(scale).toBe(whole);
  });

  test('as a table, groups are opened and closed', async () => {
    await page.locator('.graph-find input').fill('');
    // Later steps inline calls.
    await page.locator('.step .name').first().click();
    await page.getByRole('button', { name: 'Show as table' }).click();
    const call = (await table()).find((row) => row.includes('@relu'))!;
    expect(call).toMatch(/^\+ ?@relu %1 · 5 ops/);
    await page.getByRole('button', { name: 'Open @relu' }).click();
    await expect.poll(async () => (await table()).filter((row) => row.startsWith('maximum'))).toHaveLength(1);
    await page.getByRole('button', { name: 'Close @relu' }).click();
    await expect.poll(async () => (await table()).filter((row) => row.startsWith('maximum'))).toEqual([]);
  });

  test('axe finds nothing in the view, as a table and drawn', async () => {
    await page.evaluate(axe);
    const check = () =>
      page.evaluate(async () => {
        // The script above declares it.
        const { violations } = await (window as unknown as { axe: typeof import('axe-core') }).axe.run(
          '.view',
        );
        return violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`);
      });
    expect(await check()).toEqual([]);
    await page.getByRole('button', { name: 'Show as drawing' }).click();
    expect(await check()).toEqual([]);
    await page.getByRole('button', { name: 'Show as table' }).click();
  });

  test('a GPT has its layers, those of the backward pass as well', async () => {
    await choose('Training step of a GPT, from JAX');
    const titles = async () =>
      (await page.locator('.graph-list tbody .value').allInnerTexts()).filter((text) =>
        text.includes('Layer'),
      );
    await expect
      .poll(titles)
      .toEqual([
        'Layers 0 to 1 × 2',
        'Layer 0',
        'Layer 1',
        'Layer 1, backward',
        'Layer 0, backward',
        'Layers 0 to 1, continued × 2',
        'Layer 0, continued',
        'Layer 1, continued',
      ]);
  });

  test('functions in device modules are seen', async () => {
    await choose('Down to Tenstorrent');
    await page.locator('.step .name').last().click();
    await expect
      .poll(async () => (await page.locator('.graph-list tbody .value').allInnerTexts()).join())
      .toContain('matmul');
  });

  test('what manual computations do is seen', async () => {
    await choose('Manual computation');
    await page.locator('.step .name', { hasText: 'Source' }).click();
    const names = async () => page.locator('.graph-list tbody .value').allInnerTexts();
    // What the list shows until the graph of the step arrives is of the step before.
    await expect
      .poll(async () => {
        const open = page.getByRole('button', { name: 'Open manual_computation' });
        if ((await open.count()) > 0) await open.first().click();
        return names();
      })
      .toEqual(expect.arrayContaining(['manual_computation', 'dot_general']));
  });

  test('nothing was logged as an error', () => {
    expect(served.errors).toEqual([]);
  });
});
