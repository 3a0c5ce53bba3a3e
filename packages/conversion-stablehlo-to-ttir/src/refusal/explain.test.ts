import {
  Context,
  type Diagnostic,
  parseModule,
  parsePipeline,
  runPasses,
  SourceText,
} from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { stablehloToTtir } from '../index.ts';
import { NO_COUNTERPART, RAGGED_EXCHANGE, REASONS } from './reasons.ts';

/** The error of the conversion: what it says, where, and its notes. */
function refusal(body: string, args: string, type: string): readonly string[] {
  const context = new Context([stablehloToTtir]);
  const found: Diagnostic[] = [];
  context.diagnostics.subscribe((diagnostic) => found.push(diagnostic));
  const text = `func.func @main(${args}) -> ${type} {\n  ${body}\n  return %0 : ${type}\n}`;
  const module = parseModule(new SourceText('p.mlir', text), context)!;
  runPasses(module, parsePipeline('builtin.module(convert-stablehlo-to-ttir)', context), context);
  return found.flatMap(({ message, location, notes }) => [
    `${String(location)}: ${message}`,
    ...notes.map((note) => note.message),
  ]);
}

function expected(name: string, at = 8): readonly string[] {
  const { reason, remedy } = REASONS.get(`stablehlo.${name}`) ?? NO_COUNTERPART;
  return [
    `loc("p.mlir":2:${at}): failed to legalize operation 'stablehlo.${name}'`,
    reason,
    `to go on, ${remedy}`,
  ];
}

test('reductions of the bits of integers are refused, not taken for those of truth values', () => {
  const body = `%z = stablehlo.constant dense<0> : tensor<i32> %0 = stablehlo.reduce(%a init: %z) applies stablehlo.or across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>`;
  expect(refusal(body, '%a: tensor<4xi32>', 'tensor<i32>')).toEqual(expected('reduce', 71));
});

test('padding by integers that f32 has not is refused', () => {
  const body = `%p = stablehlo.constant dense<16777217> : tensor<i32> %0 = stablehlo.pad %a, %p, low = [1], high = [0], interior = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<5xi32>`;
  expect(refusal(body, '%a: tensor<4xi32>', 'tensor<5xi32>')).toEqual(expected('pad', 62));
});

test('calls are named', () => {
  const body = `%0 = stablehlo.custom_call @lapack_spotrf_ffi(%a) : (tensor<4x4xf32>) -> tensor<4x4xf32>`;
  const [error, reason, remedy] = expected('custom_call');
  expect(refusal(body, '%a: tensor<4x4xf32>', 'tensor<4x4xf32>')).toEqual([
    error,
    `${reason!} (it calls 'lapack_spotrf_ffi')`,
    remedy,
  ]);
});

test('an exchange of ragged shards is refused as a collective, not as a library call', () => {
  const body = `%0 = stablehlo.custom_call @ragged_all_to_all(%a) : (tensor<4xf32>) -> tensor<4xf32>`;
  expect(refusal(body, '%a: tensor<4xf32>', 'tensor<4xf32>').slice(1)).toEqual([
    `${RAGGED_EXCHANGE.reason} (it calls 'ragged_all_to_all')`,
    `to go on, ${RAGGED_EXCHANGE.remedy}`,
  ]);
});

test('types that the target does not store are the reason before the operation is', () => {
  const body = `%0 = stablehlo.fft %a, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>`;
  const [error, ...notes] = refusal(body, '%a: tensor<4xcomplex<f32>>', 'tensor<4xcomplex<f32>>');
  expect(error).toBe(`loc("p.mlir":2:8): failed to legalize operation 'stablehlo.fft'`);
  expect(notes).toEqual(expected('complex').slice(1));
});

test('operations that nothing is known of have a reason, too', () => {
  const body = `%0 = stablehlo.einsum %a, %a, config = "i,i->" : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>`;
  expect(refusal(body, '%a: tensor<4xf32>', 'tensor<f32>')).toEqual(expected('einsum'));
});

test('all operations are refused at once, also beside complex numbers', () => {
  const context = new Context([stablehloToTtir]);
  const found: string[] = [];
  context.diagnostics.subscribe(({ message, location }) => found.push(`${String(location)}: ${message}`));
  const text = (pass: string, complex: string) => {
    found.length = 0;
    const module = parseModule(
      new SourceText(
        'p.mlir',
        `func.func @main(%a: tensor<4xf32>, %c: tensor<4xcomplex<f32>>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @one(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.add %0, %a : tensor<4xf32>
  %2 = stablehlo.custom_call @two(%1) : (tensor<4xf32>) -> tensor<4xf32>
  ${complex}
  return %2 : tensor<4xf32>
}`,
      ),
      context,
    )!;
    runPasses(module, parsePipeline(`builtin.module(${pass})`, context), context);
    return [...found];
  };
  const calls = [2, 4].map(
    (line) => `loc("p.mlir":${line}:8): failed to legalize operation 'stablehlo.custom_call'`,
  );
  expect(text('convert-stablehlo-to-ttir', '')).toEqual(calls);
  const fft =
    '%3 = stablehlo.fft %c, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>';
  const [first, ...others] = text('stablehlo-complex-data-type-conversion', fft);
  expect(first).toContain("p.mlir\":5:8): 'stablehlo.fft' op has complex elements");
  expect(others).toEqual(calls);
});
