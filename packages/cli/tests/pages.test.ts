import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { runTool } from '../src/run-tool.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Closes attributes, text and elements that it is put into, and then does what a page must not do. */
const MARKUP = `"'>--></title></style></text></svg><img src=x onerror=alert(1)><script>alert(2)</script>`;
const inMlir = MARKUP.replaceAll('"', String.raw`\22`);

/** Markup in every string: symbols, a mesh, an axis, attributes, locations and where a file's name stands. */
const program = `module @"${inMlir}" attributes {test.a = "${inMlir}"} {
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
const searched = `sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
                %w: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.tanh %0 : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
`;
const wrong = program.replace('tensor<8x4xf32>, tensor<4x8xf32>)', 'tensor<8x4xf32>, tensor<4x9xf32>)');

/** A machine of a program's own, with markup for the kinds of its devices. */
const topology = `dist.topology = #dist.topology<devices = [0 "${inMlir}", 1 "${inMlir}"], default_gbps = 25.0>`;
const described = program.replace('attributes {', `attributes {${topology}, `);
const placed = `module attributes {${topology}} {
  func.func @"${inMlir}"(%a: !dist.tensor<8x4xf32, 0>) -> !dist.tensor<8x4xf32, 1> attributes {note = "${inMlir}"} {
    %0 = dist.send %a to 1 {note = "${inMlir}"} : (!dist.tensor<8x4xf32, 0>) -> !dist.tensor<8x4xf32, 1> loc("${inMlir}")
    return %0 : !dist.tensor<8x4xf32, 1>
  }
}
`;

const calibration = {
  device_parameters: { seconds_per_flop: 1e-14, seconds_per_dram_byte: 1e-12, kernel_launch_seconds: 1e-5 },
  allreduce: { 2: { seconds_per_Gb: 1e-3, constant_seconds: 1e-6 } },
  network_bandwidth_Gbps_uniform: 100,
  [MARKUP]: MARKUP,
};

const STRATEGY = ['--batch-args', '0', '--degrees', '2/1/1/1'];

/** A file's name can hold all but slashes. */
const NAME = MARKUP.replaceAll('/', '');

const machine = {
  name: MARKUP,
  devices: 2,
  device: { kind: MARKUP, flops: 1e14, dram: 1e12, launch: 1e-5, memory: 8e10 },
  default_gbps: 1000,
  latency: 1e-6,
};

