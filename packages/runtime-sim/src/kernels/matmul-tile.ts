import { taskName } from '../threads/kernel-threads.ts';
import { FunctionBuilder, type Local } from '../wasm/function-builder.ts';
import { laneRounding } from './lane-rounding.ts';

/**
 * The arithmetic of products and sums: in f32, f64 or integers modulo 2^32; or in f32, with each product and each sum
 * rounded further to a format of 16 bits. A product of two such numbers is an f32, but for bf16 below half of its least
 * number, and an f32 sum has so many more digits than the format that rounding twice is rounding once.
 */
export type MatmulArithmetic = 'f32' | 'f64' | 'i32' | 'bf16' | 'f16';

/** Vectors of the output that a tile computes in each of its two rows. */
const tileVectors = 4;

/** Columns of the output that a tile computes. */
export function tileColumns(arithmetic: MatmulArithmetic): number {
  return arithmetic === 'f64' ? 2 * tileVectors : 4 * tileVectors;
}

/** Bytes of a row of a tile, and of a row of a packed strip of the right operand. */
export const stripRowBytes = 16 * tileVectors;

/**
 * Functions of the matrix product, all on addresses and distances in bytes.
 *
 * - `tile(lhs, strip, out, depth, lhsPitch, outPitch)` adds to two rows of a tile of the output the products of two rows of
 *   `lhs` with a strip, of which each of the `depth` rows lies behind the one before. Pitches of zero compute one row.
 * - `tiles(lhs, strip, out, depth, lhsPitch, outPitch, rows, strips, stripBytes)` does so for all rows and strips.
 * - `task(index, count, ...)`, with the arguments of `tiles` behind, does so for `count` strips from `index * count` on.
 * - `pack(source, strip, depth, pitch, strips, stripBytes)` copies a block of the right operand into strips.
 * - `copyRows(source, target, rows, sourcePitch, targetPitch, count)` moves rows of `count` vectors, first to last.
 *
 * Every product is rounded, and every sum, in order of increasing depth: nothing is contracted into one operation and
 * nothing reordered, so the numbers are those of a plain loop.
 */
export function matmulFunctions(arithmetic: MatmulArithmetic): FunctionBuilder[] {
  return [tile(arithmetic), tiles(), pack(), copyRows(), someStrips()];
}

/**
 * Two rows times four vectors: eight sums, four vectors of the strip and two elements of `lhs` are all that the sixteen
 * vector registers of x86-64 hold beside what compilers keep for themselves.
 *
 * Several steps of depth are unrolled, separated by jumps that are never taken: V8 moves the loads of a straight run of
 * instructions to its beginning, and those of two steps would not fit the registers. Measured on V8 11.3 (AMD Zen 4,
 * 3.5 GHz): 50 GFLOP/s for eight steps, 45 for two, 28 without the jumps.
 */
function tile(arithmetic: MatmulArithmetic): FunctionBuilder {
  const f = new FunctionBuilder('tile', 6);
  const [lhs, strip, out, depth, lhsPitch, outPitch] = [0, 1, 2, 3, 4, 5];
  const sums = [f.locals('v128', tileVectors), f.locals('v128', tileVectors)];
  const [values, element] = [f.locals('v128', tileVectors), f.local('v128')];
  const rows = [f.local('i32'), f.local('i32')] as const;
  const outs = [f.local('i32'), f.local('i32')] as const;
  const elementBytes = arithmetic === 'f64' ? 8 : 4;
  const splat = arithmetic === 'f64' ? 'v128.load64_splat' : 'v128.load32_splat';
  const lane = arithmetic === 'f64' ? 'f64x2' : arithmetic === 'i32' ? 'i32x4' : 'f32x4';
  const narrow = arithmetic === 'bf16' || arithmetic === 'f16' ? arithmetic : null;
  const round = narrow === null ? null : laneRounding(f, narrow);
  // Rounding fills the registers and is most of the time.
  const steps = narrow === null ? 8 : 1;

  const addressesOf = (both: readonly [Local, Local], start: Local, pitch: Local): void => {
    f.get(start);
    f.set(both[0]);
    f.get(start, pitch);
    f.op('i32.add');
    f.set(both[1]);
  };
  const step = (index: number): void => {
    values.forEach((value, v) => {
      f.get(strip);
      f.memory('v128.load', stripRowBytes * index + 16 * v);
      f.set(value);
    });
    rows.forEach((row, r) => {
      f.get(row);
      f.memory(splat, elementBytes * index);
      f.set(element);
      values.forEach((value, v) => {
        const sum = sums[r][v];
        f.get(sum, element, value);
        f.simd(`${lane}.mul`);
        round?.();
        f.simd(`${lane}.add`);
        round?.();
        f.set(sum);
      });
    });
  };
  /** Repeats `count` steps until the first row is at `end`. */
  const stepUntil = (end: Local, count: number): void => {
    f.block((leave) => {
      f.get(rows[0], end);
      f.op('i32.eq');
      leave();
      f.loop((repeat) => {
        for (let index = 0; index < count; index += 1) {
          step(index);
          if (index === count - 1) break;
          // There are at least `count` steps to do.
          f.get(depth);
          f.i32(index + 1);
          f.op('i32.eq');
          leave();
        }
        f.advance(strip, stripRowBytes * count);
        for (const row of rows) f.advance(row, elementBytes * count);
        f.get(rows[0], end);
        f.op('i32.ne');
        repeat();
      });
    });
  };
  const addEnd = (mask: number): Local => {
    const end = f.local('i32');
    f.get(lhs, depth);
    f.i32(mask);
    f.op('i32.and');
    f.i32(elementBytes);
    f.op('i32.mul');
    f.op('i32.add');
    f.set(end);
    return end;
  };

  addressesOf(rows, lhs, lhsPitch);
  addressesOf(outs, out, outPitch);
  outs.forEach((address, r) => {
    sums[r].forEach((sum, v) => {
      f.get(address);
      f.memory('v128.load', 16 * v);
      f.set(sum);
    });
  });
  if (steps > 1) stepUntil(addEnd(-steps), steps);
  stepUntil(addEnd(-1), 1);
  outs.forEach((address, r) => {
    sums[r].forEach((sum, v) => {
      f.get(address, sum);
      f.memory('v128.store', 16 * v);
    });
  });
  return f;
}

