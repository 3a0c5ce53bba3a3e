import type { FloatLanes } from './float-lanes.ts';
import type { FunctionBuilder, Local } from './function-builder.ts';
import type { SimdOpcode } from './opcodes.ts';

/** Instructions that shift the lanes of a vector by one amount. */
type VectorShift = 'i32x4.shl' | 'i32x4.shr_s' | 'i32x4.shr_u' | 'i64x2.shl';

/** Pushes a vector. */
export type Vector = () => void;

/** Writes vector computations as nested expressions rather than in the order of a stack. */
export class VectorExpressions implements FloatLanes<Vector> {
  readonly #builder: FunctionBuilder;

  constructor(builder: FunctionBuilder) {
    this.#builder = builder;
  }

  of(name: SimdOpcode, ...operands: Vector[]): Vector {
    return () => {
      for (const operand of operands) operand();
      this.#builder.simd(name);
    };
  }

  /** A variable. */
  read(local: Local): Vector {
    return () => this.#builder.get(local);
  }

  keep(value: Vector): Vector {
    const local = this.#builder.local('v128');
    value();
    this.#builder.set(local);
    return this.read(local);
  }

  f32(value: number): Vector {
    return () => this.#builder.f32x4(value);
  }

  word(bits: number): Vector {
    return () => this.#builder.i32x4(bits);
  }

  shifted(name: VectorShift, value: Vector, bits: number): Vector {
    return () => {
      value();
      this.#builder.i32(bits);
      this.#builder.simd(name);
    };
  }

  /** Bytes of two vectors, numbered from 0 to 31. */
  shuffled(first: Vector, second: Vector, bytes: readonly number[]): Vector {
    return () => {
      first();
      second();
      this.#builder.shuffle(bytes);
    };
  }
}
