import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runAndPrint } from '../command/printed.ts';
import { translateCommand } from './translate.ts';

const cwd = mkdtempSync(join(tmpdir(), 'onnx-'));
afterAll(() => rmSync(cwd, { recursive: true }));

/** A model of one `Relu` of an input `x` of sizes `n` and 2, made with onnx 1.23. */
const model =
  '080e3a3d0a0c0a0178120179220452656c751201675a140a0178120f0a0d080112090a0312016e0a02080262140a0179120f0a0d080112090a0312016e0a02080242040a001011';

function run(...args: string[]) {
  return runAndPrint(translateCommand, ['--from-onnx', 'relu.onnx', ...args], {
    stdin: () => new Uint8Array(),
    cwd,
    colour: false,
  });
}

test('reads an ONNX model with the sizes that it only names', async () => {
  writeFileSync(join(cwd, 'relu.onnx'), Buffer.from(model, 'hex'));
  const { stdout, exitCode } = await run('--sizes=n=3');
  expect(exitCode).toBe(0);
  expect(stdout).toContain('func.func @main(%arg0: tensor<3x2xf32> {onnx.name = "x"}) -> tensor<3x2xf32> {');
  expect(stdout).toContain('stablehlo.maximum %arg0, ');
});

test('says what is missing', async () => {
  writeFileSync(join(cwd, 'relu.onnx'), Buffer.from(model, 'hex'));
  const { stderr, exitCode } = await run();
  expect(exitCode).toBe(1);
  expect(stderr).toContain("the size of 'n', dimension 0 of input 'x', is not known: give it a number");
  await expect(run('--sizes=n')).rejects.toThrow("flag '--sizes' expects NAME=SIZE, got 'n'");
  await expect(run('--sizes=n=9007199254740993')).rejects.toThrow(
    "flag '--sizes' expects sizes up to 9007199254740991, got 'n=9007199254740993'",
  );
});
