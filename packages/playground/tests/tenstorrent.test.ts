import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { example, hasBrowser, idle, pictures, type ServedPage, servePage } from './served-page.ts';

const axe = (await import('axe-core')).default.source;

describe.skipIf(!hasBrowser)('tensors on a chip in Chromium', { timeout: 180_000 }, () => {
  let served: ServedPage;
  let page: Page;

  beforeAll(async () => {
    served = await servePage();
    page = await served.open();
    await idle(page);
    await page.getByRole('tab', { name: 'Tenstorrent' }).click();
  }, 120_000);

  afterAll(() => served.close());

  const view = () => page.locator('.view');
  const claim = () => page.locator('.tt-claim');
  const row = (name: string) =>
    page.locator('.tt-list tr', { has: page.getByRole('button', { name, exact: true }) });
  const cells = (name: string) => row(name).locator('td').allInnerTexts();
  const open = async (name: string, text: string) => {
    await page.setInputFiles('input[type=file]', {
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from(text),
    });
    await expect.poll(() => page.locator('.bar').innerText()).toContain(name);
    await idle(page);
  };

  test('a program that is not lowered says so, and a button lowers it', async () => {
    await expect.poll(() => view().innerText()).toContain('The program is not lowered to TTNN');
    await page.getByRole('button', { name: 'Lower to TTNN' }).click();
    await page.locator('.tt-list tbody tr').first().waitFor();
    await idle(page);
    expect(await page.locator('.step .n').allTextContents()).toEqual([
      'Source',
      'StableHLO pipeline',
      'To TTIR',
      'To TTNN',
    ]);
  });

  test('the aliases that the lowered text begins with are folded', async () => {
    const result = page.getByRole('region', { name: 'Result', exact: true });
    await result.locator('.cm-scroller').evaluate((scroller) => (scroller.scrollTop = 0));
    await expect.poll(() => result.locator('.cm-line').nth(1).innerText()).toMatch(/^\s*module/);
    await result.locator('.cm-foldPlaceholder').first().click();
    await expect.poll(() => result.locator('.cm-line').nth(1).innerText()).toContain('#system_desc');
  });

  test('the selected product says which cores compute it, and how', async () => {
    await open('gpt_train.mlir', example('gpt_train'));
    await row('%v25.3').waitFor();
    expect(await cells('%v25.3')).toEqual(['%v25.3', 'matmul', '128×64', 'DRAM', '4×2', '32.0 KiB', '100 %']);
    await row('%v25.3').getByRole('button').click();
    await expect.poll(() => claim().innerText()).toBe('%v25.3 8 of 64 cores have work; the tiles are full');
    expect(await page.locator('.tt-block').allTextContents()).toEqual([
      '0,0',
      '0,1',
      '1,0',
      '1,1',
      '2,0',
      '2,1',
      '3,0',
      '3,1',
    ]);
    expect(await page.locator('.tt-banks').getAttribute('aria-label')).toBe(
      '4 tiles of %v25.1 in 4 banks; 2 tiles of %v25.2 in 2 banks; 8 tiles of %v25.3 in 8 banks',
    );
    expect(await page.locator('.tt-config dd').allInnerTexts()).toEqual([
      '1 × 1 tiles of the result on a core',
      '1 of 1 tile of the summed dimension at a time, 1 step',
      '1 × 1 tiles in registers',
      'up to 8 × 8 cores',
      'batches are rows of one matrix',
      'hifi4',
      'sums in 32 bits',
    ]);
    const result = page.getByRole('region', { name: 'Result', exact: true });
    await expect.poll(() => result.locator('.value-selected').first().innerText()).toBe('%v25.3');
    await page.screenshot({ path: `${pictures}/tenstorrent.png` });
  });

  test('padding is drawn and counted, and lists what wastes most first', async () => {
    await page.getByRole('button', { name: 'by padding' }).click();
    const first = page.locator('.tt-list tbody tr').first();
    expect((await first.locator('td').allInnerTexts()).slice(1)).toEqual([
      'reshape',
      '4×32×2×8',
      'DRAM',
      '128×1',
      '512.0 KiB',
      '1.6 %',
    ]);
    await first.getByRole('button').click();
    await expect.poll(() => claim().innerText()).toContain('98 % of the tiles is padding');
    expect(await page.locator('.tt-under').innerText()).toBe('2 × 8 used of 32 × 32: 1.6 % of 512.0 KiB');
  });

  test('what moves between memories is listed with its bytes', async () => {
    await page.getByRole('button', { name: 'moves' }).click();
    expect(await page.locator('.tt-tools .q').innerText()).toMatch(/^45 moves, /);
    const first = page.locator('.tt-list tbody tr').first();
    expect((await first.locator('td').allInnerTexts()).slice(2, 6)).toEqual([
      'to_layout',
      'DRAM, tiles',
      'DRAM, rows',
      '4 B',
    ]);
    await page.getByRole('button', { name: 'in order' }).click();
  });

  test('operations are listed by what a run spends in them', async () => {
    await page.getByRole('button', { name: 'time', exact: true }).click();
    expect(await page.locator('.tt-tools .q').innerText()).toBe(
      '2.35 ms a run, 148.9 µs once, estimated; DRAM 4.4 MiB of 12.0 GiB, L1 40.0 KiB of 1.3 MiB',
    );
    const first = page.locator('.tt-list tbody tr').first();
    expect(await first.locator('td').allInnerTexts()).toEqual([
      '%v208.5',
      'all_reduce',
      '1',
      '15.5 µs',
      'Ethernet',
      '64',
      '512.0 KiB',
      '16.0 KiB',
    ]);
    await first.getByRole('button').click();
    await expect
      .poll(() => page.getByLabel('The tensor').innerText())
      .toContain('15.5 µs, bound by Ethernet; L1 16.0 KiB of a core');
    await page.screenshot({ path: `${pictures}/tenstorrent-time.png` });
  });

  test('axe finds nothing in the view', async () => {
    await page.evaluate(axe);
    const found = await page.evaluate(async () => {
      // The script above declares it.
      const { violations } = await (window as unknown as { axe: typeof import('axe-core') }).axe.run('.view');
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`);
    });
    expect(found).toEqual([]);
  });

  test('a program that is typed as TTNN has tensors in the memory of cores, and a graph', async () => {
    for (let count = 3; count > 0; count--) {
      // Focus keeps the tools shown where the pointer would not: results of earlier steps move this one.
      await page.locator('.step').nth(1).locator('.name').focus();
      await page
        .getByRole('button', { name: /^Remove / })
        .first()
        .click();
      await expect.poll(() => page.locator('.step').count()).toBe(count);
    }
    await open('sharded.mlir', SHARDED);
    await row('%0').getByRole('button').click();
    await expect.poll(() => claim().innerText()).toBe('%0 4 of 64 cores hold a block; the tiles are full');
    expect(await page.locator('.tt-chip').innerText()).toContain('%0 8.0 KiB');
    await page.getByRole('tab', { name: 'Graph' }).click();
    await expect.poll(() => view().locator('canvas').count()).toBeGreaterThan(0);
  });

  test('nothing was logged as an error', () => {
    expect(served.errors).toEqual([]);
  });
});

const SHARDED = `#dram = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x2x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>
#l1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x2>, memref<2x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<l1>>, <block_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (1,1)>]>>
module {
  ttcore.device_module {
    builtin.module {
      func.func @main(%a: tensor<128x64xf32, #dram>) -> tensor<128x64xf32, #l1> {
        %0 = "ttnn.to_memory_config"(%a) : (tensor<128x64xf32, #dram>) -> tensor<128x64xf32, #l1>
        return %0 : tensor<128x64xf32, #l1>
      }
    }
  }
}
`;
