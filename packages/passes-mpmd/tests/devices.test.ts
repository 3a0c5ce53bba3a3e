import { describe, expect, test } from 'vitest';
import { outcomeOf, runText, TWO_MESHES } from './run-text.ts';

const T = 'tensor<4x4xf32>';
const on = (mesh: string, dims: string): string =>
  `!mpmd.mesh_tensor<"${mesh}", ${T}, sharding=<@mesh, [${dims}]>>`;

/** A function of two meshes with two devices each. */
function program(inputs: string, result: string, body: string): string {
  return `sdy.mesh @mesh = <["x"=2]>
func.func @main(${inputs}) -> ${result} attributes {${TWO_MESHES}} {
${body}
}`;
}

/** The lines of a device's function with a send or a receive, the channel before the type. */
function messages(text: string, device: number): string[] {
  const body = new RegExp(`@device_${device}\\([\\s\\S]*?\\n  }`).exec(text)?.[0] ?? '';
  return body.split('\n').flatMap((line) => {
    const found = /stablehlo\.(send|recv).*handle = (\d+),.*?(tensor<[^>]*>)/.exec(line);
    return found === null ? [] : [`${found[1]!} ${found[2]!} ${found[3]!}`];
  });
}

describe('mpmd-lower-to-stablehlo', () => {
  test('sends each part to its counterpart where both meshes split a tensor alike', () => {
    const [from, to] = [on('m1', '{"x"}, {}'), on('m2', '{"x"}, {}')];
    const text = runText(
      'mpmd-lower-to-stablehlo',
      program(`%x: ${from}`, to, `  %0 = mpmd.transfer %x : (${from}) -> ${to}\n  return %0 : ${to}`),
    );
    expect([0, 1, 2, 3].map((device) => messages(text, device))).toEqual([
      ['send 1 tensor<2x4xf32>'],
      ['send 2 tensor<2x4xf32>'],
      ['recv 1 tensor<2x4xf32>'],
      ['recv 2 tensor<2x4xf32>'],
    ]);
  });

  test('sends what overlaps where they split it otherwise', () => {
    const [from, to] = [on('m1', '{"x"}, {}'), on('m2', '{}, {"x"}')];
    const text = runText(
      'mpmd-lower-to-stablehlo',
      program(`%x: ${from}`, to, `  %0 = mpmd.transfer %x : (${from}) -> ${to}\n  return %0 : ${to}`),
    );
    expect([0, 2].map((device) => messages(text, device))).toEqual([
      ['send 1 tensor<2x2xf32>', 'send 3 tensor<2x2xf32>'],
      ['recv 1 tensor<2x2xf32>', 'recv 2 tensor<2x2xf32>'],
    ]);
    expect(text).toContain('stablehlo.concatenate %1#0, %2#0, dim = 0');
  });

  test('numbers the devices of collectives over all meshes', () => {
    const [split, whole] = [on('m2', '{}, {"x"}'), on('m2', '{}, {}')];
    const text = runText(
      'mpmd-lower-to-stablehlo',
      program(
        `%x: ${split}`,
        whole,
        `  %0 = mpmd.fragment<mesh="m2", origin=["f"]> (%x) (%a: ${T}) {
    %r = stablehlo.negate %a : ${T}
    mpmd.return %r : ${T}
  } : (${split}) -> ${whole}
  return %0 : ${whole}`,
      ),
    );
    expect(text).toContain('replica_groups = dense<[[2, 3], [0, 1]]> : tensor<2x2xi64>');
  });

  test('refuses what no mesh executes', () => {
    const type = on('m1', '{}, {}');
    const { messages: said } = outcomeOf(
      'mpmd-lower-to-stablehlo',
      program(
        `%x: ${type}`,
        type,
        `  %0 = mpmd.unassign %x : (${type}) -> ${T}
  %1 = mpmd.assign %0 : (${T}) -> ${type}
  return %1 : ${type}`,
      ),
    );
    expect(said[0]).toMatch(/^'mpmd.unassign' is in no fragment, so no mesh executes it; /);
  });
});

test('what a loop carries is on one mesh', () => {
  const { messages: said } = outcomeOf(
    'mpmd-infer-mesh-pipeline{infer-transfers}',
    `func.func @main(%x: ${T}) -> ${T} attributes {${TWO_MESHES}} {
  %0 = mpmd.for (%x) {iterations = 2 : ui32} (%a: ${T}, %index: tensor<ui32>) {
    %1 = mpmd.assign %a : (${T}) -> !mpmd.mesh_tensor<"m1", ${T}>
    %2 = mpmd.assign %a : (${T}) -> !mpmd.mesh_tensor<"m2", ${T}>
    %3 = mpmd.fragment<mesh="m1", origin=["f"]> (%1) (%b: ${T}) {
      %r = stablehlo.negate %b : ${T}
      mpmd.return %r : ${T}
    } : (!mpmd.mesh_tensor<"m1", ${T}>) -> !mpmd.mesh_tensor<"m1", ${T}>
    %4 = mpmd.fragment<mesh="m2", origin=["g"]> (%2) (%b: ${T}) {
      %r = stablehlo.negate %b : ${T}
      mpmd.return %r : ${T}
    } : (!mpmd.mesh_tensor<"m2", ${T}>) -> !mpmd.mesh_tensor<"m2", ${T}>
    %5 = mpmd.unassign %3 : (!mpmd.mesh_tensor<"m1", ${T}>) -> ${T}
    mpmd.return %5 : ${T}
  } : ${T}
  return %0 : ${T}
}`,
  );
  expect(said[0]).toMatch(/^what a loop carries has to be on one mesh/);
});
