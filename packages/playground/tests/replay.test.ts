import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { examples } from '../src/examples/examples.ts';
import { hasBrowser, idle, pictures, servePage, type ServedPage } from './served-page.ts';

describe.skipIf(!hasBrowser)('the replay of propagation in Chromium', { timeout: 180_000 }, () => {
  let served: ServedPage;
  let page: Page;

  beforeAll(async () => {
    served = await servePage();
    page = await served.open();
    await idle(page);
    await open('Shardings in conflict');
    await page.getByRole('tab', { name: 'Why' }).click();
    await page.getByRole('button', { name: 'replay' }).click();
    await replay().waitFor();
  }, 120_000);

  afterAll(() => served.close());

  const replay = () => page.getByRole('region', { name: 'Replay of propagation' });
  const count = () => replay().getByRole('status').innerText();
  const now = () => replay().locator('.replay-moves .now').innerText();
  const poll = <T>(of: () => Promise<T>) => expect.poll(of, { timeout: 10_000 });
  const open = async (label: string) => {
    await page.getByLabel('Example').selectOption({ label });
    await idle(page);
  };
  const marked = (kind: string) =>
    page
      .locator(`.pane.source .${kind}`)
      .evaluateAll((found) => [...new Set(found.map((own) => own.textContent))]);

  test('begins with what the program gives', async () => {
    await poll(count).toBe('0 of 2 moves');
    expect(await replay().locator('.replay-values li').allInnerTexts()).toHaveLength(2);
    expect(await page.getByRole('region', { name: 'Conflicts' }).innerText()).toContain('None so far, ');
  });

  test('a move names the axis, the operation and both values, and marks them in the source', async () => {
    await page.getByRole('button', { name: 'Next move' }).click();
    await poll(count).toBe('1 of 2 moves, round 1');
    expect((await now()).replace(/\s+/g, ' ')).toMatch(
      /^1 x forward from %a through stablehlo.dot_general line 6 along factor i to %0/,
    );
    await poll(() => marked('value-selected')).toEqual(['%0']);
    await poll(() => marked('value-operand')).toEqual(['%a']);
    await poll(() => page.locator('.value-head code').innerText()).toBe('%0');
    expect(await page.getByRole('region', { name: 'Conflicts' }).innerText()).toMatch(
      /x of %b does not come through stablehlo.dot_general line 6 to dimension 1 of %0/,
    );
    await page.screenshot({ path: `${pictures}/replay.png` });
  });

  test('plays to the end, and is moved by a slider', async () => {
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await poll(count).toBe('2 of 2 moves, round 2');
    await poll(() => page.getByRole('button', { name: 'Play', exact: true }).isVisible()).toBe(true);
    await page.getByRole('slider', { name: 'Move' }).focus();
    await page.keyboard.press('Home');
    await poll(count).toBe('0 of 2 moves');
    await poll(() => marked('value-operand')).not.toEqual(['%a']);
  });

  test('each example is replayed, or it is said why not', async () => {
    for (const [i, { name }] of examples.entries()) {
      await page.getByLabel('Example').selectOption(String(i));
      await idle(page);
      await page.getByRole('button', { name: 'replay' }).click();
      const said = page.locator('.view .replay-count, .view .hint:not(:has(.spin))').first();
      await said.waitFor();
      expect(await said.innerText(), name).toMatch(
        /^(0 of \d+ moves?|No axis moves: .*|There is nothing to replay: .*)$/,
      );
    }
    expect(served.errors).toEqual([]);
  });
});
