import { FunctionBuilder } from '../wasm/function-builder.ts';
import { ensureMemory, instantiate, type KernelModule } from '../wasm/wasm-module.ts';

/** Adds products of f32 vectors to sums: `addProducts(x, y, sums, vectors)`, on addresses; each step is rounded. */
function addProducts(): FunctionBuilder {
  const f = new FunctionBuilder('addProducts', 4);
  const [x, y, sums, vectors] = [0, 1, 2, 3];
  f.loop((repeat) => {
    f.get(sums, sums);
    f.memory('v128.load');
    for (const factor of [x, y]) {
      f.get(factor);
      f.memory('v128.load');
    }
    f.simd('f32x4.mul', 'f32x4.add');
    f.memory('v128.store');
    for (const address of [x, y, sums]) f.advance(address, 16);
    f.advance(vectors, -1);
    f.get(vectors);
    repeat();
  });
  return f;
}

/** Sums of products of rows of lanes, which lie in its memory, with vectors. */
export class LaneProducts {
  readonly #module: KernelModule;
  #view: Float32Array;

  /** `null` where there is no WebAssembly with vectors. */
  static make(): LaneProducts | null {
    const module = instantiate([addProducts()]);
    return module === null ? null : new LaneProducts(module);
  }

  private constructor(module: KernelModule) {
    this.#module = module;
    this.#view = new Float32Array(module.memory.buffer);
  }

  /** The memory, with room for at least `length` numbers; valid until the next call. */
  memory(length: number): Float32Array {
    ensureMemory(this.#module.memory, 4 * length);
    if (this.#view.buffer !== this.#module.memory.buffer) {
      this.#view = new Float32Array(this.#module.memory.buffer);
    }
    return this.#view;
  }

  /**
   * Adds to `lanes` sums, and up to three more after them, the products of two rows; all by their addresses in the
   * memory.
   */
  add(x: number, y: number, sums: number, lanes: number): void {
    this.#module.call.addProducts(4 * x, 4 * y, 4 * sums, (lanes + 3) >> 2);
  }
}

let products: LaneProducts | null | undefined;

/** Created on first use; `null` without WebAssembly SIMD. */
export function laneProducts(): LaneProducts | null {
  if (products === undefined) products = LaneProducts.make();
  return products;
}
