import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { runTool } from '../run-tool.ts';

const folder = mkdtempSync(join(tmpdir(), 'shardform-report-'));

const program = `sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
                %w: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
`;

async function report(text: string, ...flags: string[]) {
  writeFileSync(join(folder, 'p.mlir'), text);
  const result = await runTool('shardform', ['report', 'p.mlir', '-o', 'r.html', ...flags], {
    stdin: new Uint8Array(),
    cwd: folder,
  });
  return { ...result, html: readFileSync(join(folder, 'r.html'), 'utf8') };
}

test('a page has all there is to say', async () => {
  const { html, stdout, exitCode } = await report(program);
  expect([stdout, exitCode]).toEqual(['written to r.html\n', 0]);
  expect([...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => title)).toEqual([
    'Problems',
    'Facts',
    'Who holds what',
    'Collectives',
    'Memory at the peak',
    'Values',
    'Why',
    'The program',
    'After propagation',
    'With reshards',
    'With collectives',
    'On each device',
  ]);
  // Two devices each add up a result of 4x8 numbers: each sends it once, in two steps.
  expect(html).toContain(
    '<tr><td>all_reduce</td><td><span class="ax a2">y</span></td><td>128 B</td><td>1</td><td>6.00 µs</td><td>%0</td><td>4</td><td>dot_general sums products over dimension 1 of %x, which is split along y: devices combine their parts of the result</td></tr>',
  );
  expect(html).toContain('<data class="sent" value="128">128 B</data>');
  expect(html).toContain('<summary>%0: #sdy.sharding');
});

test('a page may have the fastest shardings, beside known layouts', async () => {
  const { html } = await report(program, '--plan');
  expect(html).toContain('<h2>The fastest shardings</h2>');
  expect(html).toContain('whole on every device');
  expect(html).toContain('aria-label="plans by time and memory"');
});

test('arguments and results that are alike are drawn once', async () => {
  const x = 'tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}';
  const { html } = await report(`sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: ${x}, %b: ${x}, %c: ${x}) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}`);
  expect([...html.matchAll(/argument 0, and \d like it/g)].map(String)).toEqual([
    'argument 0, and 3 like it',
  ]);
});

const sha256 = (i: number) => createHash('sha256').update(String(i)).digest('hex');

/** The lines of the first text of a page. */
function firstText(html: string): readonly string[] {
  const [element] = /<details class="lines">.*?<\/details>/s.exec(html)!;
  return [...element.matchAll(/<script type="application\/octet-stream">(.*?)<\/script>/g)].flatMap(
    ([, data]) => JSON.parse(inflateSync(Buffer.from(data!, 'base64')).toString()) as string[],
  );
}

test('a page has its texts, with shardings drawn at values', async () => {
  const { html } = await report(program);
  const [, , secondArgument, product] = firstText(html);
  expect(secondArgument).toMatch(/\{ <span class="chip"><i class="a2">y<\/i><i>·<\/i><\/span>$/);
  expect(product).toContain('<span class="operation">stablehlo.dot_general</span>');
});

test('of a large program as many lines are shown as can be sent', async () => {
  const line = (i: number) => `  %v${i} = stablehlo.constant dense<"0x${sha256(i)}"> : tensor<8xf32>`;
  const text = Array.from({ length: 4000 }, (_, i) => line(i)).join('\n');
  const { html } = await report(program.replace('{\n  %0', `{\n${text}\n  %0`));
  expect(html.length).toBeLessThan(1_000_000);
  expect(firstText(html).at(-1)).toMatch(/\.\.\. \d+ more lines, which shardform opt prints \.\.\./);
});

test('a page needs nothing but itself', async () => {
  const { html } = await report(program);
  expect(html).not.toMatch(/<script[^>]* src|<link|<img|url\(|https?:(?!\/\/www\.w3\.org\/2000\/svg)/);
});

test('of a wrong program the problems are shown', async () => {
  const { html, exitCode, stderr } = await report(program.replace('dot_general %x', 'dott %x'));
  expect(exitCode).toBe(1);
  expect(stderr).toContain("custom op 'stablehlo.dott' is unknown");
  expect(html).toContain("p.mlir:4:8: error: custom op 'stablehlo.dott' is unknown");
});

test('text of a program is never markup', async () => {
  const markup = String.raw`\22><img src=x onerror=alert(1)>`;
  const { html, exitCode } = await report(`module @"${markup}" {
  sdy.mesh @"${markup}" = <["${markup}"=2]>
  func.func @main(%a: tensor<8xf32> {jax.arg_info = "${markup}", sdy.sharding = #sdy.sharding<@"${markup}", [{"${markup}"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@"${markup}", [{}]>}) {
    %0 = stablehlo.abs %a {note = "${markup}"} : tensor<8xf32> loc("${markup}"("${markup}":1:2))
    return %0 : tensor<8xf32>
  }
}`);
  expect(exitCode).toBe(0);
  expect(html).not.toContain('<img');
  const [, hash] =
    /content="default-src 'none'; style-src 'unsafe-inline'; script-src '(sha256-[^']+)'; img-src data:"/.exec(
      html,
    )!;
  const [, script] = /<script type="module">(.*?)<\/script>/s.exec(html)!;
  expect(hash).toBe(`sha256-${createHash('sha256').update(script!).digest('base64')}`);
});
