import { DotAlgorithmAttr } from '@shardform/dialect-stablehlo';
import { bf16, f16, f32, f64, FloatType, type Type } from '@shardform/ir-core';
import type { ImportedInstruction } from '../imported-instruction.ts';

const tf32 = /* @__PURE__ */ FloatType.get('tf32');
const f8 = /* @__PURE__ */ FloatType.get('f8E5M2');

/** Types of operands and sums, the number of products, and whether sums may be imprecise. */
type Algorithm = readonly [operands: Type, sums: Type, products: number, isImprecise?: boolean];

const algorithms: Readonly<Record<string, Algorithm>> = {
  dot_any_f8_any_f8_f32: [f8, f32, 1],
  dot_any_f8_any_f8_f32_fast_accum: [f8, f32, 1, true],
  dot_f16_f16_f16: [f16, f16, 1],
  dot_f16_f16_f32: [f16, f32, 1],
  dot_bf16_bf16_bf16: [bf16, bf16, 1],
  dot_bf16_bf16_f32: [bf16, f32, 1],
  dot_bf16_bf16_f32_x3: [bf16, f32, 3],
  dot_bf16_bf16_f32_x6: [bf16, f32, 6],
  dot_bf16_bf16_f32_x9: [bf16, f32, 9],
  dot_tf32_tf32_f32: [tf32, f32, 1],
  dot_tf32_tf32_f32_x3: [tf32, f32, 3],
  dot_f32_f32_f32: [f32, f32, 1],
  dot_f64_f64_f64: [f64, f64, 1],
};

/** Returns the algorithm of a product, `null` where none is asked for. */
export function dotAlgorithmOf(from: ImportedInstruction): DotAlgorithmAttr | null {
  const { algorithm } = from.attributes;
  if (algorithm === undefined || algorithm === '' || algorithm === 'dot_unset' || algorithm === 'ALG_UNSET')
    return null;
  const name = algorithm.toLowerCase().replace(/^alg_/, '');
  const known = algorithms[name];
  if (known === undefined)
    return from.fail(`has the algorithm '${algorithm}', which StableHLO does not have`);
  const [operands, sums, products, isImprecise = false] = known;
  return DotAlgorithmAttr.get({
    lhsPrecisionType: operands,
    rhsPrecisionType: operands,
    accumulationType: sums,
    lhsComponentCount: 1,
    rhsComponentCount: 1,
    numPrimitiveOperations: products,
    allowImpreciseAccumulation: isImprecise,
  });
}
