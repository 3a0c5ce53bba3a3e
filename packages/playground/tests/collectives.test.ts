import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { example, hasBrowser, idle, pictures, servePage, type ServedPage } from './served-page.ts';

const axe = (await import('axe-core')).default.source;

describe.skipIf(!hasBrowser)('the collectives of a program in Chromium', { timeout: 180_000 }, () => {
  let served: ServedPage;
  let page: Page;

  beforeAll(async () => {
    served = await servePage();
    page = await served.open();
    await idle(page);
    await page.getByRole('tab', { name: 'Collectives' }).click();
    await rows().first().waitFor();
  }, 120_000);

  afterAll(() => served.close());

  const rows = () => page.locator('.coll-table tbody tr:not(.grp):not(.coll-space)');
  const poll = <T>(of: () => Promise<T>) => expect.poll(of, { timeout: 10_000 });
  const panel = () => page.getByRole('complementary', { name: 'What if' });
  const groups = () => page.locator('.coll-table tr.grp');
  const open = async (name: string, text: string) => {
    await page.setInputFiles('input[type=file]', {
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from(text),
    });
    await page.locator('.step[aria-current], .steps').first().waitFor();
    await idle(page);
  };
  const texts = (of: ReturnType<typeof rows>) =>
    of.evaluateAll((found) =>
      found.map((row) =>
        [...row.querySelectorAll('td')].map((cell) => (cell as HTMLElement).innerText.trim()),
      ),
    );

  test('collectives are grouped by axis, those that take longest first', async () => {
    expect(await texts(groups())).toEqual([
      ['6.25 µs', '8.9 %', '6.0 KiB', 'y 1 collective'],
      ['3.31 µs', '4.7 %', '32.0 KiB', 'x 3 collectives'],
    ]);
    const why = (dimension: number, value: string, axis: string) =>
      `dot_general sums products over dimension ${dimension} of ${value}, which is split along ${axis}: devices combine their parts of the result`;
    expect(await texts(rows())).toEqual([
      ['6.25 µs', '8.9 %', '6.0 KiB', 'all_reduce', 'y', '%4', '9', why(0, '%arg1', 'y')],
      ['1.66 µs', '2.3 %', '16.0 KiB', 'all_reduce', 'x', '%19', '30', why(0, '%arg2', 'x')],
      ['1.66 µs', '2.3 %', '16.0 KiB', 'all_reduce', 'x', '%14', '24', why(0, '%13', 'x')],
      [
        '0.40 ns',
        '<0.1 %',
        '4 B',
        'all_reduce',
        'x',
        '%9',
        '16',
        'reduce reduces dimension 0 of %6, which is split along x: devices combine their parts of the result',
      ],
    ]);
    expect(await page.locator('.coll-bar [role=status]').innerText()).toBe(
      '4 collectives, 38.0 KiB, 9.56 µs: 14 % of the step',
    );
  });

  test('sums of groups are the facts', async () => {
    const facts = await page.getByRole('region', { name: 'Facts' }).innerText();
    for (const [time, , bytes] of await texts(groups())) {
      expect(facts).toContain(time);
      expect(facts).toContain(bytes);
    }
  });

  test('the collective of the selected value is marked, and arrows select the others', async () => {
    const marked = () => page.locator('.coll-table tr[aria-selected=true] .c-value').innerText();
    await poll(marked).toBe('%4');
    await page.getByRole('grid', { name: 'Collectives' }).focus();
    await page.keyboard.press('ArrowDown');
    await poll(marked).toBe('%19');
    await page.keyboard.press('End');
    await poll(marked).toBe('%9');
    await rows().nth(3).click();
    await poll(marked).toBe('%9');
    const result = page.getByRole('region', { name: 'Result', exact: true });
    await poll(() => result.locator('.value-selected').first().innerText()).toBe('%v9.1');
  });

  test('a search and another order change what is listed', async () => {
    await page.getByRole('searchbox', { name: 'Search collectives' }).fill('dot_general x');
    await poll(() => rows().locator('.c-value').allInnerTexts()).toEqual(['%19', '%14']);
    await page.getByRole('searchbox', { name: 'Search collectives' }).fill('nothing like it');
    await poll(() => page.locator('.coll .hint').innerText()).toBe('No collective has all of these words.');
    await page.getByRole('searchbox', { name: 'Search collectives' }).fill('');
    await page.getByRole('button', { name: 'flat' }).click();
    await page.getByRole('button', { name: 'sent', exact: true }).click();
    await poll(() => rows().locator('.c-value').allInnerTexts()).toEqual(['%19', '%14', '%4', '%9']);
    await page.getByRole('button', { name: 'by cause' }).click();
    expect((await texts(groups())).map((cells) => cells.at(-1))).toEqual([
      'dot_general reduces dimension 0 of operand 0, which is sharded 2 collectives',
      'dot_general reduces dimension 1 of operand 0, which is sharded 1 collective',
      'reduce reduces dimension 0 of operand 0, which is sharded 1 collective',
    ]);
  });

  test('the list is downloaded as CSV and as JSON', async () => {
    for (const [button, name, start] of [
      ['Download as CSV', 'train-collectives.csv', 'kind,axis,value,'],
      ['Download as JSON', 'train-collectives.json', '[\n  {\n    "id": '],
    ] as const) {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: button }).click(),
      ]);
      expect(file.suggestedFilename()).toBe(name);
      expect(readFileSync(await file.path(), 'utf8').startsWith(start)).toBe(true);
    }
  });

  test('other shardings are told with time, bytes and memory, never with one of them', async () => {
    await panel().getByText('all 23 shardings tried').waitFor();
    const listed = await texts(panel().locator('tbody tr'));
    expect(listed.length).toBe(24);
    expect(listed.slice(0, 5).map(([, ...numbers]) => numbers)).toEqual([
      ['−5.20 µs', '+10.0 KiB', '+42.0 KiB'],
      ['−4.78 µs', '+18.0 KiB', '−12.0 KiB'],
      ['−3.52 µs', '−7.5 KiB', '−26.9 KiB'],
      ['−3.40 µs', '+8.0 KiB', '−20.0 KiB'],
      ['−3.36 µs', '+3.0 KiB', '−6.0 KiB'],
    ]);
    await panel().locator('tbody tr').nth(2).getByRole('button').click();
    const prices = await panel().locator('.prices').allInnerTexts();
    expect(prices.map((text) => text.split(/\s*\n\s*/))).toEqual([
      ['Step', '70.5 µs', '66.9 µs', '−5.0 %'],
      ['Sent', '38.0 KiB', '30.5 KiB', '−20 %'],
      ['Peak memory', '104.0 KiB', '77.1 KiB', '−26 %'],
    ]);
    expect(await panel().locator('.kv').innerText()).toBe(
      'was\n4 all_reduce\nbecomes\n3 all_gather · 2 all_reduce · 1 all_to_all · 1 reduce_scatter',
    );
    await page.screenshot({ path: `${pictures}/what-if.png` });
  });

  test('a sharding is put into the source, and out again', async () => {
    const facts = page.getByRole('region', { name: 'Facts' });
    await panel().getByRole('button', { name: 'Put into the source' }).click();
    await poll(() => facts.innerText()).toContain('66.9 µs');
    expect(await facts.innerText()).toContain('30.5 KiB');
    await panel().getByRole('button', { name: 'Undo' }).click();
    await poll(() => facts.innerText()).toContain('70.5 µs');
    await panel().getByText('all 23 shardings tried').waitFor();
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

  test('a GPT has 24, in sight or not', async () => {
    await open('gpt_train.mlir', example('gpt_train'));
    await page.getByRole('button', { name: 'by axis' }).click();
    await poll(() => texts(groups().first())).toEqual([['31.9 µs', '4.9 %', '432.0 KiB', 'y 9 collectives']]);
    expect(await page.getByRole('grid', { name: 'Collectives' }).getAttribute('aria-rowcount')).toBe('27');
    await page.screenshot({ path: `${pictures}/collectives-gpt.png` });
    await page.getByRole('button', { name: 'by layer' }).click();
    await poll(async () => (await texts(groups())).map((cells) => cells.at(-1))).toEqual([
      'Layer 1, backward 13 collectives',
      'Layer 0 2 collectives',
      'Layer 1 2 collectives',
      'Layer 0, backward 7 collectives',
    ]);
    // Partitioning takes longer: it is done when asked for.
    await panel().getByRole('button', { name: 'Try other shardings' }).click();
    await panel().getByText('shardings tried').waitFor();
  });

  test('a program without a mesh says why nothing is listed, one of placed devices lists its transfers', async () => {
    const hint = () => page.locator('.view .hint').innerText();
    await open(
      'one.mlir',
      'func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {\n  return %arg0 : tensor<4xf32>\n}\n',
    );
    await poll(hint).toBe('The program has no mesh: it runs on one device, which does not communicate.');
    await open(
      'placed.mlir',
      `func.func @main(%arg0: !dist.tensor<4xf32, 0>) -> !dist.tensor<4xf32, 1> {
        %0 = dist.send %arg0 to 1 : (!dist.tensor<4xf32, 0>) -> !dist.tensor<4xf32, 1>
        return %0 : !dist.tensor<4xf32, 1>
      }`,
    );
    await poll(() => texts(rows())).toHaveLength(1);
    const [cells] = await texts(rows());
    expect(cells!.slice(-4)).toEqual(['listed devices', '%arg0', '2', 'from device 0 to device 1']);
  });

  test('nothing was logged as an error', () => {
    expect(served.errors).toEqual([]);
  });
});
