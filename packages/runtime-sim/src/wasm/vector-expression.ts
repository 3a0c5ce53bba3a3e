import type { FunctionBuilder, Local } from './function-builder.ts';
import type { SimdOpcode } from './opcodes.ts';

/** Pushes a vector. */
export type Vector = () => void;

/** Writes vector computations as nested expressions rather than in the order of a stack. */
export class VectorExpressions {
  readonly #builder: FunctionBuilder;

  constructor(builder: FunctionBuilder) {
    this.#builder = builder;
  }

  /** The result of an instruction. */
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

  /** Computes a vector here, to be used several times. */
  keep(value: Vector): Vector {
    const local = this.#builder.local('v128');
    value();
    this.#builder.set(local);
    return this.read(local);
  }

  /** Two doubles of one value. */
  f64(value: number): Vector {
    return () => this.#builder.f64x2(value);
  }

  /** Two 64-bit integers of one value. */
  i64(value: bigint): Vector {
    return () => this.#builder.i64x2(value);
  }

  /** Lanes of 64 bits shifted. */
  shifted(name: 'i64x2.shl' | 'i64x2.shr_u', value: Vector, bits: number): Vector {
    return () => {
      value();
      this.#builder.i32(bits);
      this.#builder.simd(name);
    };
  }

  add(x: Vector, y: Vector): Vector {
    return this.of('f64x2.add', x, y);
  }

  sub(x: Vector, y: Vector): Vector {
    return this.of('f64x2.sub', x, y);
  }

  mul(x: Vector, y: Vector): Vector {
    return this.of('f64x2.mul', x, y);
  }

  div(x: Vector, y: Vector): Vector {
    return this.of('f64x2.div', x, y);
  }

  /** `onTrue` in lanes where `mask` has all bits set, `onFalse` where it has none. */
  select(mask: Vector, onTrue: Vector, onFalse: Vector): Vector {
    return this.of('v128.bitselect', onTrue, onFalse, mask);
  }

  /** `c[0] + x * (c[1] + x * (...))`. */
  polynomial(x: Vector, coefficients: readonly number[]): Vector {
    const [last, ...others] = coefficients.toReversed();
    return others.reduce<Vector>((sum, c) => this.add(this.f64(c), this.mul(x, sum)), this.f64(last));
  }
}
