import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

async function report(text: string) {
  writeFileSync(join(folder, 'p.mlir'), text);
  const result = await runTool('shardform', ['report', 'p.mlir', '-o', 'r.html'], {
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
    'Who holds what',
    'Collectives',
    'Why',
    'The program',
    'After propagation',
    'On each device',
  ]);
  expect(html).toContain(
    '<td>all_reduce</td><td>{&#34;y&#34;}</td><td>tensor&#60;4x8xf32&#62;</td><td>2</td><td>1</td><td>128</td><td>stablehlo.dot_general</td>',
  );
  expect(html).toContain('<summary>%0: #sdy.sharding');
});

test('a page needs nothing but itself', async () => {
  const { html } = await report(program);
  expect(html).not.toMatch(/<script|<link|<img|url\(|https?:(?!\/\/www\.w3\.org\/2000\/svg)/);
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
  expect(html).toContain("content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\"");
});
