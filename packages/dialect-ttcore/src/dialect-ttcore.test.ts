import {
  bf16,
  Context,
  f32,
  f64,
  IntegerType,
  parseModule,
  printOp,
  SourceText,
  verifyOp,
} from '@shardform/ir-core';
import { describe, expect, it } from 'vitest';
import { dataTypeOf, knownSystems, normalizedElementType, systemWithChips, ttcoreDialect } from './index.ts';

/** The text printed again, or the first complaint about it. */
function roundTrip(text: string): string {
  const context = new Context([ttcoreDialect]);
  const messages: string[] = [];
  const source = new SourceText('test.mlir', text);
  context.diagnostics.subscribe((diagnostic) => messages.push(diagnostic.message));
  const module = parseModule(source, context);
  if (module === null || !verifyOp(module, context)) return messages[0] ?? 'failed silently';
  return printOp(module, context).trim();
}

const DEVICE =
  '<workerGrid = #ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>, dramGrid = #ttcore.grid<1x12>, l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0), dramMap = (d0, d1, d2)[s0] -> (0, 0, d2 floordiv s0, d2 mod 12), meshShape = 2x4, chipIds = [0, 1, 2, 3, 4, 5, 6, 7]>';

describe('ttcore text', () => {
  it('keeps devices, device modules and cached loads', () => {
    const text = `module {
  ttcore.device_module {
    builtin.module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 2x4>]>} {
      ttcore.device @default_device = ${DEVICE}
      func.func private @main_const_eval_0(tensor<4xf32>) -> tensor<4xf32>
      func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
        %0 = ttcore.load_cached(@main_const_eval_0, [%arg0]) : (tensor<4xf32>) -> tensor<4xf32>
        return %0 : tensor<4xf32>
      }
    }
  }
}`;
    expect(roundTrip(text)).toBe(text);
  });

  it('keeps tiles and names the system description at the head', () => {
    const text = `#system_desc = ${String(knownSystems.n300())}
module attributes {test.type = memref<2x2x!ttcore.tile<32x32, bfp_bf8>>, ttcore.system_desc = #system_desc} {
}`;
    expect(roundTrip(text)).toBe(text);
  });

  it('describes machines by their number of chips', () => {
    expect(systemWithChips(8)).toBe(knownSystems.t3k());
    expect(systemWithChips(8).chipChannels).toHaveLength(14);
    expect(systemWithChips(4).chipDescs).toHaveLength(4);
    expect(String(systemWithChips(2, 'blackhole'))).toContain('arch = <blackhole>');
    expect(String(knownSystems.n150())).toMatch(/, \[0\], \[1 : i32\], \[ 0x0x0x0\]>$/);
  });

  it('rejects unknown and missing parts', () => {
    const device = (body: string): string => roundTrip(`ttcore.device @d = <${body}>`);
    expect(device('colour = 1')).toContain("expected 'workerGrid'");
    expect(device('meshShape = 1x1')).toContain("expected 'workerGrid'");
  });

  it('rejects a load of a function with other types', () => {
    const text = `func.func private @f() -> tensor<2xf32>
func.func @main() -> tensor<4xf32> {
  %0 = ttcore.load_cached(@f, []) : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`;
    expect(roundTrip(text)).toBe("'ttcore.load_cached' op Result type mismatch at index 0");
    expect(roundTrip(text.replace('@f, []', '@g, []'))).toBe(
      "'ttcore.load_cached' op 'g' does not reference a function",
    );
  });
});

describe('number formats', () => {
  it('knows what the hardware stores', () => {
    expect(dataTypeOf(f32)).toBe('f32');
    expect(dataTypeOf(IntegerType.get(32, 'signed'))).toBe('si32');
    expect(dataTypeOf(f64)).toBeNull();
  });

  it('replaces element types that the hardware has not', () => {
    expect(normalizedElementType(IntegerType.get(1))).toBe(bf16);
    expect(normalizedElementType(f64)).toBe(f32);
    expect(String(normalizedElementType(IntegerType.get(64)))).toBe('si32');
    expect(String(normalizedElementType(IntegerType.get(8)))).toBe('si32');
    expect(String(normalizedElementType(IntegerType.get(16, 'unsigned')))).toBe('ui16');
    expect(String(normalizedElementType(IntegerType.get(64, 'unsigned')))).toBe('ui32');
  });
});
