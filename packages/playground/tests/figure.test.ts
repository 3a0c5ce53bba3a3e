import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeShared, type Shared } from '../src/share/link.ts';
import { partitionSteps } from '../src/state/partition-steps.ts';
import { hasBrowser, servePage, type ServedPage } from './served-page.ts';

const text = `sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.tanh %a : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
`;

describe.skipIf(!hasBrowser)('a figure in Chromium', { timeout: 180_000 }, () => {
  let served: ServedPage;

  beforeAll(async () => {
    served = await servePage();
  }, 120_000);

  afterAll(() => served.close());

  async function figure(query: string, shared: Partial<Shared> = {}): Promise<Page> {
    const page = await served.open({ viewport: { width: 860, height: 520 }, bypassCSP: true });
    const hash = encodeShared({ name: 'a.mlir', text, steps: partitionSteps, view: 'shards', ...shared });
    await page.goto(`${served.address}figure.html?${query}#${hash}`);
    await page.locator('.figure[aria-busy=false]').waitFor();
    return page;
  }

  test('the program stands beside a view of the value that the address selects', async () => {
    const page = await figure('select=%250');
    await expect.poll(() => page.locator('.value-head').innerText()).toContain('%0');
    expect(await page.locator('.pane.source .cm-line').first().innerText()).toContain('sdy.mesh');
    expect(await page.getByRole('region', { name: 'Facts' }).innerText()).toContain('mesh 2 × 4');
    await page.close();
  });

  test('an edit is followed, and can be taken back', async () => {
    const page = await figure('');
    await page.locator('.cm-line', { hasText: 'sdy.mesh' }).click();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    await page.keyboard.type('sdy.mesh @mesh = <["x"=4, "y"=4]>');
    const facts = page.getByRole('region', { name: 'Facts' });
    await expect.poll(() => facts.innerText(), { timeout: 10_000 }).toContain('mesh 4 × 4');
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(() => facts.innerText(), { timeout: 10_000 }).toContain('mesh 2 × 4');
    await page.close();
  });

  test('the program after its steps is shown where the address asks for it', async () => {
    const page = await figure('show=result', { steps: ['sdy-propagation-pipeline'], step: 1 });
    const result = page.locator('.pane.result');
    await expect.poll(() => result.innerText(), { timeout: 10_000 }).toContain('stablehlo.tanh');
    expect(await page.locator('.facts').count()).toBe(0);
    await page.close();
  });

  test('it opens in the playground as it is', async () => {
    const page = await figure('select=%250');
    const link = page.getByRole('link', { name: 'Open in the playground' });
    await link.evaluate((own) => {
      own.addEventListener('click', (event) => event.preventDefault());
    });
    await link.click();
    const address = await link.getAttribute('href');
    expect(address).toMatch(/\/index\.html#\w/);
    await page.goto(address!);
    await expect.poll(() => page.locator('.pane.source').innerText()).toContain('stablehlo.tanh');
    await page.close();
  });

  test('it keeps no settings, and has the colours that the page around has', async () => {
    const page = await figure('theme=dark', { machine: 'n300' });
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    // The playground of this origin was opened before.
    const kept = await page.evaluate(() => [
      localStorage.getItem('shardform.machine'),
      localStorage.getItem('shardform.theme'),
    ]);
    expect(kept).toEqual(['"t3k"', '"auto"']);
    await page.close();
  });

  test('axe finds nothing', async () => {
    const page = await figure('select=%250');
    await page.addScriptTag({ content: axe.source });
    const found = await page.evaluate(async () => {
      const { axe: checker } = window as unknown as {
        axe: { run(): Promise<{ violations: readonly { readonly id: string }[] }> };
      };
      return (await checker.run()).violations.map(({ id }) => id);
    });
    expect(found.filter((id) => id !== 'scrollable-region-focusable')).toEqual([]);
    await page.close();
  });

  test('nothing was logged as an error', () => {
    expect(served.errors).toEqual([]);
  });
});
