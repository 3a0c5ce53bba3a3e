import { withSign } from './matrix.ts';

/** A real matrix of two rows, and the rotation that brought it to this form. */
export interface StandardTwo {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly cosine: number;
  readonly sine: number;
}

/**
 * `[[a, b], [c, d]]` turned so that it is upper triangular, or has equal elements on the diagonal and others of different
 * signs: then its eigenvalues are a complex pair (LAPACK's `lanv2`).
 */
export function standardTwo(a: number, b: number, c: number, d: number): StandardTwo {
  if (c === 0) return { a, b, c, d, cosine: 1, sine: 0 };
  if (b === 0) return { a: d, b: -c, c: 0, d: a, cosine: 0, sine: 1 };
  if (a === d && Math.sign(b) !== Math.sign(c)) return { a, b, c, d, cosine: 1, sine: 0 };
  const difference = a - d;
  const p = 0.5 * difference;
  const larger = Math.max(Math.abs(b), Math.abs(c));
  const smaller = Math.min(Math.abs(b), Math.abs(c)) * withSign(1, b) * withSign(1, c);
  const scale = Math.max(Math.abs(p), larger);
  const z = (p / scale) * p + (larger / scale) * smaller;
  if (z >= 4 * Number.EPSILON) {
    const root = p + withSign(Math.sqrt(scale) * Math.sqrt(z), p);
    const length = Math.hypot(c, root);
    return {
      a: d + root,
      b: b - c,
      c: 0,
      d: d - (larger / root) * smaller,
      cosine: root / length,
      sine: c / length,
    };
  }
  return equalDiagonal(a, b, c, d);
}

/** For complex eigenvalues, or real ones that are nearly equal. */
function equalDiagonal(a: number, b: number, c: number, d: number): StandardTwo {
  const sum = b + c;
  const length = Math.hypot(sum, a - d);
  const cosine = Math.sqrt(0.5 * (1 + Math.abs(sum) / length));
  const sine = -((0.5 * (a - d)) / (length * cosine)) * withSign(1, sum);
  const [aa, bb] = [a * cosine + b * sine, -a * sine + b * cosine];
  const [cc, dd] = [c * cosine + d * sine, -c * sine + d * cosine];
  const half = 0.5 * (aa * cosine + cc * sine + (-bb * sine + dd * cosine));
  const [upper, lower] = [bb * cosine + dd * sine, -aa * sine + cc * cosine];
  if (lower === 0) return { a: half, b: upper, c: 0, d: half, cosine, sine };
  if (upper === 0) return { a: half, b: -lower, c: 0, d: half, cosine: -sine, sine: cosine };
  if (Math.sign(upper) !== Math.sign(lower)) return { a: half, b: upper, c: lower, d: half, cosine, sine };
  const [rootUpper, rootLower] = [Math.sqrt(Math.abs(upper)), Math.sqrt(Math.abs(lower))];
  const p = withSign(rootUpper * rootLower, lower);
  const tau = 1 / Math.sqrt(Math.abs(upper + lower));
  const [c1, s1] = [rootUpper * tau, rootLower * tau];
  return {
    a: half + p,
    b: upper - lower,
    c: 0,
    d: half - p,
    cosine: cosine * c1 - sine * s1,
    sine: cosine * s1 + sine * c1,
  };
}
