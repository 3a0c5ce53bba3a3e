import { f64, type Value } from '@shardform/ir-core';
import * as table from './error-function-coefficients.ts';
import { floatType, type Formula } from './formula.ts';

/** Returns the inverse of the error function; infinite at one and minus one. */
export function erfInv(f: Formula, x: Value): Value {
  const squared = f.mul(x, f.neg(x));
  const w = f.neg(f.log1p(squared));
  const polynomial = floatType(x) === f64 ? polynomial64(f, x, w) : polynomial32(f, x, w);
  const result = f.mul(polynomial, x);
  const magnitude = f.abs(x);
  const isOne = f.compare(magnitude, 'EQ', f.like(x, 1));
  return f.select(isOne, f.mul(x, f.like(x, Infinity)), result);
}

function polynomial32(f: Formula, x: Value, w: Value): Value {
  const isCentre = f.compare(w, 'LT', f.like(x, 5));
  const centre = f.sub(w, f.like(x, 2.5));
  const root = f.sqrt(w);
  const variable = f.select(isCentre, centre, f.sub(root, f.like(x, 3)));
  const coefficients = table.erfInvCentre32.map((near, i) => () => {
    const forCentre = f.like(x, near);
    return f.select(isCentre, forCentre, f.like(x, table.erfInvTail32[i]!));
  });
  return horner(f, variable, coefficients);
}

/** The polynomials differ in degree: the last steps are taken only where the polynomial has more terms. */
function polynomial64(f: Formula, x: Value, w: Value): Value {
  const isCentre = f.compare(w, 'LT', f.like(x, 6.25));
  const isBeforeTail = f.compare(w, 'LT', f.like(x, 16));
  const root = f.sqrt(w);
  const centre = f.sub(w, f.like(x, 3.125));
  const middleOffset = f.like(x, 3.25);
  const offset = f.select(isBeforeTail, middleOffset, f.like(x, 5));
  const variable = f.select(isCentre, centre, f.sub(root, offset));
  const [centres, middles, tails] = [table.erfInvCentre64, table.erfInvMiddle64, table.erfInvTail64];

  const centreOrMiddle = (i: number): Value => {
    const forCentre = f.like(x, centres[i]!);
    return f.select(isCentre, forCentre, f.like(x, middles[i]!));
  };
  const coefficients = tails.map((tail, i) => () => {
    const other = centreOrMiddle(i);
    return f.select(isBeforeTail, other, f.like(x, tail));
  });
  let result = horner(f, variable, coefficients);
  for (let i = tails.length; i < centres.length; i++) {
    const isLonger = i < middles.length ? isBeforeTail : isCentre;
    const coefficient = i < middles.length ? centreOrMiddle(i) : f.like(x, centres[i]!);
    const next = f.add(coefficient, f.mul(result, variable));
    result = f.select(isLonger, next, result);
  }
  return result;
}

/** Coefficients come highest power first, each made when its turn comes. */
function horner(f: Formula, x: Value, [highest, ...others]: readonly (() => Value)[]): Value {
  let result = highest!();
  for (const make of others) {
    const coefficient = make();
    result = f.add(coefficient, f.mul(result, x));
  }
  return result;
}