describe.skipIf(!existsSync(executablePath) || process.platform === 'win32')('a page in Chromium', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shardform-pages-'));
  let browser: Browser;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    writeFileSync(join(folder, `${NAME}.mlir`), program);
    writeFileSync(join(folder, `${NAME} wrong.mlir`), wrong);
    writeFileSync(join(folder, `${NAME} placed.mlir`), placed);
    writeFileSync(join(folder, `${NAME} described.mlir`), described);
    writeFileSync(join(folder, `${NAME}.json`), JSON.stringify(machine));
    writeFileSync(join(folder, `${NAME} calibration.json`), JSON.stringify(calibration));
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  const run = (...args: readonly string[]) =>
    runTool('shardform', args, { stdin: new Uint8Array(), cwd: folder });

  /** The behavior of a page beside its text. */
  async function misdeeds(file: string) {
    const page = await browser.newPage();
    const told: string[] = [];
    page.on('dialog', (dialog) => {
      told.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('pageerror', ({ message }) => told.push(message));
    page.on('console', (entry) => told.push(entry.text()));
    page.on('request', (request) => {
      if (!request.url().startsWith('data:') && !request.isNavigationRequest()) told.push(request.url());
    });
    await page.goto(pathToFileURL(join(folder, file)).href);
    for (const text of await page.locator('details').all()) await text.locator('summary').click();
    // As text: types of the page's world are not there in Node.
    const found: unknown = await page.evaluate(`({
      foreign: [...document.querySelectorAll('script:not([type="application/octet-stream"], body > script[type=module]), img, iframe, object, embed, base, form, foreignObject, link')].map((e) => e.outerHTML),
      handlers: [...document.querySelectorAll('*')].flatMap((e) => e.getAttributeNames().filter((name) => /^on|["'<>]/.test(name))),
      links: [...document.querySelectorAll('[href]')].map((e) => e.getAttribute('href')).filter((href) => !href.startsWith('#')),
      policies: document.querySelectorAll('meta[http-equiv="Content-Security-Policy"]').length,
      isShown: document.documentElement.textContent.includes('onerror=alert(1)'),
    })`);
    await page.close();
    return { told, ...(found as object) };
  }

  const innocent = { told: [], foreign: [], handlers: [], links: [], policies: 1, isShown: true };

  test.each([
    ['report', ['report', `${NAME}.mlir`, '-o', 'report.html'], 0],
    [
      'report of a program that describes its machine',
      ['report', `${NAME} described.mlir`, '-o', 'own.html'],
      0,
    ],
    ['report of a wrong program', ['report', `${NAME} wrong.mlir`, '-o', 'wrong.html'], 1],
  ] as const)('%s shows markup as text', async (_, args, code) => {
    const { exitCode, stderr } = await run(...args);
    expect([exitCode, code === 0 ? stderr : '']).toEqual([code, '']);
    expect(await misdeeds(args[3])).toEqual(innocent);
  });

  test('the values of a report are sorted and searched, and its texts are', async () => {
    writeFileSync(join(folder, 'searched.mlir'), searched);
    expect((await run('report', 'searched.mlir', '-o', 'searched.html')).exitCode).toBe(0);
    const page = await browser.newPage();
    await page.goto(pathToFileURL(join(folder, 'searched.html')).href);
    const names = () => page.locator('#values tbody td:first-child').allTextContents();
    await page.locator('#values tbody tr').first().waitFor();
    expect(await names()).toEqual(['%0', '%1', '%w', '%x']);
    expect(await page.locator('#found').textContent()).toBe('4 values');
    await page.getByRole('button', { name: 'value' }).click();
    await page.getByRole('button', { name: 'value' }).click();
    expect(await names()).toEqual(['%x', '%w', '%1', '%0']);
    await page.locator('#s6 details').first().locator('summary').click();
    await page.keyboard.press('/');
    await page.keyboard.type('TANH');
    expect(await names()).toEqual(['%1']);
    expect(await page.locator('#found').textContent()).toBe('1 of 4 values; 2 elsewhere on the page');
    expect(await page.locator('#s3 h2').getAttribute('data-found')).toBe('0 of 1');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('dot_general y');
    expect(await names()).toEqual([]);
    expect(await page.locator('#s3 tbody tr:visible').count()).toBe(1);
    await page.close();
  });

  test('what a fault scenario and a topology name is text where it is told', async () => {
    const scenario = { faults: [{ kind: 'device-failure', device: 0, op: MARKUP }] };
    writeFileSync(join(folder, `${NAME} faults.json`), JSON.stringify(scenario));
    const refused = await run('run', `${NAME}.mlir`, '--faults', `${NAME} missing.json`);
    expect(refused.stderr).toBe(
      `shardform: error: cannot open input file '${NAME} missing.json': No such file or directory\n`,
    );
    const executed = await run('run', `${NAME}.mlir`, '--faults', `${NAME} faults.json`);
    expect([executed.exitCode, String(executed.stdout).includes('<!doctype')]).toEqual([0, false]);
    const estimated = await run('sim', `${NAME}.mlir`, '--machine', `${NAME}.json`, '--trace', 'trace.json');
    expect([estimated.exitCode, estimated.stderr]).toEqual([0, '']);
    // Perfetto gets data, which it shows as text.
    expect(() => void JSON.parse(readFileSync(join(folder, 'trace.json'), 'utf8'))).not.toThrow();
  });

  test('pictures and pages of other commands do, too', async () => {
    const made = [
      ['show.svg', ['show', `${NAME}.mlir`, '--svg', 'show.svg']],
      [
        'compare.html',
        ['compare', `${NAME}.mlir`, '--stage', 'propagated', '--stage', 'local', '--html', 'compare.html'],
      ],
      [
        'dist.html',
        [
          'dist',
          'simulate',
          `${NAME}.mlir`,
          ...STRATEGY,
          '--machine',
          `${NAME}.json`,
          '--html',
          'dist.html',
          '--svg',
          'dist.svg',
        ],
      ],
      [
        'dist own.html',
        ['dist', 'simulate', `${NAME} placed.mlir`, '--html', 'dist own.html', '--svg', 'dist own.svg'],
      ],
      [
        'dist calibrated.html',
        [
          'dist',
          'simulate',
          `${NAME}.mlir`,
          ...STRATEGY,
          '--machine',
          `${NAME} calibration.json`,
          '--html',
          'dist calibrated.html',
        ],
      ],
    ] as const;
    for (const [file, args] of made) {
      const { exitCode, stderr } = await run(...args);
      expect([file, exitCode, stderr]).toEqual([file, 0, '']);
    }
    for (const file of readdirSync(folder).filter((name) =>
      /^(show|compare|dist.*)\.(svg|html)$/.test(name),
    )) {
      const found = await misdeeds(file);
      const policies = file.endsWith('.html') ? 1 : 0;
      expect({ file, ...found, isShown: true }).toEqual({ file, ...innocent, policies });
    }
  });
});
