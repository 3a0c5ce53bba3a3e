import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { arrayOf, writeNpz } from '@shardform/runtime-sim';
import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { preview, type PreviewServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const pictures = `${root}out-tsc/pictures`;
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** In a process of its own: the test runner's environment would make it a build for development. */
const buildPage = () =>
  promisify(execFile)('npx', ['vite', 'build'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
  });

// Where there is no browser the page can't be tried; continuous integration has one.
describe.skipIf(!existsSync(executablePath))('the page in Chromium', { timeout: 20_000 }, () => {
  let server: PreviewServer;
  let browser: Browser;
  let page: Page;
  const errors: string[] = [];

  beforeAll(async () => {
    mkdirSync(pictures, { recursive: true });
    await buildPage();
    server = await preview({ root, preview: { port: 0 }, logLevel: 'error' });
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    page.setDefaultTimeout(8000);
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('console', (entry) => {
      if (entry.type() === 'error') errors.push(entry.text());
    });
    await page.goto(address());
    await page.locator('.step.done').nth(4).waitFor();
  }, 120_000);

  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  const address = (): string => server.resolvedUrls!.local[0]!;
  const picture = (name: string) => page.screenshot({ path: `${pictures}/${name}.png` });
  const choose = (example: string) => page.getByLabel('Example').selectOption(example);
  const step = (name: string) =>
    page.getByRole('navigation').getByRole('button', { name, exact: false }).first();
  const idle = () => page.locator('.steps[aria-busy=false]').waitFor();
  const result = () => page.getByLabel('Program after the step');

  test('an example is open, and its steps have run', async () => {
    expect(await page.locator('.step-name').allTextContents()).toEqual([
      'program',
      'sdy-propagation-pipeline',
      'sdy-insert-explicit-reshards{enable-full-version=true}',
      'sdy-reshard-to-collectives',
      'sdy-convert-global-to-local',
    ]);
    expect(await result().innerText()).toContain('sdy.sharding_per_value');
    await picture('start');
  });

  test('a value shows its shards, and why it has them', async () => {
    await result().getByText('%2', { exact: true }).first().click();
    const cells = page.getByRole('table', { name: 'Devices that hold each part of %2' }).getByRole('cell');
    await expect.poll(() => cells.allTextContents()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
    await page.getByRole('table', { name: 'each device of the mesh' }).getByText('5').click();
    await page.getByText('Device 5: dimension 0 from').waitFor();
    await expect.poll(() => cells.locator('[aria-pressed=true]').allTextContents()).toEqual(['5']);
    await picture('shards');
    await page.getByRole('tab', { name: 'Why' }).click();
    await page.getByText('on dimension 1').waitFor();
    await picture('why');
  });

  test('a step shows what it changed', async () => {
    await step('sdy-insert-explicit-reshards').click();
    await page.getByLabel('show what this step changed').check();
    await page.locator('.cm-changedLine', { hasText: 'sdy.all_reduce' }).waitFor();
    await picture('changes');
    await page.getByLabel('show what this step changed').uncheck();
  });

  test('collectives are listed with their bytes', async () => {
    await page.getByRole('tab', { name: 'Collectives' }).click();
    await page.getByRole('cell', { name: 'all_reduce' }).waitFor();
    expect(await page.getByRole('table').innerText()).toContain('48.0 KiB');
    await picture('collectives');
  });

  test('the devices compute what one computes, on random arrays and on those of a file', async () => {
    await page.getByRole('tab', { name: 'Numbers' }).click();
    await page.getByText('Executed on 8 simulated devices, and whole on one.').waitFor();
    await page.getByRole('cell', { name: /^equal: differs by at most/ }).waitFor();
    await picture('numbers');
    const shapes = [
      [64, 256],
      [256, 1024],
      [1024, 256],
    ];
    const ones = shapes.map((shape, i) => {
      const count = shape.reduce((product, size) => product * size, 1);
      return [`arg${i}`, arrayOf('f32', shape, new Array<number>(count).fill(1))] as const;
    });
    const file = { mimeType: 'application/zip', buffer: Buffer.from(writeNpz(new Map(ones))) };
    await page.getByLabel('Open a file').setInputFiles({ name: 'ones.npz', ...file });
    await page.getByText('Inputs from ones.npz.').waitFor();
    await page.getByRole('cell', { name: '262140, 262140' }).waitFor();
    const other = {
      name: 'other.npz',
      mimeType: 'application/zip',
      buffer: Buffer.from(writeNpz(new Map())),
    };
    await page.getByLabel('Open a file').setInputFiles(other);
    await page.getByText("It can't be executed: 'other.npz' has no array 'arg0'.").waitFor();
    await page.getByRole('button', { name: 'Random ones again' }).click();
    await page.getByText('Random inputs').waitFor();
  });

  test('a run on a machine is simulated', async () => {
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await page.getByText('on a device').waitFor();
    await expect.poll(() => page.locator('.drawing text').allTextContents()).toContain('device 7');
    await page.getByLabel('Machine').selectOption('n300');
    await page.getByText("It can't be simulated: the program is for 8 devices, the machine has 2.").waitFor();
    await page.getByLabel('Machine').selectOption('t3k');
    await picture('timeline');
  });

  test('the data flow is drawn', async () => {
    await page.getByRole('tab', { name: 'Graph' }).click();
    await page.getByText('9 operations and arguments.').waitFor();
    await expect.poll(() => page.locator('.graph rect').count()).toBe(9);
    await picture('graph');
  });

  test.each([
    'Training step of a GPT, from JAX',
    'Shardings in conflict',
    'Manual computation',
    'Down to Tenstorrent',
    '1: no annotations',
    '2: solved',
    '3: solved with annotated arguments',
    '4: annotated arguments',
    '5: annotated with all gather',
    '6: sharding constraint',
    'One device',
    'Data parallel',
    'Horizontal parallel',
    'Data and horizontal parallel',
    'Model parallel',
    'Pipeline parallel',
    'Pipeline parallel, one forward, one backward',
    'Activations computed again',
  ])('the example %s runs to its end', async (example) => {
    await choose(example);
    await idle();
    await expect.poll(() => page.locator('.step:not(.done)').count()).toBe(0);
    await picture(example.replaceAll(/\W+/g, '-').toLowerCase());
  });

  test('a strategy is simulated as it stands', async () => {
    await choose('Pipeline parallel, one forward, one backward');
    await step('dist-unroll-pipeline').click();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await page.getByText('on a device').waitFor();
    await expect.poll(() => page.locator('.drawing text').allTextContents()).toContain('device 1');
    await picture('strategy');
    await page.getByRole('tab', { name: 'Shards' }).click();
  });

  test('an ONNX model is a program, too', async () => {
    // One Relu of an input of sizes n and 2, made with onnx 1.23.
    const relu =
      '080e3a3d0a0c0a0178120179220452656c751201675a140a0178120f0a0d080112090a0312016e0a02080262140a0179120f0a0d080112090a0312016e0a02080242040a001011';
    const file = { mimeType: 'application/octet-stream', buffer: Buffer.from(relu, 'hex') };
    await page.getByLabel('Open a file').setInputFiles({ name: 'relu.onnx', ...file });
    await page.getByText('opened relu.onnx').waitFor();
    await page.getByLabel('Program text').getByText('stablehlo.maximum').waitFor();
    await page
      .getByLabel('Open a file')
      .setInputFiles({ name: 'bad.onnx', ...file, buffer: Buffer.from('?') });
    await expect.poll(() => page.getByRole('status').first().innerText()).not.toContain('opened');
  });

  test('errors are underlined, told, and stop the steps', async () => {
    await choose('Shardings in conflict');
    await page.getByLabel('Program text').press('Control+Home');
    await page.keyboard.type('nonsense ');
    await page.locator('.source .cm-lintRange-error').first().waitFor();
    await expect.poll(() => page.getByRole('alert').innerText()).toContain('custom op');
    await picture('error');
  });

  test('a program travels in the address', async () => {
    await choose('Manual computation');
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByText(/the link is in/).waitFor();
    const shared = page.url();
    const other = await browser.newPage();
    await other.goto(shared);
    await other.locator('.source').getByText('sdy.manual_computation').first().waitFor();
    await other.close();
  });

  test('the address names a program beside the page', async () => {
    const other = await browser.newPage();
    await other.route('**/program', (route) =>
      route.fulfill({ body: 'func.func @named_in_the_address() { return }' }),
    );
    await other.goto(`${address()}#file=program&name=step.mlir`);
    await other.getByText('@named_in_the_address').first().waitFor();
    await other.close();
  });

  test('it works without a network once it was loaded', async () => {
    const origin = await preview({ root, preview: { port: 0 }, logLevel: 'error' });
    const other = await browser.newPage();
    await other.goto(origin.resolvedUrls!.local[0]!);
    await other.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    origin.httpServer.close();
    if ('closeAllConnections' in origin.httpServer) origin.httpServer.closeAllConnections();
    await other.reload();
    await other.locator('.step.done').nth(4).waitFor();
    await other.close();
  });

  test.each(['light', 'dark'] as const)('axe finds no serious problem in %s colours', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await choose('MLP, data and model parallel');
    await idle();
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(() =>
      // An editor's contents take the keys that scroll it, which this rule does not see.
      (globalThis as unknown as { axe: typeof axe }).axe.run({
        rules: { 'scrollable-region-focusable': { enabled: false } },
      }),
    );
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
    await picture(colorScheme);
  });

  test('a phone shows it below each other', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const [source, outcome] = await Promise.all(
      ['.source', '.outcome'].map((part) => page.locator(part).boundingBox()),
    );
    expect(outcome!.y).toBeGreaterThanOrEqual(source!.y + source!.height);
    expect(source!.width).toBeLessThanOrEqual(390);
    await picture('phone');
  });

  test('nothing was reported to the console', () => {
    expect(errors).toEqual([]);
  });
});
