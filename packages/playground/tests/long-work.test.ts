import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { arrayOf, writeNpz } from '@shardform/runtime-sim';
import { type Browser, chromium, type Page } from 'playwright-core';
import { preview, type PreviewServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const outDir = 'out-tsc/long-work-page';
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** The headers that enable shared memory: without them work is cancelled by replacing its thread. */
const ISOLATED = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

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

/** Markup in every string: symbols, a mesh, an axis, devices of a machine, attributes, locations and names of arguments and results. */
const hostile = `module @"${inMlir}" attributes {dist.topology = #dist.topology<devices = [0 "${inMlir}", 1 "${inMlir}"], default_gbps = 25.0>, test.a = "${inMlir}"} {
  sdy.mesh @"${inMlir}" = <["${inMlir}"=2]>
  func.func @main(%a: tensor<8x4xf32> {jax.arg_info = "${inMlir}", sdy.sharding = #sdy.sharding<@"${inMlir}", [{"${inMlir}"}, {}]>} loc("${inMlir}"), %b: tensor<4x8xf32>) -> (tensor<8x8xf32> {jax.result_info = "${inMlir}", sdy.sharding = #sdy.sharding<@"${inMlir}", [{}, {}]>}) {
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] {note = "${inMlir}"} : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32> loc("${inMlir}"("${inMlir}":1:2))
    %1 = func.call @"${inMlir} f"(%0) : (tensor<8x8xf32>) -> tensor<8x8xf32> loc(callsite("${inMlir}" at "${inMlir}":3:4))
    return %1 : tensor<8x8xf32>
  }
  func.func private @"${inMlir} f"(%c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %2 = stablehlo.tanh %c : tensor<8x8xf32> loc("${inMlir}")
    return %2 : tensor<8x8xf32>
  }
}
`;

describe.skipIf(!existsSync(executablePath))('a page in Chromium', { timeout: 30_000 }, () => {
  let browser: Browser;
  const servers: PreviewServer[] = [];

  async function serve(headers: Record<string, string>): Promise<string> {
    const server = await preview({
      root,
      build: { outDir },
      preview: { port: 0, headers },
      logLevel: 'error',
    });
    servers.push(server);
    return server.resolvedUrls!.local[0]!;
  }

  beforeAll(async () => {
    // In a process of its own: the test runner's environment would make it a build for development.
    await promisify(execFile)('npx', ['vite', 'build', '--outDir', outDir], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
    });
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  }, 120_000);

  afterAll(async () => {
    await browser.close();
    await Promise.all(servers.map((server) => server.close()));
  });

  async function opened(address: string): Promise<{ page: Page; told: string[] }> {
    const page = await browser.newPage();
    page.setDefaultTimeout(10_000);
    const told: string[] = [];
    page.on('dialog', (dialog) => {
      told.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('pageerror', ({ message }) => told.push(message));
    page.on('console', (entry) => told.push(entry.text()));
    await page.goto(address);
    await page.locator('.step.done').nth(4).waitFor();
    return { page, told };
  }

  const openText = (page: Page, text: string, name = 'program.mlir') =>
    page.getByLabel('Open a file').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  const view = (page: Page, name: string) => page.getByRole('tab', { name }).click();

  describe.each([
    ['that is isolated', ISOLATED, true],
    ['whose server sends no headers', {}, false],
  ] as const)('%s', (_, headers, isIsolated) => {
    let page: Page;
    let told: string[];

    beforeAll(async () => {
      ({ page, told } = await opened(await serve(headers)));
      expect(await page.evaluate('crossOriginIsolated')).toBe(isIsolated);
    }, 30_000);
    afterAll(() => page.close());

    test('another program is answered while one computes without end', async () => {
      await view(page, 'Numbers');
      await openText(page, endless);
      await page.getByText('Computing…').waitFor();
      await openText(page, negated);
      await page.getByLabel('Program after the step').getByText('@negated').waitFor();
      await page.getByRole('cell', { name: 'computed' }).waitFor();
    });

    test('an edit is answered, too, and the numbers are begun anew', async () => {
      await openText(page, endless);
      await page.getByRole('button', { name: 'Stop' }).waitFor();
      await page.getByLabel('Program text').press('Control+Home');
      await page.keyboard.type('// edited\nnonsense ');
      await page.locator('.source .cm-lintRange-error').first().waitFor();
    });

    test('another view is answered', async () => {
      await openText(page, endless);
      await page.getByRole('button', { name: 'Stop' }).waitFor();
      await view(page, 'Graph');
      await page.getByText('operations and arguments.').waitFor();
    });

    test('a person stops it, and begins anew', async () => {
      await view(page, 'Numbers');
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.getByText('There is no answer: stopped.').waitFor();
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('Computing…').waitFor();
      await view(page, 'Shards');
    });

    test('arrays that no memory holds are refused, and the next program is answered', async () => {
      await view(page, 'Numbers');
      const type = 'tensor<65536x65536xf32>';
      await openText(page, negated.replaceAll('tensor<2xf32>', type));
      await page.getByText(/of memory, more than the 2\.0 GiB allowed/).waitFor();
      await openText(page, negated);
      await page.getByRole('cell', { name: 'computed' }).waitFor();
    });

    test('nothing was reported to the console', () => {
      expect(told).toEqual([]);
    });
  });

  test('work goes on in another thread when one dies', async () => {
    const address = await serve({});
    const page = await browser.newPage();
    // The first thread can't load; a browser that ends one for its memory tells the page in the same way.
    let requests = 0;
    await page.route('**/worker-*.js', (route) =>
      requests++ === 0 ? route.fulfill({ status: 404, body: '' }) : route.continue(),
    );
    await page.goto(address);
    await page
      .getByText('The steps have not run to their end: the compiler failed: its thread has ended.')
      .waitFor();
    await openText(page, negated);
    await page.getByLabel('Program after the step').getByText('@negated').waitFor();
    await page.close();
  });

  test('shows markup as text in each view', async () => {
    const { page, told } = await opened(await serve({}));
    const name = MARKUP.replaceAll('/', '');
    await openText(page, hostile, `${name}.mlir`);
    await page.getByText(`opened ${name}.mlir`).waitFor();
    const result = page.getByLabel('Program after the step');
    await result.getByText('onerror=alert').first().waitFor();
    const shown: string[] = [];
    // As text: types of the page's world are not there in Node.
    const look = async (what: string): Promise<void> => {
      const found: unknown = await page.evaluate(`({
        foreign: [...document.querySelectorAll('img, iframe, object, embed, base, foreignObject, #app script, #app link')].map((e) => e.outerHTML),
        handlers: [...document.querySelectorAll('*')].flatMap((e) => e.getAttributeNames().filter((name) => /^on|["'<>]/.test(name))),
        policies: document.querySelectorAll('meta[http-equiv="Content-Security-Policy"]').length,
      })`);
      expect({ what, ...(found as object) }).toEqual({ what, foreign: [], handlers: [], policies: 1 });
      if ((await page.locator('#view').innerText()).includes('onerror=alert(1)')) shown.push(what);
    };
    await result.getByText('%0', { exact: true }).first().click();
    for (const title of ['Shards', 'Why', 'Collectives', 'Numbers', 'Timeline', 'Graph']) {
      await view(page, title);
      await page
        .locator('#view')
        .getByText('…', { exact: false })
        .filter({ hasText: /^(Drawing|Propagating|Looking|Computing|Simulating)…/ })
        .waitFor({ state: 'detached' });
      await look(title);
    }
    await result.getByText('%0', { exact: true }).first().hover();
    await page.locator('.value-tooltip').waitFor();
    await look('the tooltip');
    await page.getByLabel('show what this step changed').check();
    await look('changes');
    const arrays = new Map([[MARKUP, arrayOf('f32', [1], [1])]]);
    const npz = { mimeType: 'application/zip', buffer: Buffer.from(writeNpz(arrays)) };
    await page.getByLabel('Open a file').setInputFiles({ name: `${name}.npz`, ...npz });
    await page.getByText("It can't be executed").waitFor();
    await look('arrays of a file');
    await openText(page, hostile.replace('8x4xf32>, tensor<4x8', '8x4xf32>, tensor<4x9'), `${name}.mlir`);
    await page.locator('.source .cm-lintRange-error').first().waitFor();
    await look('problems');
    expect(shown).toEqual(['Shards', 'Why', 'Numbers', 'arrays of a file', 'problems']);
    expect(told).toEqual([]);
    await page.close();
  });
});
