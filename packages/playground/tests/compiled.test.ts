import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, idle, pictures, servePage, type ServedPage } from './served-page.ts';

const axe = (await import('axe-core')).default.source;

/** A training step, and what jaxlib 0.10.2 has compiled of it. */
const compiled = (name: string): { name: string; mimeType: string; buffer: Buffer } => ({
  name,
  mimeType: 'text/plain',
  buffer: readFileSync(fileURLToPath(new URL(`../../study/tests/compiled/${name}`, import.meta.url))),
});

const hlo = (name: string, text: string): ReturnType<typeof compiled> => ({
  ...{ name, mimeType: 'text/plain' },
  buffer: Buffer.from(text),
});

describe.skipIf(!hasBrowser)('a program that XLA has compiled in Chromium', { timeout: 180_000 }, () => {
  let served: ServedPage;
  let page: Page;

  beforeAll(async () => {
    served = await servePage();
    page = await served.open();
    await idle(page);
  }, 120_000);

  afterAll(() => served.close());

  const poll = <T>(of: () => Promise<T>) => expect.poll(of, { timeout: 20_000 });
  const pane = (name: 'Source' | 'Result') => page.getByRole('region', { name, exact: true });
  const facts = () => page.getByRole('region', { name: 'Facts' }).innerText();
  const step = () => page.getByRole('button', { name: /^Compiled by XLA/ });
  const panel = () => page.getByRole('complementary', { name: 'Compiled collective' });
  const rows = () => page.locator('.coll-table tbody tr:not(.grp):not(.coll-space)');
  const card = () => page.locator('.file-problem');
  const open = async (...files: ReturnType<typeof compiled>[]): Promise<void> => {
    await page.setInputFiles('input[type=file]', files);
  };

  test('is the last step of the program that it was opened with', async () => {
    await open(compiled('step.hlo'), compiled('step.mlir'));
    await poll(facts).toContain('As compiled by XLA: step.hlo.');
    await idle(page);
    expect(await facts()).toContain('612.5 µs');
    expect(await facts()).toContain('11.8 KiB');
    expect(await step().getAttribute('aria-current')).toBe('step');
    expect(await pane('Result').locator('h2').innerText()).toBe('Compiled by XLA');
  });

  test('a value of the source is marked in what was compiled of it', async () => {
    await pane('Source').locator('.cm-content').focus();
    await page.keyboard.press('Control+Home');
    const line = pane('Source').locator('.cm-line', { hasText: '%6 = "stablehlo.gather"' });
    await line.locator('.mlir-value', { hasText: /^%6$/ }).first().click();
    await poll(async () =>
      (await pane('Result').locator('.line-selected').allInnerTexts()).some((text) =>
        text.includes('stablehlo.all_reduce'),
      ),
    ).toBe(true);
  });

  test('its collectives say what they move, why, and what was predicted', async () => {
    await page.getByRole('tab', { name: 'Collectives' }).click();
    await poll(() => page.locator('.coll-bar [role=status]').innerText()).toBe(
      '12 collectives, 11.8 KiB, 12.2 µs: 2.0 % of the step',
    );
    await rows().filter({ hasText: '%11' }).first().click();
    await poll(() => panel().innerText()).toContain('all-gather');
    const told = (await panel().innerText()).replaceAll(/\s*\n\s*/g, ' ');
    expect(told).toContain('all_gather of f32[8,40] in groups of 4');
    expect(told).toContain(
      "moves %11, line 48 dot_general with params['head'], step.py:18 from [{data}, {model}] to [{data}, {}]",
    );
    expect(told).toContain('sends 960 B, as predicted');
    expect(told).toContain(
      'because top_k (step.py:18): XLA computes top-k on whole operands, and dot_general (step.py:18) is split along model',
    );
    expect(told).not.toContain('Predicted, and not in the compiled program');
    await page.screenshot({ path: `${pictures}/compiled.png` });
  });

  test('the predicted collectives are a click away', async () => {
    await page.getByRole('button', { name: 'predicted', exact: true }).click();
    await poll(() => page.locator('.coll-whose').innerText()).toContain(
      'Partitioned as XLA would, predicted.',
    );
    await page.getByRole('button', { name: 'compiled', exact: true }).click();
    await panel().waitFor();
  });

  test.each(['light', 'dark'] as const)('axe finds nothing in %s colours', async (colorScheme) => {
    // Colours that are on their way are not those of the design.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(axe);
    const found = await page.evaluate(async () => {
      // The script above declares it.
      const { violations } = await (window as unknown as { axe: typeof import('axe-core') }).axe.run('.view');
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`);
    });
    expect(found).toEqual([]);
  });

  test('the timeline is that of its own order', async () => {
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await poll(() => page.locator('.view').innerText()).toContain('120 kernels take 600.0 µs of 612.5 µs');
  });

  test('an edit of the program takes it away, undoing the edit brings it back', async () => {
    await pane('Source').locator('.cm-line').first().click();
    await page.keyboard.press('Home');
    await page.keyboard.type('// a remark\n');
    await poll(() => page.locator('.step.compiled').innerText()).toContain('before the edit');
    await poll(facts).toContain('Partitioned as XLA would, predicted.');
    // The line, then what is in it.
    for (let i = 0; i < 2; i++) await page.keyboard.press('Control+z');
    await poll(facts).toContain('As compiled by XLA: step.hlo.');
  });

  test('a file that is not valid is told with its place and a remedy', async () => {
    const text =
      'HloModule f, num_partitions=4\n\nENTRY %main (x: f32[4]) -> f32[4] {\n  ROOT %x = f32[4 parameter(0)\n}\n';
    await open(hlo('cut.hlo', text));
    await card().waitFor();
    expect((await card().innerText()).split(/\s*\n\s*/)).toEqual([
      'cut.hlo was not opened, line 4, column 19',
      'ROOT %x = f32[4 parameter(0)',
      '^',
      "expected ']' after dimensions, found 'parameter'",
      "Take the file as XLA wrote it (XLA_FLAGS='--xla_dump_to=DIR --xla_dump_hlo_as_text'), or what compiled.as_text() returns; a file that was cut off, or copied with its lines broken, can't be read.",
      'Close',
    ]);
    await page.screenshot({ path: `${pictures}/file-problem.png` });
    await card().getByRole('button', { name: 'Close' }).click();
    await card().waitFor({ state: 'detached' });
  });

  test('beside a program that it was not compiled from, it is refused', async () => {
    const text =
      'func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {\n  return %arg0 : tensor<4xf32>\n}\n';
    await open(hlo('one.mlir', text), compiled('step.hlo'));
    await card().waitFor();
    expect(await card().innerText()).toContain(
      'it has 5 parameters, the program that is open has 1 parameter: it was not compiled from it',
    );
    await card().getByRole('button', { name: 'Close' }).click();
  });

  test('alone, it is the program of one device', async () => {
    await open(compiled('step.hlo'));
    await poll(facts).toContain('Of the program as XLA compiled it.');
    await poll(facts).toContain('612.5 µs');
    expect(await page.locator('.steps ol > li').count()).toBe(1);
  });

  test('nothing was logged as an error', () => {
    expect(served.errors).toEqual([]);
  });
});
