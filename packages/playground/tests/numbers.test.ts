import { arrayOf, writeNpz } from '@shardform/runtime-sim';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  example,
  hasBrowser,
  idle,
  pictures,
  serveBuilt,
  servePage,
  type ServedPage,
} from './served-page.ts';

const axe = (await import('axe-core')).default.source;

const endless = `func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r = stablehlo.while(%i = %x) : tensor<i32>
  cond {
    %c = stablehlo.compare EQ, %i, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j : tensor<i32>
  }
  return %r : tensor<i32>
}`;

const negated = `func.func @negated(%x: tensor<2xf32>) -> tensor<2xf32> {
  %r = stablehlo.negate %x : tensor<2xf32>
  return %r : tensor<2xf32>
}`;

/** Closes attributes, text and elements that it is put into, and then does what a page must not do. */
const MARKUP = `"'>--></title></style></text></svg><img src=x onerror=alert(1)><script>alert(2)</script>`;
const inMlir = MARKUP.replaceAll('"', String.raw`\22`);

/** Markup in names of a mesh, an axis, arguments and results. */
const hostile = `sdy.mesh @"${inMlir}" = <["${inMlir}"=2]>
func.func @main(%a: tensor<8x4xf32> {jax.arg_info = "${inMlir}", sdy.sharding = #sdy.sharding<@"${inMlir}", [{"${inMlir}"}, {}]>}) -> (tensor<8x4xf32> {jax.result_info = "${inMlir}"}) {
  %0 = stablehlo.tanh %a : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
`;

/** The headers that enable shared memory: without them work is cancelled by replacing its thread. */
const ISOLATED = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

