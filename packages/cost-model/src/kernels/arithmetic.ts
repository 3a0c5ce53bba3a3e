import { ArrayAttr, elementByteWidth, type Operation, RankedTensorType, type Type } from '@shardform/ir-core';

/**
 * The kinds of arithmetic for which devices have rates: products by the type of their operands, and everything that is computed
 * for each element. `tf32` are products of f32 whose operands a device may round, as XLA lets it without a higher precision.
 * `attention` are the products of fused attention, which reaches another part of a device's rate than other products.
 */
export const arithmetics = [
  ...(['f16', 'f64', 'f32', 'tf32', 'f8', 'f4', 'i8', 'vector'] as const),
  ...(['attention', 'attention_f64', 'attention_f32', 'attention_tf32', 'attention_f8'] as const),
] as const;

/** One of {@link arithmetics}. */
export type Arithmetic = (typeof arithmetics)[number];

/** Returns the arithmetic of products of the tensors that an operation has as an operand. */
export function productsOf(op: Operation, operand: number): Arithmetic {
  const { type } = op.getOperand(operand);
  return type instanceof RankedTensorType ? ofProducts(type.elementType, isExact(op)) : 'vector';
}

/** The arithmetic of attention, by that of products of the same operands. */
const ATTENTION = {
  f64: 'attention_f64',
  f32: 'attention_f32',
  tf32: 'attention_tf32',
  f16: 'attention',
  f8: 'attention_f8',
} as const satisfies Partial<Record<Arithmetic, Arithmetic>>;

/** Returns the arithmetic of fused attention whose products were of an arithmetic; types for which there is no such kernel count as 16-bit floats. */
export function attentionArithmetic(products: Arithmetic): Arithmetic {
  const kinds: Readonly<Partial<Record<Arithmetic, Arithmetic>>> = ATTENTION;
  return kinds[products] ?? 'attention';
}

/** Returns the arithmetic of the products of attention of a kind; `null` for what is not attention. */
export function productsOfAttention(arithmetic: Arithmetic): Arithmetic | null {
  const found = Object.entries(ATTENTION).find(([, kind]) => kind === arithmetic);
  // The keys are those of the table.
  return found === undefined ? null : (found[0] as keyof typeof ATTENTION);
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
  return config instanceof ArrayAttr && config.elements.some((element) => String(element).includes('HIGH'));
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
