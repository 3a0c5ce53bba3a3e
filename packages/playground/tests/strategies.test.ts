import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { examples } from '../src/examples/examples.ts';
import { hasBrowser, idle, pictures, servePage, type ServedPage } from './served-page.ts';

describe.skipIf(!hasBrowser)('other ways to run a program in Chromium', { timeout: 120_000 }, () => {
  let served: ServedPage;
  let page: Page;

  beforeAll(async () => {
    served = await servePage();
    page = await served.open();
    await idle(page);
    await page.getByRole('tab', { name: 'Strategies' }).click();
  }, 120_000);

  afterAll(() => served.close());

  const facts = () => page.getByRole('region', { name: 'Facts' });
  const status = () => page.locator('.strategies [role=status]').innerText();
  const rows = () => page.getByRole('table', { name: 'Ways', exact: true }).locator('tbody tr');
  const poll = <T>(of: () => Promise<T>) => expect.poll(of, { timeout: 180_000 });
  const open = async (label: string) => {
    await page.getByLabel('Example').selectOption({ label });
    await idle(page);
  };
  const texts = (of: ReturnType<typeof rows>) =>
    of.evaluateAll((found) => found.map((row) => (row as HTMLElement).innerText.replace(/\s+/g, ' ').trim()));

  test('shardings of arguments are ways of a program with a mesh, the fastest first', async () => {
    await poll(status).toBe('Shardings of the arguments: all 23 tried.');
    const listed = await texts(rows());
    expect(listed).toHaveLength(24);
    expect(listed[0]).toMatch(/ best of its memory 65\.3 µs 146\.0 KiB 48\.0 KiB compare$/);
    expect(listed.find((row) => row.startsWith('as written'))).toMatch(
      /^as written.* 70\.5 µs 104\.0 KiB 38\.0 KiB compared with$/,
    );
    expect(await page.locator('.pareto circle').count()).toBe(24);
    await page.screenshot({ path: `${pictures}/strategies-shardings.png` });
  });

  test('two ways stand beside each other, and one is put into the source', async () => {
    await rows().nth(2).getByRole('button').first().click();
    expect(await texts(page.getByRole('table', { name: 'Two ways' }).locator('tbody tr'))).toEqual([
      'step 70.5 µs 66.9 µs −5.0 %',
      'peak memory 104.0 KiB 77.1 KiB −26 %',
      'sent 38.0 KiB 30.5 KiB −20 %',
    ]);
    await page.getByRole('button', { name: 'Put into the source' }).click();
    await poll(() => facts().innerText()).toContain('66.9 µs');
  });

  test('strategies of a program of one device are simulated, and one becomes the pipeline', async () => {
    await open('One device');
    await poll(status).toMatch(
      /^Replicas \/ shards \/ stages \/ microbatches on t3k: all \d+ strategies simulated\.$/,
    );
    expect((await texts(rows()))[0]).toMatch(/best of its memory/);
    await page.screenshot({ path: `${pictures}/strategies.png` });
    await page.getByRole('button', { name: '2/1/1/1', exact: true }).click();
    const two = page.getByRole('table', { name: 'Two ways' }).locator('tbody td.b').first();
    await page.getByRole('button', { name: 'Make it the pipeline' }).click();
    await idle(page);
    expect(await page.locator('.step .n').allInnerTexts()).toEqual(['Source', 'dist-spread']);
    await poll(() => facts().innerText()).toMatch(/Devices\s+[23]\s/);
    expect(await two.innerText()).toMatch(/^[\d.]+ [mµ]s$/);
  });

  test('a strategy with a pipeline makes a program for all of its devices', async () => {
    await page.getByRole('button', { name: '1/1/2/2 1f1b', exact: true }).click();
    await page.getByRole('button', { name: 'Make it the pipeline' }).click();
    await idle(page);
    expect(await page.locator('.step.bad').count()).toBe(0);
    await poll(() => facts().innerText()).toMatch(/Devices\s+[23]\s/);
  });

  test('each example has ways, or it is said why not', async () => {
    for (const [i, { name }] of examples.entries()) {
      if (name.includes('GPT')) continue;
      await page.getByLabel('Example').selectOption(String(i));
      await idle(page);
      const said = page.locator('.strategies [role=status], .view .hint:not(:has(.spin))').first();
      await said.waitFor({ timeout: 180_000 });
      expect(await said.innerText(), name).toMatch(
        /^(Shardings of the arguments: .*|Replicas \/ .*|There is nothing to .*)$/,
      );
    }
    expect(served.errors).toEqual([]);
  });
});
