import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { example, hasBrowser, idle, pictures, servePage, type ServedPage } from './served-page.ts';

/** Rules that a page has broken, with the elements: of the given ones, or of all. */
async function violations(page: Page, rules: readonly string[] | null): Promise<string[]> {
  await page.addScriptTag({ content: axe.source });
  return page.evaluate(async (own) => {
    // What the script has added to the page.
    const { axe: checker } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: Violation[] }> };
    };
    interface Violation {
      readonly id: string;
      readonly nodes: readonly { readonly html: string }[];
    }
    const { violations: found } = await checker.run(own === null ? {} : { runOnly: own });
    const all = found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
    // The scroller of an editor holds what is focused: its content.
    return all.filter((text) => !/^scrollable-region-focusable: .*cm-scroller/.test(text));
  }, rules);
}

describe.skipIf(!hasBrowser)('the page is reachable', { timeout: 180_000 }, () => {
  let served: ServedPage;

  beforeAll(async () => {
    served = await servePage();
  }, 120_000);

  afterAll(() => served.close());

  test.each(['light', 'dark'] as const)('axe finds nothing in any view, %s', async (colorScheme) => {
    // Scripts of a test are not the page's own.
    const page = await served.open({ viewport: { width: 1440, height: 900 }, colorScheme, bypassCSP: true });
    await idle(page);
    const tabs = await page.getByRole('tab').allTextContents();
    for (const [i, title] of tabs.entries()) {
      await page.getByRole('tab').nth(i).click();
      await page.waitForTimeout(700);
      // The other rules do not depend on colours.
      const rules = colorScheme === 'light' ? null : ['color-contrast'];
      expect(await violations(page, rules), title).toEqual([]);
    }
    await page.close();
  });

  test('on a phone a tap selects a value, and one pane is shown at a time', async () => {
    const page = await served.open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await idle(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.getByRole('button', { name: 'Result', exact: true }).tap();
    for (const name of ['%5', '%0', '%3']) {
      await page
        .locator('.pane.result .mlir-value', { hasText: new RegExp(`^${name}$`) })
        .first()
        .tap();
      await expect.poll(() => page.locator('.pane.result .value-selected').first().innerText()).toBe(name);
    }
    await page.getByRole('button', { name: 'Views', exact: true }).tap();
    await expect.poll(() => page.locator('.value-head').innerText()).toContain('%3');
    await page.screenshot({ path: `${pictures}/phone.png` });
    await page.close();
  });

  test('on a phone each tab can be reached', async () => {
    const page = await served.open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await idle(page);
    for (const title of ['Tenstorrent', 'Timeline', 'Shards']) {
      const tab = page.getByRole('tab', { name: title });
      await tab.evaluate((element: HTMLElement) => element.click());
      await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true');
      // What is selected is in view, and nothing covers its end.
      await expect
        .poll(() =>
          tab.evaluate((element) => {
            const { left, right, top } = element.getBoundingClientRect();
            const isOn = (x: number) =>
              document.elementFromPoint(x, top + 10)?.closest('[role=tab]') === element;
            return isOn(left + 4) && isOn(right - 4);
          }),
        )
        .toBe(true);
    }
    await page.close();
  });

  test('keys move between values, steps and views', async () => {
    const page = await served.open();
    await idle(page);
    await page.locator('.value-head').waitFor();
    const shown = (): Promise<string> => page.locator('.value-head code').innerText();
    await page.locator('body').press('ArrowDown');
    await expect.poll(shown).toBe('%5');
    await page.locator('body').press('ArrowLeft');
    await expect.poll(shown).toBe('%v4.1');
    await page.locator('body').press('[');
    await expect.poll(() => page.locator('.step.on .n').innerText()).toBe('Propagate');
    await expect.poll(shown).toBe('%4');
    await page.locator('body').press('w');
    await expect.poll(() => page.getByRole('tab', { selected: true }).innerText()).toBe('Why');
    await page.getByRole('separator', { name: 'Width of the source' }).press('ArrowRight');
    await expect
      .poll(() => page.getByRole('separator', { name: 'Width of the source' }).getAttribute('aria-valuenow'))
      .toBe('51');
    await page.close();
  });

  test('a draft is kept, and a link shows the same', async () => {
    const page = await served.open({
      viewport: { width: 1440, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await idle(page);
    await page.getByLabel('Program text').click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('// mine\n');
    await idle(page);
    await page.waitForTimeout(800);
    await page.reload();
    await idle(page);
    expect(await page.getByLabel('Program text').innerText()).toContain('// mine');
    await page.getByRole('tab', { name: 'Why' }).click();
    await page.locator('.step .name', { hasText: 'To local' }).click();
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByText('the link is in the clipboard').first().waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await page.context().newPage();
    await other.goto(link);
    await idle(other);
    await expect.poll(() => other.getByRole('tab', { selected: true }).innerText()).toBe('Why');
    await expect.poll(() => other.locator('.step.on .n').innerText()).toBe('To local');
    expect(await other.getByLabel('Program text').innerText()).toContain('// mine');
    await page.close();
    await other.close();
  });

  test('what is pasted over all of the program is another one unless most lines stay, and undo brings it back', async () => {
    const page = await served.open();
    await idle(page);
    const paste = async (text: string) => {
      await page.getByLabel('Program text').focus();
      await page.keyboard.press('Control+A');
      await page.evaluate((pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', pasted);
        const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
        document.activeElement!.dispatchEvent(event);
      }, text);
      await page.locator('.facts.old').waitFor();
      await idle(page);
    };
    const shown = () => page.locator('select.example option:checked').innerText();
    const first = await shown();
    // An edit is compared with the program before.
    await paste(example('train').replace('{"x"}', '{}'));
    expect(await shown()).toBe(first);
    expect(await page.locator('.facts .delta').count()).toBeGreaterThan(0);
    await paste(`${example('gpt_train')}\n${'#loc = loc("a name that is long")'.padEnd(400)}`);
    expect(await shown()).toBe('program.mlir');
    expect(await page.locator('.facts .delta').count()).toBe(0);
    // The selected value is in sight, though the cursor is at the end of a long line.
    const name = page.locator('.pane.source .value-selected').first();
    await expect.poll(() => name.evaluate((element) => element.getBoundingClientRect().left >= 0)).toBe(true);
    await page.keyboard.press('Control+Z');
    await expect.poll(shown).toBe(first);
    await idle(page);
    expect(await page.getByLabel('Program text').innerText()).toContain('@main');
    await page.close();
  });

  test('an address holds what is shown: a link goes with another program, and a damaged one is told', async () => {
    const page = await served.open({
      viewport: { width: 1440, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await idle(page);
    const program = (): Promise<string> => page.getByLabel('Program text').innerText();
    await page.getByLabel('Example').selectOption({ label: 'Attention, heads split' });
    await idle(page);
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByText('the link is in the clipboard').first().waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const shared = await program();
    await page.getByLabel('Example').selectOption({ label: 'Shardings in conflict' });
    await idle(page);
    expect(new URL(page.url()).hash).toBe('');
    await page.evaluate((address) => document.location.assign(address), link);
    await expect.poll(program).toBe(shared);
    await page.evaluate((address) => document.location.assign(address.slice(0, -9)), link);
    await page.getByText('the link is damaged').first().waitFor();
    expect(await program()).toBe(shared);
    await page.close();
  });

  test('nothing was logged as an error', () => {
    expect(served.errors).toEqual([]);
  });
});
