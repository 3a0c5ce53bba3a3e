import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { runTool as RunTool } from '../src/run-tool.ts';
import { growingFaster, StepCounter, type Steps } from './counted-steps.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const folder = mkdtempSync(join(tmpdir(), 'linear-work-'));
const counter = new StepCounter();
let runTool: typeof RunTool;
beforeAll(async () => {
  await counter.begin();
  ({ runTool } = await import('../src/run-tool.ts'));
});
afterAll(() => {
  counter.end();
  rmSync(folder, { recursive: true });
});

const listed = (count: number, item: (i: number) => string, separator = ', '): string =>
  Array.from({ length: count }, (_, i) => item(i)).join(separator);
const T = 'tensor<8x8xf32>';
const SPLIT = '{sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}';
const main = (
  args: string,
  body: string,
  result: string,
  mesh = '"x"=2',
): string => `sdy.mesh @mesh = <[${mesh}]>
func.func @main(${args}) -> ${T} {
${body}
  return ${result} : ${T}
}
`;
const chain = (count: number, op: (from: string, i: number) => string): string =>
  main(
    `%a: ${T} ${SPLIT}`,
    listed(count, (i) => `  %${i} = ${op(i === 0 ? '%a' : `%${i - 1}`, i)}`, '\n'),
    `%${count - 1}`,
  );

/** Programs of a size, by what grows. */
const PROGRAMS: Readonly<Record<string, (size: number) => string>> = {
  operations: (n) => chain(n, (from) => `stablehlo.tanh ${from} : ${T}`),
  locations: (n) =>
    chain(n, (from, i) => `stablehlo.tanh ${from} : ${T} loc("n${i}"("f${i}.py":${i + 1}:1))`),
  arguments: (n) =>
    main(
      listed(n, (i) => `%a${i}: ${T} ${SPLIT}`),
      listed(
        n - 1,
        (i) => `  %${i} = stablehlo.add ${i === 0 ? '%a0' : `%${i - 1}`}, %a${i + 1} : ${T}`,
        '\n',
      ),
      `%${n - 2}`,
    ),
  attributes: (n) =>
    chain(
      1,
      (from) =>
        `stablehlo.tanh ${from} {mhlo.frontend_attributes = {${listed(n, (i) => `a${i} = "v"`)}}} : ${T}`,
    ),
  characters: (n) =>
    chain(1, (from) => `stablehlo.tanh ${from} {mhlo.frontend_attributes = {a = "${'x'.repeat(n)}"}} : ${T}`),
  axes: (n) =>
    main(
      `%a: ${T} ${SPLIT}`,
      `  %0 = stablehlo.tanh %a : ${T}`,
      '%0',
      `"x"=2, ${listed(n, (i) => `"y${i}"=1`)}`,
    ),
  regions: (n) =>
    chain(
      n,
      (from) => `"stablehlo.case"(%i) ({
    %t = stablehlo.tanh ${from} : ${T}
    stablehlo.return %t : ${T}
  }) : (tensor<i32>) -> ${T}`,
    ).replace('func.func @main(', 'func.func @main(%i: tensor<i32>, '),
  ranks: (n) => {
    const type = `tensor<${'1x'.repeat(n)}f32>`;
    return `func.func @main(%a: ${type}) -> ${type} {\n  %0 = stablehlo.tanh %a : ${type}\n  return %0 : ${type}\n}\n`;
  },
  devices: (n) => `sdy.mesh @mesh = <["x"=${n}]>
func.func @main(%a: tensor<${n}x4xf32> ${SPLIT}) -> tensor<4xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %c) applies stablehlo.add across dimensions = [0] : (tensor<${n}x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
`,
  quotes: (n) => '"'.repeat(n),
  'an open line': (n) => '"a.b"( '.repeat(n),
};

/** Sizes are small: a quadratic loop has steps enough. */
const SIZE = 64;

test.each<[line: string, ...sizes: string[]]>([
  ['opt F', 'ranks', 'quotes', 'an open line', 'characters', 'attributes', 'axes'],
  ['opt F --cse', 'locations', 'regions'],
  ['partition F --emit none', 'operations'],
  ['sim F', 'arguments', 'devices'],
  ['show F', 'arguments', 'devices'],
  ['plan F', 'devices'],
])('the steps of %s grow as its program does', async (line, ...names) => {
  const input = { stdin: new Uint8Array(), cwd: folder };
  const quadratic: string[] = [];
  for (const name of names) {
    const counts: Steps[] = [];
    // The first run fills what is kept.
    for (const size of [SIZE / 2, SIZE, 2 * SIZE]) {
      writeFileSync(join(folder, 'F'), PROGRAMS[name]!(size));
      counts.push(await counter.stepsOf(() => runTool('shardform', line.split(' '), input)));
    }
    quadratic.push(...growingFaster(counts[1]!, counts[2]!, 3, 8 * SIZE).map((step) => `${name}: ${step}`));
  }
  expect(quadratic).toEqual([]);
});
