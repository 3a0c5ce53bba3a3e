import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, idle, pictures, servePage, type ServedPage } from './served-page.ts';

/** Two layers with a residual, large enough that splitting them pays. */
const PROGRAM = `sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%x: tensor<8192x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %a: tensor<1024x4096xf32>, %b: tensor<4096x1024xf32>) -> tensor<8192x1024xf32> {
  %0 = stablehlo.dot_general %x, %a, contracting_dims = [1] x [0] : (tensor<8192x1024xf32>, tensor<1024x4096xf32>) -> tensor<8192x4096xf32>
  %1 = stablehlo.tanh %0 : tensor<8192x4096xf32>
  %2 = stablehlo.dot_general %1, %b, contracting_dims = [1] x [0] : (tensor<8192x4096xf32>, tensor<4096x1024xf32>) -> tensor<8192x1024xf32>
  %3 = stablehlo.add %2, %x : tensor<8192x1024xf32>
  return %3 : tensor<8192x1024xf32>
}
`;

async function openProgram(page: Page): Promise<void> {
  await idle(page);
  const file = { name: 'layers.mlir', mimeType: 'text/plain', buffer: Buffer.from(PROGRAM) };
  await page.setInputFiles('input[type=file]', file);
  await idle(page);
  await page.getByRole('tab', { name: 'Plan' }).click();
}

describe.skipIf(!hasBrowser)('plans of shardings in Chromium', { timeout: 120_000 }, () => {
  let served: ServedPage;
  let page: Page;

  beforeAll(async () => {
    served = await servePage();
    page = await served.open();
    await openProgram(page);
  }, 120_000);

  afterAll(() => served.close());

  const poll = <T>(of: () => Promise<T>) => expect.poll(of, { timeout: 180_000 });
  const headline = () => page.locator('.plan-headline .t').innerText();
  const rows = (name: string) => page.getByRole('table', { name }).locator('tbody tr');
  const seconds = async (): Promise<number> => Number.parseFloat(await headline());

  test('a plan is faster than the program as it is written, and is compared with known layouts', async () => {
    await poll(headline).toMatch(/ µs a step instead of [\d.]+ ms/);
    await poll(() => rows('Layouts').count()).toBeGreaterThan(5);
    const layouts = await rows('Layouts').locator('td:first-child').allInnerTexts();
    expect(layouts).toEqual(expect.arrayContaining(['the plan', 'as written', 'data parallel']));
    await poll(() => page.locator('.plan-python .snip').innerText()).toContain('AXES = {');
    await page.keyboard.press('m');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${pictures}/plan-${colorScheme}.png` });
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.keyboard.press('m');
  });

  test('a value is pinned, and the rest is planned around it', async () => {
    const before = await seconds();
    await page.getByRole('button', { name: 'Pin the second best of ' }).first().click();
    await poll(() => page.locator('.plan-pins').count()).toBe(1);
    await page.locator('.plan:not(.old)').waitFor();
    expect(await seconds()).toBeGreaterThanOrEqual(before);
    await page.getByRole('button', { name: 'Unpin ' }).first().click();
    await page.locator('.plan:not(.old)').waitFor();
    await poll(seconds).toBe(before);
  });

  test('the plan becomes the source, after which no plan is faster', async () => {
    const before = await seconds();
    await page.getByRole('button', { name: 'Put into the source' }).click();
    await poll(headline).toMatch(/^[\d.]+ µs a step$/);
    expect(await seconds()).toBe(before);
    expect(served.errors).toEqual([]);
  });

  test('fits a phone', async () => {
    const phone = await served.open({ viewport: { width: 390, height: 844 } });
    await openProgram(phone);
    await phone.locator('.plan-headline').waitFor();
    await phone.screenshot({ path: `${pictures}/plan-phone.png` });
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
