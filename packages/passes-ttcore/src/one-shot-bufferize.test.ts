import {
  builtinPasses,
  Context,
  parseModule,
  parsePipeline,
  printOp,
  runPasses,
  SourceText,
} from '@shardform/ir-core';
import { funcDialect } from '@shardform/dialect-func';
import { quantDialect } from '@shardform/dialects-mlir';
import { describe, expect, it } from 'vitest';
import { ttcorePasses } from './extension.ts';

/** The program on buffers, or the first complaint. */
function bufferized(text: string): string {
  const context = new Context([builtinPasses, funcDialect, quantDialect, ttcorePasses]);
  const messages: string[] = [];
  context.diagnostics.subscribe(({ message }) => messages.push(message));
  const module = parseModule(new SourceText('test.mlir', text), context);
  if (module === null) return messages[0] ?? 'failed silently';
  runPasses(module, parsePipeline('builtin.module(ttcore-one-shot-bufferize)', context), context);
  return messages[0] ?? printOp(module, context).trim();
}

const LAYOUT =
  '#ttcore.metal_layout<logical_shape = 64x64, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, l1, sharded>';

describe('bufferization', () => {
  it('keeps tensors of elements that buffers do not have', () => {
    const text = `module {
  func.func @main(%arg0: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
    return
  }
}`;
    expect(bufferized(text)).toBe(text);
  });

  it('gives arguments and results the buffers of their layouts', () => {
    const tensor = 'tensor<2x2x1x1x!ttcore.tile<32x32, f32>, #layout>';
    const buffer = 'memref<2x2x1x1x!ttcore.tile<32x32, f32>, #ttcore.shard<4096x4096, 1>, #l1>';
    const text = `#layout = ${LAYOUT}
module {
  func.func @main(%arg0: ${tensor}) -> ${tensor} {
    return %arg0 : ${tensor}
  }
}`;
    expect(bufferized(text)).toBe(`#l1 = #ttcore.memory_space<l1>
module {
  func.func @main(%arg0: ${buffer}) -> ${buffer} {
    return %arg0 : ${buffer}
  }
}`);
  });

  it('changes the programs of devices only where there are some', () => {
    const text = `module {
  ttcore.device_module {
    builtin.module {
      func.func @main(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
        return %arg0 : tensor<4x8xf32>
      }
    }
  }
  func.func @host(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
    return %arg0 : tensor<4x8xf32>
  }
}`;
    expect(bufferized(text)).toBe(`module {
  ttcore.device_module {
    builtin.module {
      func.func @main(%arg0: memref<4x8xf32>) -> memref<4x8xf32> {
        return %arg0 : memref<4x8xf32>
      }
    }
  }
  func.func @host(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
    return %arg0 : tensor<4x8xf32>
  }
}`);
  });

  it('refuses operations on tensors', () => {
    const text = `func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = ttcore.load_cached(@f, [%arg0]) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`;
    expect(bufferized(text)).toBe(
      "'ttcore.load_cached' op has no form on buffers; functions may only pass tensors on",
    );
  });
});
