/**
 * Error function to the precision of a double: below 2.5 the series of erf whose terms are all positive, above it a
 * continued fraction of its complement (Abramowitz and Stegun 7.1.6 and 7.1.14).
 */
export function erf(x: number): number {
  if (x !== x) return x;
  const magnitude = Math.abs(x);
  if (magnitude > 6) return Math.sign(x);
  if (magnitude < 2.5) return seriesOfErf(x);
  return Math.sign(x) * (1 - fractionOfErfc(magnitude));
}

function seriesOfErf(x: number): number {
  const square = 2 * x * x;
  let term = x;
  let sum = x;
  for (let n = 1; Math.abs(term) > Math.abs(sum) * 1e-17; n++) {
    term *= square / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

function fractionOfErfc(x: number): number {
  let rest = 0;
  for (let n = 60; n > 0; n--) rest = n / 2 / (x + rest);
  return Math.exp(-x * x) / (Math.sqrt(Math.PI) * (x + rest));
}

/** Nearest integer, ties away from zero; the sign of zero is kept. */
export function roundAwayFromZero(x: number): number {
  const whole = Math.trunc(x);
  return Math.abs(x - whole) >= 0.5 ? whole + Math.sign(x) : whole;
}

/** Nearest integer, ties to even; the sign of zero is kept. */
export function roundToEven(x: number): number {
  const whole = Math.trunc(x);
  const rest = Math.abs(x - whole);
  const isUp = rest > 0.5 || (rest === 0.5 && whole % 2 !== 0);
  return isUp ? whole + Math.sign(x) : whole;
}

/** -1, 0 or 1; both zeros give 0, and NaN has no sign. */
export function signOf(x: number): number | null {
  if (x !== x) return null;
  return x === 0 ? 0 : Math.sign(x);
}
