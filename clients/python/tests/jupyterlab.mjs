// Opens the widget in JupyterLab in Chromium: it shows, selects and replans, and asks no other host for anything.
//
// usage: node clients/python/tests/jupyterlab.mjs PYTHON [PICTURES]
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const require = createRequire(new URL('../../../packages/playground/package.json', import.meta.url));
const { chromium } = require('playwright-core');
const [python, pictures] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'shardform-lab-'));
const cells = [
  `import shardform as sf
w = sf.study('''sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<256x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %1 = stablehlo.tanh %0 : tensor<256x256xf32>
  return %1 : tensor<256x256xf32>
}
''').widget("t3k")
w`,
  `print("selected", repr(w.selected), "view", w.view)`,
  `w.view = "why"; w.selected = "%0"`,
  `print("planned", w.text != w._study.text, w.study.facts.collectives.count)`,
];
const notebook = {
  cells: cells.map((source, i) => ({
    cell_type: 'code',
    id: `cell${i}`,
    metadata: {},
    execution_count: null,
    outputs: [],
    source,
  })),
  metadata: { kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' } },
  nbformat: 4,
  nbformat_minor: 5,
};
writeFileSync(join(folder, 't.ipynb'), JSON.stringify(notebook));

const port = await freePort();
const server = spawn(
  python,
  [
    ...[
      '-m',
      'jupyterlab',
      '--no-browser',
      '--allow-root',
      `--port=${port}`,
      `--ServerApp.root_dir=${folder}`,
    ],
    ...['--ServerApp.token=', '--ServerApp.password='],
  ],
  { stdio: 'ignore', env: { ...process.env, JUPYTER_CONFIG_DIR: join(folder, 'config') } },
);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  await until(async () => (await fetch(`http://localhost:${port}/api`)).ok, 60);
  const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
  page.setDefaultTimeout(30_000);
  const [foreign, errors] = [[], []];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== 'localhost') foreign.push(request.url());
  });
  await page.goto(`http://localhost:${port}/lab/tree/t.ipynb?reset`);
  await page.locator('.jp-Notebook .jp-CodeCell').first().waitFor();
  // Keys that come while the kernel starts are lost.
  await page.locator('.jp-Notebook-ExecutionIndicator[data-status=idle]').waitFor();
  const frame = page.frameLocator('iframe[title^="Shardings of"]');
  await until(async () => {
    await page.locator('.jp-CodeCell .cm-content').first().click();
    await page.keyboard.press('Control+Enter');
    return page
      .locator('iframe[title^="Shardings of"]')
      .waitFor({ timeout: 8000 })
      .then(() => true);
  }, 60);
  await frame.locator('.fact', { hasText: /Devices\s*4/ }).waitFor();
  await picture(page, 'widget');

  // A click in the widget arrives in Python.
  await frame.getByRole('tab', { name: /collectives/i }).click();
  await frame.locator('#view tbody tr').first().click();
  const selection = await runNext(page, 1, /selected '%\w+' view collectives/);
  assert.match(selection, /selected '%0'/);
  await picture(page, 'collectives');

  // What Python sets is shown.
  await runNext(page, 2, null);
  await frame.getByRole('tab', { name: /why/i, selected: true }).waitFor();
  await frame.locator('#view').getByText('%0').first().waitFor();
  await picture(page, 'why');

  // A plan that is applied in the widget is Python's program.
  await frame.getByRole('tab', { name: /plan/i }).click();
  await frame.getByRole('button', { name: 'Put into the source' }).click();
  await runNext(page, 3, /planned True \d+/);
  await picture(page, 'plan');
  assert.deepEqual({ foreign, errors }, { foreign: [], errors: [] });
  console.log('JupyterLab: the widget shows, selects and replans');
} catch (error) {
  await picture(browser.contexts()[0].pages()[0], 'failure');
  throw error;
} finally {
  await browser.close();
  server.kill();
  await new Promise((resolve) => server.once('exit', resolve));
  rmSync(folder, { recursive: true, force: true });
}

/** Runs a cell until its output is what is waited for: messages of the widget take their time. */
async function runNext(page, index, expected) {
  const cell = page.locator('.jp-CodeCell').nth(index);
  let text = '';
  await until(async () => {
    await cell.locator('.cm-content').click();
    await page.keyboard.press('Control+Enter');
    await page.locator('.jp-Notebook-ExecutionIndicator[data-status=idle]').waitFor();
    if (expected === null) return true;
    text = await cell.locator('.jp-OutputArea-output').last().innerText();
    return expected.test(text);
  }, 30);
  return text;
}

async function picture(page, name) {
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `jupyterlab-${name}.png`) });
}

async function until(isDone, seconds) {
  const end = Date.now() + 1000 * seconds;
  for (;;) {
    const done = await Promise.resolve()
      .then(isDone)
      .catch(() => false);
    if (done) return;
    if (Date.now() > end) throw new Error(`not within ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
