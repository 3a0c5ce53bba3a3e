import {
  builtinPasses,
  Context,
  parseModule,
  parsePipeline,
  printOp,
  runPasses,
  SourceText,
} from '@shardform/ir-core';
import { describe, expect, it } from 'vitest';
import { ttirToTtnn } from './extension.ts';

/** The text after the passes, or the first complaint. */
function run(text: string, passes: string): string {
  const context = new Context([builtinPasses, ttirToTtnn]);
  const messages: string[] = [];
  context.diagnostics.subscribe((diagnostic) => messages.push(diagnostic.message));
  const module = parseModule(new SourceText('test.mlir', text), context);
  if (module === null) return messages[0] ?? 'failed silently';
  runPasses(module, parsePipeline(`builtin.module(${passes})`, context), context);
  return messages[0] ?? printOp(module, context).trim();
}

function around(body: string, type: string): string {
  return `module {
  func.func @main(%arg0: tensor<16x64xf32>, %arg1: tensor<64x64xf32>) -> ${type} {
${body}
  }
}`;
}

describe('the conversion', () => {
  it('fails where the library has nothing', () => {
    const text = around(
      `    %0 = "ttir.reverse"(%arg0) <{dimensions = array<i64: 1>}> : (tensor<16x64xf32>) -> tensor<16x64xf32>
    return %0 : tensor<16x64xf32>`,
      'tensor<16x64xf32>',
    );
    const passes = 'ttnn-layout,convert-ttir-to-ttnn';
    expect(run(text, passes)).toBe("failed to legalize operation 'ttir.reverse'");
  });

  it('refuses element types without tiles', () => {
    const text = around('    return %arg0 : tensor<16x64xf32>', 'tensor<16x64xf32>').replaceAll('f32', 'f64');
    expect(run(text, 'ttnn-layout')).toBe(
      "'func.func' op there are no tiles of element type 'f64'; compute with bf16 or f32",
    );
  });
});