describe.skipIf(!hasBrowser)('the numbers of a program in Chromium', { timeout: 180_000 }, () => {
  let served: ServedPage;
  let page: Page;

  beforeAll(async () => {
    served = await servePage();
    page = await served.open();
    await idle(page);
    await page.getByRole('tab', { name: 'Numbers' }).click();
  }, 120_000);

  afterAll(() => served.close());

  const view = (on = page) => on.locator('.num');
  const heading = () => page.locator('.num-what').innerText();
  const done = () => page.locator('.num-body:not(.old)').waitFor();
  const overall = () => page.locator('.num-overall').innerText();
  const cells = () =>
    page
      .locator('.num-grid tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.children].map((cell) => (cell as HTMLElement).innerText.trim())),
      );
  const setFile = (name: string, buffer: Buffer, on = page) =>
    on.setInputFiles('input[type=file]', { name, mimeType: 'application/octet-stream', buffer });
  const open = async (name: string, text: string, on = page) => {
    await setFile(name, Buffer.from(text), on);
    await idle(on);
  };
  const choose = async (example: string) => {
    await page.locator('.bar select').first().selectOption({ label: example });
    await idle(page);
  };

  test('little work begins by itself, and it is told what was executed', async () => {
    await done();
    expect((await heading()).replace(/ [\d.]+ m?s$/, '')).toBe(
      'Executed: the source on one device; the program after ‘Propagate’, ‘Insert reshards’, ' +
        '‘Reshards to collectives’ on one device; the program after ‘To local’ on 8 simulated devices; ' +
        'inputs: random numbers, seed 0',
    );
    expect(await overall()).toBe(
      'All 3 results are equal within tolerance in every step: the largest difference is 3.1e-8 of the largest magnitude.',
    );
    expect(await cells()).toEqual([
      ['result[0] tensor<f32>', '=', '=', '=', '=', '1.5102'],
      [
        ...['result[1][0] tensor<64x256xf32>', '=', '=', '=', '3.1e-8'],
        '-0.20614, 0.21555, -0.20683, -0.050851, 0.13763, -0.040509, …',
      ],
      [
        ...['result[1][1] tensor<256x64xf32>', '=', '=', '=', '2.9e-8'],
        '-0.026257, 0.099047, 0.027317, 0.0091097, -0.090981, -0.0068306, …',
      ],
    ]);
    await page.screenshot({ path: `${pictures}/numbers.png` });
  });

  test('a value of the table is selected everywhere, and told with its errors', async () => {
    const row = page.getByRole('table', { name: 'Values by error' }).locator('tbody tr').first();
    expect(await row.locator('td').first().innerText()).toBe('%4');
    await row.getByRole('button').focus();
    await page.keyboard.press('Enter');
    const source = page.getByRole('region', { name: 'Source', exact: true });
    await expect.poll(() => source.locator('.value-selected').first().innerText()).toBe('%4');
    const terms = await page.locator('.num aside .kv').innerText();
    for (const text of ['stablehlo.dot_general, line 9', 'within tolerance', 'furthest off on device 4'])
      expect(terms).toContain(text);
    const steps = page.getByRole('table', { name: 'Errors of %4 by step' }).locator('tbody tr');
    expect(await steps.locator('th').allInnerTexts()).toEqual([
      ...['Propagate', 'Insert reshards', 'Reshards to collectives', 'To local'],
    ]);
    expect(await steps.locator('td:last-child').allInnerTexts()).toEqual(Array(4).fill('1.0000000'));
  });

  test('the step that errors are shown of is chosen in the head of the table', async () => {
    await page.getByRole('button', { name: 'Insert reshards' }).last().click();
    await expect
      .poll(() => page.locator('.num aside .sec').first().innerText())
      .toBe('One device executes this step. All 32 values are equal bit for bit.');
    await page.locator('.num-grid').getByRole('button', { name: 'To local' }).click();
    await expect
      .poll(() => page.locator('.num aside .sec').first().innerText())
      .toContain('15 of 31 values differ in some bit; counted where each differs most.');
  });

  test('another seed is other numbers', async () => {
    await page.getByRole('spinbutton').fill('1');
    await page.keyboard.press('Enter');
    await expect.poll(heading).toContain('inputs: random numbers, seed 1');
    expect((await cells())[0]!.at(-1)).not.toBe('1.5102');
    await page.getByRole('spinbutton').fill('0');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await cells())[0]!.at(-1)).toBe('1.5102');
  });

  test('numbers stay while another view is looked at', async () => {
    const before = await heading();
    await page.getByRole('tab', { name: 'Shards' }).click();
    await page.getByRole('tab', { name: 'Numbers' }).click();
    expect(await heading()).toBe(before);
  });

  test.each(['light', 'dark'] as const)(
    'axe finds nothing in the view in %s colours',
    async (colorScheme) => {
      // Colours that are on their way are none of the design's.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.evaluate(axe);
      const found = await page.evaluate(async () => {
        // The script above declares it.
        const { violations } = await (window as unknown as { axe: typeof import('axe-core') }).axe.run(
          '.view',
        );
        return violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`);
      });
      expect(found).toEqual([]);
      await page.emulateMedia({ colorScheme: 'light' });
    },
  );

  test('a GPT begins when asked for; sums that cancel are noise', async () => {
    await open('gpt_train.mlir', example('gpt_train'));
    await expect.poll(() => page.locator('.num .hint').innerText()).toMatch(/press Run/);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator('.num-body:not(.old)').waitFor({ timeout: 50_000 });
    expect(await overall()).toMatch(/^All 15 results are equal within tolerance in every step/);
    expect(await page.locator('.num aside .sec').first().innerText()).toContain('of 331 values differ');
    const noisy = page.locator('.num-values tr', { hasText: 'noise' }).locator('td:first-child');
    expect((await noisy.allInnerTexts()).toSorted()).toEqual(['%199', '%200', '%288', '%289']);
    await page.screenshot({ path: `${pictures}/numbers-gpt.png` });
  });

  test('after an edit the last numbers are dimmed until they are asked for again', async () => {
    const source = page.getByRole('region', { name: 'Source', exact: true });
    await source.locator('.cm-line').first().click();
    await page.keyboard.press('Home');
    await page.keyboard.type('// a remark\n');
    await idle(page);
    await page.locator('.num-body.old').waitFor();
    await page.getByRole('button', { name: 'Run again' }).waitFor();
  });

  test('a program for Tenstorrent is executed down to TTNN', async () => {
    await choose('Down to Tenstorrent');
    await done();
    expect(await heading()).toContain('the program after ‘To TTIR’, ‘To TTNN’ on 2 simulated devices');
    expect((await cells()).map((row) => row.slice(0, -1))).toEqual([
      ['res0 tensor<32x128xf32>', '=', '=', '='],
    ]);
  });

  test('arrays of a file are found by their names, and forgotten', async () => {
    await open('negated.mlir', negated);
    const npz = (name: string) => Buffer.from(writeNpz(new Map([[name, arrayOf('f32', [2], [1, -2])]])));
    await setFile('ones.npz', npz('%x'));
    await expect.poll(heading).toContain('inputs: arrays of ones.npz');
    expect((await cells())[0]!.at(-1)).toBe('-1, 2');
    await setFile('others.npz', npz('y'));
    await expect
      .poll(() => page.locator('.num .hint').innerText())
      .toBe("It can’t be executed: 'others.npz' has no array 'arg0' or '%x'.");
    await page.getByRole('button', { name: 'Forget file' }).click();
    await expect.poll(heading).toContain('inputs: random numbers, seed 0');
    await setFile('ones.npz', npz('x'));
    await expect.poll(heading).toContain('ones.npz');
    await open('again.mlir', negated.replace('.negate', '.tanh'));
    await expect.poll(heading).toContain('inputs: random numbers, seed 0');
  });

  test('programs that are not executed say why', async () => {
    const hint = () => page.locator('.num .hint').innerText();
    await open('wrong.mlir', negated.replace('.negate', '.nothing'));
    await expect.poll(() => page.locator('#view').innerText()).toBe('The program has errors.');
    await open('large.mlir', negated.replaceAll('tensor<2xf32>', 'tensor<65536x65536xf32>'));
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.poll(hint).toMatch(/of memory, more than the 2\.0 GiB allowed/);
    await open('negated.mlir', negated);
    await setFile('trash.npz', Buffer.from('no archive'));
    await expect
      .poll(hint)
      .toBe("It can’t be executed: 'trash.npz': not an npz file: it is no zip archive, or is cut off.");
    await page.getByRole('button', { name: 'Forget file' }).click();
  });

  test('a program whose tensors are on devices is executed', async () => {
    await open(
      'placed.mlir',
      `func.func @main(%a: !dist.tensor<4xf32, 0>) -> !dist.tensor<4xf32, 1> {
        %0 = dist.send %a to 1 : (!dist.tensor<4xf32, 0>) -> !dist.tensor<4xf32, 1>
        return %0 : !dist.tensor<4xf32, 1>
      }`,
    );
    await expect.poll(heading).toContain('the source on 2 simulated devices');
  });

  test('markup in names is text', async () => {
    await open('hostile.mlir', hostile);
    await page.locator('.num-grid tbody th').waitFor({ timeout: 20_000 });
    expect(await page.locator('.num-grid tbody th').innerText()).toContain('onerror=alert(1)');
    expect(await view().locator('img, script, iframe').count()).toBe(0);
  });

  test.each([
    ['whose server sends no headers', {}, false],
    ['that is isolated', ISOLATED, true],
  ] as const)('a loop without end is stopped on a page %s', async (_, headers, isIsolated) => {
    const server = await serveBuilt(headers);
    const other = await served.browser.newPage();
    await other.goto(server.resolvedUrls!.local[0]!);
    await idle(other);
    expect(await other.evaluate('crossOriginIsolated')).toBe(isIsolated);
    await other.getByRole('tab', { name: 'Numbers' }).click();
    await open('endless.mlir', endless, other);
    await other.getByText('The program has a loop').waitFor();
    await other.getByRole('button', { name: 'Run', exact: true }).click();
    await other.getByText('Executing').waitFor();
    await other.getByRole('button', { name: 'Stop' }).click();
    await other.getByText('Stopped: there are no numbers.').waitFor();
    await other.getByRole('button', { name: 'Run', exact: true }).click();
    await other.getByText('Executing').waitFor();
    // Another program is answered while it computes.
    await open('negated.mlir', negated, other);
    await other.getByText('The result is equal bit for bit in every step.').waitFor();
    await other.close();
    await server.close();
  });

  test('nothing was logged as an error', () => {
    expect(served.errors).toEqual([]);
  });
});
