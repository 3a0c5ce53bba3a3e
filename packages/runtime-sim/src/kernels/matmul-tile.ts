import { taskName } from '../threads/kernel-threads.ts';
import { FunctionBuilder, type Local } from '../wasm/function-builder.ts';
import { laneRounding } from './lane-rounding.ts';
import { skipItems, taskItems, taskParameters } from './shared-kernel.ts';

/**
 * The arithmetic of products and sums: in f32, f64 or integers modulo 2^32; or in f32, with each product and each sum
 * rounded further to a format of 16 bits. A product of two such numbers is an f32, but for bf16 below half of its least
 * number, and an f32 sum has so many more digits than the format that rounding twice is rounding once.
 */
export type MatmulArithmetic = 'f32' | 'f64' | 'i32' | 'bf16' | 'f16';

/** How the left operand lies in memory: the elements of a row behind each other, or those of a column. */
export type LhsOrder = 'rows' | 'columns';

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
 * - `tile(lhs, strip, out, depth, lhsPitch, outPitch, lhsStep)` adds to two rows of a tile of the output the products of two
 *   rows of `lhs` with a strip, of which each of the `depth` rows lies behind the one before. Pitches of zero compute one
 *   row. Elements of a row of `lhs` lie behind each other, or `lhsStep` bytes from each other where columns do.
 * - `tiles(lhs, strip, out, depth, lhsPitch, outPitch, lhsStep, rows, strips, stripBytes)` does so for all rows and strips.
 * - `task(index, count, total, lines, segments, segmentCount, lhs, strips, out, lhsPitch, lhsStep, outPitch, ...)` does
 *   so for lines: groups of rows that lie anywhere, each with its strips. Segments are what its rows consist of, which
 *   may lie anywhere, too, and follow each other in the strips.
 * - `pack(source, strip, depth, pitch, strips, stripBytes)` copies a block of the right operand into strips.
 * - `copyRows(source, target, rows, sourcePitch, targetPitch, count)` moves rows of `count` vectors, first to last.
 *
 * Every product is rounded, and every sum, in order of increasing depth: nothing is contracted into one operation and
 * nothing reordered, so the numbers are those of a plain loop.
 */
export function matmulFunctions(arithmetic: MatmulArithmetic, order: LhsOrder): FunctionBuilder[] {
  return [tile(arithmetic, order), tiles(), pack(), copyRows(), someLines()];
}

/**
 * Two rows times four vectors: eight sums, four vectors of the strip and two elements of `lhs` are all that the sixteen
 * vector registers of x86-64 hold beside what compilers keep for themselves.
 *
 * Several steps of depth are unrolled, separated by jumps that are never taken: V8 moves the loads of a straight run of
 * instructions to its beginning, and those of two steps would not fit the registers. Measured on V8 11.3 (AMD Zen 4,
 * 3.5 GHz): 50 GFLOP/s for eight steps, 45 for two, 28 without the jumps.
 */
function tile(arithmetic: MatmulArithmetic, order: LhsOrder): FunctionBuilder {
  const f = new FunctionBuilder('tile', 7);
  const [lhs, strip, out, depth, lhsPitch, outPitch, lhsStep] = [0, 1, 2, 3, 4, 5, 6];
  const isByRow = order === 'rows';
  const sums = [f.locals('v128', tileVectors), f.locals('v128', tileVectors)];
  const [values, element] = [f.locals('v128', tileVectors), f.local('v128')];
  const [rows, outs] = [f.locals('i32', 2), f.locals('i32', 2)];
  const elementBytes = arithmetic === 'f64' ? 8 : 4;
  const splat = arithmetic === 'f64' ? 'v128.load64_splat' : 'v128.load32_splat';
  const lane = arithmetic === 'f64' ? 'f64x2' : arithmetic === 'i32' ? 'i32x4' : 'f32x4';
  const narrow = arithmetic === 'bf16' || arithmetic === 'f16' ? arithmetic : null;
  const round = narrow === null ? null : laneRounding(f, narrow);
  // Rounding fills the registers and is most of the time.
  const steps = narrow === null ? 8 : 1;

  const addressesOf = (both: readonly Local[], start: Local, pitch: Local): void => {
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
      f.memory(splat, isByRow ? elementBytes * index : 0);
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
      if (!isByRow) f.advanceBy(row, lhsStep);
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
        if (isByRow) for (const row of rows) f.advance(row, elementBytes * count);
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
    if (isByRow) f.i32(elementBytes);
    else f.get(lhsStep);
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
  const f = new FunctionBuilder('tiles', 10);
  const [lhs, strip, out, depth, lhsPitch, outPitch, lhsStep, rows, strips, stripBytes] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
  ];
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
        f.get(row, strip, address, depth, lhsPitch, outPitch, lhsStep);
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
      f.get(lhsStep);
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

/** Words that describe a line: distances in bytes of its rows of `lhs`, of its tile of the output and of its strips, and its rows. */
export const lineWords = 4;

/** Words that describe a segment: the distance in bytes from the beginning of the line's rows, and steps of depth. */
export const segmentWords = 2;

function someLines(): FunctionBuilder {
  const parameters = Array.from({ length: 11 }, (_, i) => taskParameters + i);
  const f = new FunctionBuilder(taskName, taskParameters + parameters.length);
  const [lines, segments, count, lhs, strips, out, lhsPitch, lhsStep, outPitch, stripCount, stripBytes] =
    parameters;
  const [line, left] = taskItems(f);
  const [source, strip, target, rows] = f.locals('i32', 4);
  const [segment, segmentsLeft, depth] = f.locals('i32', 3);
  skipItems(f, lines, line, 4 * lineWords);
  const setSum = (to: Local, base: Local, offset: number): void => {
    f.get(base, lines);
    f.access('i32.load', offset);
    f.op('i32.add');
    f.set(to);
  };
  f.loop((nextLine) => {
    setSum(source, lhs, 0);
    setSum(target, out, 4);
    setSum(strip, strips, 8);
    f.get(lines);
    f.access('i32.load', 12);
    f.set(rows);
    f.get(segments);
    f.set(segment);
    f.get(count);
    f.set(segmentsLeft);
    f.loop((nextSegment) => {
      f.get(segment);
      f.access('i32.load', 4);
      f.set(depth);
      f.get(source, segment);
      f.access('i32.load', 0);
      f.op('i32.add');
      f.get(strip, target, depth, lhsPitch, outPitch, lhsStep, rows, stripCount, stripBytes);
      f.call(tilesIndex);
      f.get(strip, depth);
      f.i32(stripRowBytes);
      f.op('i32.mul');
      f.op('i32.add');
      f.set(strip);
      f.advance(segment, 4 * segmentWords);
      f.advance(segmentsLeft, -1);
      f.get(segmentsLeft);
      nextSegment();
    });
    f.advance(lines, 4 * lineWords);
    f.advance(left, -1);
    f.get(left);
    nextLine();
  });
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
