import { builtinPasses, Context, parsePipeline } from '@shardform/ir-core';
import { describe, expect, it } from 'vitest';
import { functionsAfter } from '../tests/run-passes.ts';
import { ttnnPipeline } from './extension.ts';

/** What is wrong with options of the pipeline; `null` when they are accepted. */
function problemOf(options: string): string | null {
  const context = new Context([builtinPasses, ttnnPipeline]);
  try {
    parsePipeline(`builtin.module(ttir-to-ttnn-backend-pipeline{${options}})`, context);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe('options of the pipeline', () => {
  it('are refused with a reason where only the default is there', () => {
    expect(problemOf('optimization-level=2')).toBe(
      "for the --optimization-level option: '2' is not available: the optimizer needs tt-metal's models of operations",
    );
    expect(problemOf('enable-create-d2m-subgraphs=true')).toBe(
      "for the --enable-create-d2m-subgraphs option: 'true' is not available: generated kernels (D2M) are not part of this compiler",
    );
    expect(problemOf('system-desc-path=board.ttsys')).toBe(
      "for the --system-desc-path option: 'board.ttsys' is not available: such files are not read; 'system' and 'mock-system-desc-arch' name systems",
    );
  });

  it('are accepted with their defaults, and where only the optimizer reads them', () => {
    expect(problemOf('optimization-level=0 enable-optimizer=false system-desc-path=')).toBe(null);
    expect(problemOf('memory-layout-analysis-enabled=true max-legal-layouts=8')).toBe(null);
    expect(problemOf('compute-cfg-math-fidelity=hifi2 experimental-weight-dtype=bfp_bf8')).toBe(null);
    expect(problemOf('composite-resolution=inline ttnn-perf-metrics-enabled=true')).toBe(null);
  });

  it('are those that it has', () => {
    expect(problemOf('enable-everything=true')).toBe(
      '<Pass-Options-Parser>: no such option enable-everything',
    );
    expect(problemOf('compute-cfg-math-fidelity=exact')).toBe(
      "for the --compute-cfg-math-fidelity option: Cannot find option named 'exact'!",
    );
  });

  const RELU = `func.func @f(%x: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = "ttir.full"() <{shape = array<i32: 32, 32>, fill_value = 0.0 : f32}> : () -> tensor<32x32xf32>
  %1 = "ttir.maximum"(%x, %0) : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  return %1 : tensor<32x32xf32>
}`;

  it('leave passes out', () => {
    const operations = (options: string): string[] =>
      [...functionsAfter(RELU, `ttir-to-ttnn-backend-pipeline{${options}}`).matchAll(/"ttnn\.(\w+)"/g)]
        .map(([, name]) => name!)
        .filter((name) => name === 'relu' || name === 'maximum');
    expect(operations('enable-fusing-pass=true')).toEqual(['relu']);
    expect(operations('enable-fusing-pass=false')).toEqual(['maximum']);
  });
});