function tiles(): FunctionBuilder {
  const f = new FunctionBuilder('tiles', 9);
  const [lhs, strip, out, depth, lhsPitch, outPitch, rows, strips, stripBytes] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  const [row, address, left] = [f.local('i32'), f.local('i32'), f.local('i32')];
  f.loop((nextStrip) => {
    f.get(lhs);
    f.set(row);
    f.get(out);
    f.set(address);
    f.get(rows);
    f.set(left);
    f.block((noPairs) => {
      f.get(left);
      f.i32(2);
      f.op('i32.lt_u');
      noPairs();
      f.loop((nextPair) => {
        f.get(row, strip, address, depth, lhsPitch, outPitch);
        f.call(tileIndex);
        for (const [local, pitch] of [
          [row, lhsPitch],
          [address, outPitch],
        ] as const) {
          f.advanceBy(local, pitch);
          f.advanceBy(local, pitch);
        }
        f.advance(left, -2);
        f.i32(1);
        f.get(left);
        f.op('i32.lt_u');
        nextPair();
      });
    });
    f.block((noSingle) => {
      f.get(left);
      f.op('i32.eqz');
      noSingle();
      f.get(row, strip, address, depth);
      f.i32(0);
      f.i32(0);
      f.call(tileIndex);
    });
    f.advanceBy(strip, stripBytes);
    f.advance(out, stripRowBytes);
    f.advance(strips, -1);
    f.get(strips);
    nextStrip();
  });
  return f;
}

// Functions of the module in their order.
const tileIndex = 0;
const tilesIndex = 1;

function someStrips(): FunctionBuilder {
  const f = new FunctionBuilder(taskName, 11);
  const [index, count, lhs, strip, out, depth, lhsPitch, outPitch, rows, strips, stripBytes] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ];
  const [first, left] = [f.local('i32'), f.local('i32')];
  f.get(index, count);
  f.op('i32.mul');
  f.set(first);
  f.get(strips, first);
  f.op('i32.sub');
  f.set(left);
  f.get(lhs, strip, first, stripBytes);
  f.op('i32.mul');
  f.op('i32.add');
  f.get(out, first);
  f.i32(stripRowBytes);
  f.op('i32.mul');
  f.op('i32.add');
  f.get(depth, lhsPitch, outPitch, rows);
  // The lesser of both.
  f.get(count, left, count, left);
  f.op('i32.lt_u');
  f.op('select');
  f.get(stripBytes);
  f.call(tilesIndex);
  return f;
}

function pack(): FunctionBuilder {
  const f = new FunctionBuilder('pack', 6);
  const [source, strip, depth, pitch, strips, stripBytes] = [0, 1, 2, 3, 4, 5];
  const [from, to, left] = [f.local('i32'), f.local('i32'), f.local('i32')];
  f.loop((nextStrip) => {
    f.get(source);
    f.set(from);
    f.get(strip);
    f.set(to);
    f.get(depth);
    f.set(left);
    f.loop((nextRow) => {
      for (let v = 0; v < tileVectors; v += 1) {
        f.get(to, from);
        f.memory('v128.load', 16 * v);
        f.memory('v128.store', 16 * v);
      }
      f.advanceBy(from, pitch);
      f.advance(to, stripRowBytes);
      f.advance(left, -1);
      f.get(left);
      nextRow();
    });
    f.advance(source, stripRowBytes);
    f.advanceBy(strip, stripBytes);
    f.advance(strips, -1);
    f.get(strips);
    nextStrip();
  });
  return f;
}

function copyRows(): FunctionBuilder {
  const f = new FunctionBuilder('copyRows', 6);
  const [source, target, rows, sourcePitch, targetPitch, count] = [0, 1, 2, 3, 4, 5];
  const [from, to, left] = [f.local('i32'), f.local('i32'), f.local('i32')];
  f.loop((nextRow) => {
    f.get(source);
    f.set(from);
    f.get(target);
    f.set(to);
    f.get(count);
    f.set(left);
    f.loop((nextVector) => {
      f.get(to, from);
      f.memory('v128.load');
      f.memory('v128.store');
      f.advance(from, 16);
      f.advance(to, 16);
      f.advance(left, -1);
      f.get(left);
      nextVector();
    });
    f.advanceBy(source, sourcePitch);
    f.advanceBy(target, targetPitch);
    f.advance(rows, -1);
    f.get(rows);
    nextRow();
  });
  return f;
}
