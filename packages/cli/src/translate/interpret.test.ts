import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { elementsOf, readNpy } from '@shardform/runtime-sim';
import { afterAll, describe, expect, test } from 'vitest';
import { runTool } from '../run-tool.ts';
import type { ToolResult } from '../tool-io.ts';

const folder = mkdtempSync(join(tmpdir(), 'shardform-interpret-'));
afterAll(() => rmSync(folder, { recursive: true }));

function interpret(text: string, ...flags: readonly string[]): Promise<ToolResult> {
  writeFileSync(join(folder, 'p.mlir'), text);
  const input = { stdin: new Uint8Array(0), cwd: folder };
  return runTool('stablehlo-translate', ['--interpret', 'p.mlir', ...flags], input);
}

const add = `
func.func @main(%a: tensor<2xi32>, %b: tensor<2xi32>) -> tensor<2xi32> {
  %0 = stablehlo.add %a, %b : tensor<2xi32>
  return %0 : tensor<2xi32>
}`;

describe('translate --interpret', () => {
  test('executes on the inputs of the command line and prints the results', async () => {
    const inputs = '--args=[dense<1> : tensor<2xi32>, dense<[2, 3]> : tensor<2xi32>]';
    expect(await interpret(add, inputs)).toEqual({
      stdout: 'tensor<2xi32> {\n  [3, 4]\n}\n',
      stderr: '',
      exitCode: 0,
    });
    const { stdout } = await interpret(add, inputs, '--interpreter-print-dense');
    expect(stdout).toBe('dense<[3, 4]> : tensor<2xi32>\n');
  });

  test.each([
    ['not_array', 'error: expected attribute value\n'],
    ['1 : i32', 'expectected array attribute string for args, i.e. --args=[dense<1> : tensor<2xi32>, ...]'],
    ['[4.0 : f32]', 'expected dense elements attribute for args elements, i.e. --args='],
    ['[dense<1> : tensor<2xindex>]', "inputs of type 'tensor<2xindex>' can't be executed"],
    [
      '[dense<1> : tensor<2xi32>]',
      'incorrect number of arguments specified, provided 1 inputs but function expected 2',
    ],
    [
      '[dense<1> : tensor<2xi32>, dense<1> : tensor<3xi32>]',
      "invalid input argument type at index 1, input type was 'tensor<3xi32>' but entry function expected 'tensor<2xi32>'",
    ],
  ])('refuses the inputs %s', async (inputs, message) => {
    const { stdout, stderr, exitCode } = await interpret(add, '--args', inputs);
    expect([stdout, exitCode]).toEqual(['', 1]);
    expect(stderr).toContain(message);
  });

  test('tells how inputs are given', async () => {
    expect((await interpret(add)).stderr).toContain(
      "\nshardform: note: '--args=[dense<1> : tensor<2xi32>, ...]' gives the inputs; 'shardform run' draws them\n",
    );
  });

  test('prints what programs print, under the names of the text', async () => {
    const { stdout } = await interpret(`
      func.func @main() {
        %c = stablehlo.constant dense<[true, false]> : tensor<2xi1>
        %0 = stablehlo.not %c : tensor<2xi1>
        interpreter.print %0 : tensor<2xi1>
        return
      }`);
    expect(stdout).toBe('%0 = tensor<2xi1> {\n  [false, true]\n}\n');
  });

  test('a failing check ends it with the place of the check, after what was printed', async () => {
    const { stdout, stderr, exitCode } = await interpret(`
      func.func @main() {
        %c = stablehlo.constant dense<1> : tensor<i32>
        interpreter.print %c : tensor<i32>
        check.expect_eq_const %c, dense<2> : tensor<i32>
        return
      }`);
    expect(exitCode).toBe(1);
    expect(stdout).toBe('%c = tensor<i32> {1}\n');
    expect(stderr).toContain("p.mlir:5:9: error: Element values don't match: 1 : i32 (actual) vs 2 : i32");
  });

  test('executes the modules of a split file one after the other', async () => {
    const one =
      'func.func @f() -> tensor<i32> { %c = stablehlo.constant dense<1> : tensor<i32> return %c : tensor<i32> }';
    const { stdout, exitCode } = await interpret(
      `${one}\n// -----\n${one.replace('<1>', '<2>')}`,
      '--split-input-file',
    );
    expect([stdout, exitCode]).toEqual(['tensor<i32> {1}\ntensor<i32> {2}\n', 0]);
  });

  test('compares messages with the comments that expect them', async () => {
    const text = `
      func.func @main() {
        // expected-error @+1 {{custom call target 'f' is unknown}}
        stablehlo.custom_call @f() : () -> ()
        return
      }`;
    expect((await interpret(text, '--verify-diagnostics')).exitCode).toBe(0);
    expect((await interpret(text.replace('unknown', 'known'), '--verify-diagnostics')).exitCode).toBe(1);
  });

  test('writes what probes see, with an index of their names', async () => {
    const { exitCode } = await interpret(
      `func.func @main() {
        %c = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
        %0 = interpreter.probe %c, probe_id = "first" : tensor<2xi64>
        %1 = stablehlo.add %0, %0 : tensor<2xi64>
        %2 = interpreter.probe %1, probe_id = "a/b" : tensor<2xi64>
        return
      }`,
      '--probe-output-dir=probes',
    );
    expect(exitCode).toBe(0);
    const path = (name: string): string => join(folder, 'probes', name);
    expect(readFileSync(path('index.csv'), 'utf8')).toBe(
      'first,tensor<2xi64>,probes/probe1.npy\na/b,tensor<2xi64>,probes/probe2.npy\n',
    );
    expect(elementsOf(readNpy(readFileSync(path('probe2.npy'))))).toEqual([2n, 4n]);
    expect(existsSync(path('probe3.npy'))).toBe(false);
  });

  test('computes with the integers of quantized tensors', async () => {
    const { stdout, stderr } = await interpret(`
      func.func @main() -> tensor<2x!quant.uniform<i8:f32, 0.5:-20>> {
        %c = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
        %0 = stablehlo.uniform_quantize %c : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:-20>>
        %1 = stablehlo.add %0, %0 : tensor<2x!quant.uniform<i8:f32, 0.5:-20>>
        interpreter.print %c : tensor<2xf32>
        return %1 : tensor<2x!quant.uniform<i8:f32, 0.5:-20>>
      }`);
    expect(stderr).toBe('');
    expect(stdout).toBe(
      '%cst = tensor<2xf32> {\n  [1.000000e+00, 2.000000e+00]\n}\ntensor<2xi8> {\n  [-16, -12]\n}\n',
    );
  });

  test('a module without functions has no results', async () => {
    expect(await interpret('module {}')).toEqual({ stdout: '', stderr: '', exitCode: 0 });
  });
});
