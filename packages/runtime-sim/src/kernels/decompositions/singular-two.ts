import { withSign } from './matrix.ts';

interface Turn {
  readonly c: number;
  readonly s: number;
}

/** Returns the smaller singular value of `[[f, g], [0, h]]` (LAPACK's `las2`). */
export function singularValuesOfTwo(f: number, g: number, h: number): number {
  const [fa, ga, ha] = [Math.abs(f), Math.abs(g), Math.abs(h)];
  const [least, most] = [Math.min(fa, ha), Math.max(fa, ha)];
  if (least === 0) return 0;
  if (ga < most) {
    const [sum, difference, ratio] = [1 + least / most, (most - least) / most, (ga / most) ** 2];
    return least * (2 / (Math.sqrt(sum * sum + ratio) + Math.sqrt(difference * difference + ratio)));
  }
  const ratio = most / ga;
  if (ratio === 0) return (least * most) / ga;
  const [sum, difference] = [1 + least / most, (most - least) / most];
  const c = 1 / (Math.sqrt(1 + (sum * ratio) ** 2) + Math.sqrt(1 + (difference * ratio) ** 2));
  return 2 * (least * c * ratio);
}

/**
 * Singular values of `[[f, g], [0, h]]`, with signs, and the rotations of its rows and columns that make it diagonal
 * (LAPACK's `lasv2`).
 */
export function singularTwo(
  f: number,
  g: number,
  h: number,
): { readonly largest: number; readonly least: number; readonly left: Turn; readonly right: Turn } {
  const isSwapped = Math.abs(h) > Math.abs(f);
  const [ft, ht] = isSwapped ? [h, f] : [f, h];
  const [fa, ga, ha] = [Math.abs(ft), Math.abs(g), Math.abs(ht)];
  // The largest of f, g and h determines the signs.
  let place = isSwapped ? 3 : 1;
  let [least, largest] = [ha, fa];
  let [cl, cr, sl, sr] = [1, 1, 0, 0];
  if (ga !== 0) {
    if (ga > fa) place = 2;
    if (ga > fa && fa / ga < Number.EPSILON / 2) {
      largest = ga;
      least = ha > 1 ? fa / (ga / ha) : (fa / ga) * ha;
      [cl, sl, sr, cr] = [1, ht / g, 1, ft / g];
    } else {
      const difference = fa - ha;
      const l = difference === fa ? 1 : difference / fa;
      const m = g / ft;
      const t = 2 - l;
      const s = Math.sqrt(t * t + m * m);
      const r = l === 0 ? Math.abs(m) : Math.sqrt(l * l + m * m);
      const a = 0.5 * (s + r);
      least = ha / a;
      largest = fa * a;
      let tangent: number;
      if (m * m === 0) {
        tangent = l === 0 ? withSign(2, ft) * withSign(1, g) : g / withSign(difference, ft) + m / t;
      } else {
        tangent = (m / (s + t) + m / (r + l)) * (1 + a);
      }
      const root = Math.sqrt(tangent * tangent + 4);
      cr = 2 / root;
      sr = tangent / root;
      cl = (cr + sr * m) / a;
      sl = ((ht / ft) * sr) / a;
    }
  }
  const [left, right] = isSwapped
    ? [
        { c: sr, s: cr },
        { c: sl, s: cl },
      ]
    : [
        { c: cl, s: sl },
        { c: cr, s: sr },
      ];
  const one = (x: number): number => withSign(1, x);
  const sign =
    place === 1
      ? one(right.c) * one(left.c) * one(f)
      : place === 2
        ? one(right.s) * one(left.c) * one(g)
        : one(right.s) * one(left.s) * one(h);
  return { largest: withSign(largest, sign), least: withSign(least, sign * one(f) * one(h)), left, right };
}
