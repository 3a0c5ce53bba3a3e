import { ArrayAttr, elementByteWidth, type Operation, RankedTensorType, type Type } from '@shardform/ir-core';

/**
 * The kinds of arithmetic for which devices have rates: products by the type of their operands, and everything that is computed
 * for each element. `tf32` are products of f32 whose operands a device may round, as XLA lets it without a higher precision.
 */
export const arithmetics = ['f16', 'f64', 'f32', 'tf32', 'f8', 'f4', 'i8', 'vector'] as const;

/** One of {@link arithmetics}. */
export type Arithmetic = (typeof arithmetics)[number];

const PRODUCTS: ReadonlySet<string> = new Set([
  ...['stablehlo.dot_general', 'stablehlo.dot', 'stablehlo.einsum', 'stablehlo.convolution'],
  ...['stablehlo.dynamic_conv', 'chlo.ragged_dot', 'hlo.scaled_dot'],
]);

/** Returns the arithmetic that an operation does. */
export function arithmeticOf(op: Operation): Arithmetic {
  if (!PRODUCTS.has(op.name)) return 'vector';
  const { type } = op.getOperand(0);
  return type instanceof RankedTensorType ? ofProducts(type.elementType, isExact(op)) : 'vector';
}

function ofProducts(element: Type, exact: boolean): Arithmetic {
  const text = String(element).replace(/^complex<(.*)>$/, '$1');
  if (text === 'f64') return 'f64';
  if (text === 'tf32') return 'tf32';
  if (text === 'f32') return exact ? 'f32' : 'tf32';
  if (text === 'f16' || text === 'bf16') return 'f16';
  if (text.startsWith('f')) return /^f[46]/.test(text) ? 'f4' : 'f8';
  return elementByteWidth(element) === 1 ? 'i8' : 'vector';
}

/** Whether a product asks for more than the fastest arithmetic of its type. */
function isExact(op: Operation): boolean {
  const config = op.getAttr('precision_config');
  return config instanceof ArrayAttr && config.elements.some((element) => /HIGH/.test(String(element)));
}

/** Floating-point operations of several kernels in one: they count as the arithmetic that most of them are. */
export class ArithmeticWork {
  readonly #flops = new Map<Arithmetic, number>();

  add({ flops, arithmetic }: { readonly flops: number; readonly arithmetic: Arithmetic }, times = 1): void {
    this.#flops.set(arithmetic, (this.#flops.get(arithmetic) ?? 0) + times * flops);
  }

  total(): { readonly flops: number; readonly arithmetic: Arithmetic } {
    let [flops, most, arithmetic]: [number, number, Arithmetic] = [0, 0, 'vector'];
    for (const [own, count] of this.#flops) {
      flops += count;
      if (count > most) [most, arithmetic] = [count, own];
    }
    return { flops, arithmetic };
  }
}
