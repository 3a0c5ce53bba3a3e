import type { Vector, VectorExpressions } from '../wasm/vector-expression.ts';

/**
 * Functions of doubles as vector code, two at a time, for arguments that were f32 and results that become f32. The methods
 * and coefficients are those of Sun's fdlibm (e_exp.c, s_expm1.c, e_log.c), accurate to about one unit in the last place of a
 * double. Rounded to f32 the results are those of JavaScript's `Math` in V8 for all 2^32 arguments.
 */

const ln2High = 6.9314718036912381649e-1;
const ln2Low = 1.90821492927058770002e-10;
const invLn2 = 1.442695040888963387;

/** `x` divided by ln 2, rounded: `x = k ln 2 + r`, `r` as the difference `high - low`. */
function reduced(e: VectorExpressions, x: Vector): { k: Vector; high: Vector; low: Vector } {
  const half = e.of('v128.or', e.of('v128.and', x, e.f64(-0)), e.f64(0.5));
  const k = e.keep(e.of('f64x2.trunc', e.add(e.mul(x, e.f64(invLn2)), half)));
  const high = e.keep(e.sub(x, e.mul(k, e.f64(ln2High))));
  const low = e.keep(e.mul(k, e.f64(ln2Low)));
  return { k, high, low };
}

/** `2^k` for whole `k` that a double's exponent can hold: the sum with 2^52 has `k` and the bias in its last bits. */
function powerOfTwo(e: VectorExpressions, k: Vector): Vector {
  return e.shifted('i64x2.shl', e.add(k, e.f64(2 ** 52 + 1023)), 52);
}

/** The exponential. */
export function exponential(e: VectorExpressions, x: Vector): Vector {
  // Beyond these bounds the f32 is infinite or zero.
  const bounded = e.keep(e.of('f64x2.max', e.of('f64x2.min', x, e.f64(89)), e.f64(-104)));
  const { k, high, low } = reduced(e, bounded);
  const r = e.keep(e.sub(high, low));
  const square = e.keep(e.mul(r, r));
  const series = e.polynomial(
    square,
    [
      1.66666666666666019037e-1, -2.77777777770155933842e-3, 6.61375632143793436117e-5,
      -1.6533902205465251539e-6, 4.13813679705723846039e-8,
    ],
  );
  const c = e.keep(e.sub(r, e.mul(square, series)));
  const quotient = e.div(e.mul(r, c), e.sub(e.f64(2), c));
  const y = e.sub(e.f64(1), e.sub(e.sub(low, quotient), high));
  return e.mul(y, powerOfTwo(e, k));
}

/** `exp(x) - 1` for `x` from -50 to 0. */
function exponentialMinusOne(e: VectorExpressions, x: Vector): Vector {
  const { k, high, low } = reduced(e, x);
  const r = e.keep(e.sub(high, low));
  const error = e.keep(e.sub(e.sub(high, r), low));
  const halfR = e.keep(e.mul(e.f64(0.5), r));
  const halfSquare = e.keep(e.mul(r, halfR));
  const r1 = e.keep(
    e.polynomial(
      halfSquare,
      [
        1, -3.33333333333331316428e-2, 1.58730158725481460165e-3, -7.93650757867487942473e-5,
        4.00821782732936239552e-6, -2.01099218183624371326e-7,
      ],
    ),
  );
  const t = e.keep(e.sub(e.f64(3), e.mul(r1, halfR)));
  const quotient = e.div(e.sub(r1, t), e.sub(e.f64(6), e.mul(r, t)));
  const correction = e.sub(e.mul(r, e.sub(e.mul(halfSquare, quotient), error)), error);
  const small = e.sub(r, e.sub(correction, halfSquare));
  const scale = e.keep(powerOfTwo(e, k));
  return e.add(e.mul(scale, small), e.sub(scale, e.f64(1)));
}

/** The hyperbolic tangent: with `t = exp(-2|x|) - 1`, it is `-t / (t + 2)` with the sign of `x`. */
export function hyperbolicTangent(e: VectorExpressions, x: Vector): Vector {
  const magnitude = e.of('f64x2.min', e.of('f64x2.abs', x), e.f64(22));
  const argument = e.keep(e.mul(magnitude, e.f64(-2)));
  const t = e.keep(exponentialMinusOne(e, argument));
  const size = e.div(e.of('f64x2.neg', t), e.add(t, e.f64(2)));
  const sign = e.of('v128.and', x, e.f64(-0));
  return e.of('v128.or', e.of('f64x2.abs', size), sign);
}

/** The natural logarithm. */
export function logarithm(e: VectorExpressions, x: Vector): Vector {
  // The mantissa is moved to the interval from sqrt(1/2) to sqrt(2) by carrying into the exponent; 0x95f64 is in fdlibm.
  const fraction = e.of('v128.and', x, e.i64(0x000fffff00000000n));
  const carry = e.keep(
    e.of('v128.and', e.of('i64x2.add', fraction, e.i64(0x00095f6400000000n)), e.i64(0x0010000000000000n)),
  );
  const mantissa = e.of(
    'v128.or',
    e.of('v128.and', x, e.i64(0x000fffffffffffffn)),
    e.of('v128.xor', carry, e.i64(0x3ff0000000000000n)),
  );
  const exponent = e.of('i64x2.add', e.shifted('i64x2.shr_u', x, 52), e.shifted('i64x2.shr_u', carry, 52));
  // As a double, by way of the last bits of 2^52 plus the exponent.
  const k = e.keep(e.sub(e.of('v128.or', exponent, e.f64(2 ** 52)), e.f64(2 ** 52 + 1023)));
  const f = e.keep(e.sub(mantissa, e.f64(1)));
  const s = e.keep(e.div(f, e.add(e.f64(2), f)));
  const z = e.keep(e.mul(s, s));
  const w = e.keep(e.mul(z, z));
  const even = e.mul(
    w,
    e.polynomial(w, [3.999999999940941908e-1, 2.222219843214978396e-1, 1.531383769920937332e-1]),
  );
  const odd = e.mul(
    z,
    e.polynomial(
      w,
      [6.66666666666673513e-1, 2.857142874366239149e-1, 1.818357216161805012e-1, 1.479819860511658591e-1],
    ),
  );
  const series = e.add(odd, even);
  const halfSquare = e.keep(e.mul(e.mul(e.f64(0.5), f), f));
  const inner = e.add(e.mul(s, e.add(halfSquare, series)), e.mul(k, e.f64(ln2Low)));
  const finite = e.sub(e.mul(k, e.f64(ln2High)), e.sub(e.sub(halfSquare, inner), f));
  const isPositive = e.of('f64x2.lt', e.f64(0), x);
  const isZero = e.of('f64x2.eq', x, e.f64(0));
  const isInfinite = e.of('f64x2.eq', x, e.f64(Infinity));
  const outside = e.select(isZero, e.f64(-Infinity), e.f64(NaN));
  return e.select(isPositive, e.select(isInfinite, e.f64(Infinity), finite), outside);
}

/** One over the square root. */
export function reciprocalRoot(e: VectorExpressions, x: Vector): Vector {
  return e.div(e.f64(1), e.of('f64x2.sqrt', x));
}
