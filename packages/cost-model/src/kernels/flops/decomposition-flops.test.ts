import { describe, expect, test } from 'vitest';
import * as lapack from './decomposition-flops.ts';

/** Counts operations of the textbook algorithms, which are written as loops of them. */
class Counter {
  flops = 0;
  readonly once = (): void => {
    this.flops += 1;
  };
  readonly multiplyAdd = (): void => {
    this.flops += 2;
  };
}

function counted(algorithm: (counter: Counter) => void): number {
  const counter = new Counter();
  algorithm(counter);
  return counter.flops;
}

function times(count: number, action: (i: number) => void): void {
  for (let i = 0; i < count; i += 1) action(i);
}

const sizes = [1, 2, 3, 5, 8, 13];
const shapes = [[1, 1], [4, 4], [7, 3], [3, 7], [12, 5], [6, 6]] as const; // prettier-ignore

test.each(sizes)('the Cholesky decomposition of %d rows is that of its loops', (n) => {
  // The square root of each diagonal element, and below it a division, after the products of the elements before.
  const loops = counted(({ once, multiplyAdd }) => {
    times(n, (column) => {
      times(n - column, () => {
        times(column, multiplyAdd);
        once();
      });
    });
  });
  expect(lapack.choleskyFlops(n)).toBe(loops);
});

test.each(sizes)('a triangular system of %d unknowns is substitution', (n) => {
  const substitution = (divide: boolean): number =>
    counted(({ once, multiplyAdd }) => {
      times(n, (row) => {
        times(row, multiplyAdd);
        if (divide) once();
      });
    });
  expect(lapack.triangularSolveFlops(n, false)).toBe(substitution(true));
  expect(lapack.triangularSolveFlops(n, true)).toBe(substitution(false));
});

test.each(shapes)('the LU decomposition of %d x %d is elimination', (m, n) => {
  const elimination = counted(({ once, multiplyAdd }) => {
    times(Math.min(m, n), (pivot) => {
      times(m - pivot - 1, () => {
        once();
        times(n - pivot - 1, multiplyAdd);
      });
    });
  });
  expect(lapack.luFlops(m, n)).toBeCloseTo(elimination, 9);
});

/** A product of a row with a vector and the update of it, for each column. */
function reflect(counter: Counter, rows: number, columns: number): void {
  counter.flops += 2 * (2 * rows * columns);
}

/** Of large matrices, all but the products are few. */
const large = [[200, 200], [300, 100], [100, 300]] as const; // prettier-ignore

describe('of Householder, within two hundredths', () => {
  const expectAbout = (flops: number, loops: number): void => {
    expect(flops / loops).toBeGreaterThan(0.98);
    expect(flops / loops).toBeLessThan(1.02);
  };

  test.each(large)('the QR decomposition of %d x %d is its reflections', (m, n) => {
    const loops = counted((counter) => {
      times(Math.min(m, n), (k) => {
        times(m - k, counter.multiplyAdd);
        reflect(counter, m - k, n - k - 1);
      });
    });
    expectAbout(lapack.qrFlops(m, n), loops);
  });

  test.each([
    [200, 200, 200],
    [300, 100, 100],
    [300, 300, 100],
  ] as const)(
    '%d x %d of the product of %d reflections is their product with columns of the identity',
    (m, n, k) => {
      // prettier-ignore
      // From the last to the first: each changes the rows and columns from its own.
      const loops = counted((counter) => {
      times(k, (i) => {
        reflect(counter, m - i, n - i);
      });
    });
      expectAbout(lapack.reflectorsFlops(m, n, k), loops);
    },
  );

  test.each([
    [200, 200, 200],
    [300, 50, 100],
    [300, 300, 10],
  ] as const)('%d x %d after %d reflections is each of these', (m, n, k) => {
    // prettier-ignore
    const loops = counted((counter) => {
      times(k, (i) => {
        reflect(counter, m - i, n);
      });
    });
    expectAbout(lapack.reflectedFlops(m, n, k), loops);
  });

  test.each([150, 200, 250])('the Hessenberg form of %d rows is reflections from both sides', (n) => {
    const loops = counted((counter) => {
      times(n - 2, (k) => {
        reflect(counter, n - k - 1, n - k);
        reflect(counter, n - k - 1, n);
      });
    });
    expectAbout(lapack.hessenbergFlops(n), loops);
  });

  test.each([200, 250, 300])(
    'the tridiagonal form of %d rows is a product and an update of one half',
    (n) => {
      const loops = counted((counter) => {
        times(n - 1, (k) => {
          const rest = n - k - 1;
          times(rest * rest, counter.multiplyAdd);
          // Of the update by two products of vectors, the lower half.
          times((rest * (rest + 1)) / 2, () => {
            counter.multiplyAdd();
            counter.multiplyAdd();
          });
        });
      });
      expectAbout(lapack.tridiagonalFlops(n), loops);
    },
  );

  test.each(large)('singular values of %d x %d are a bidiagonal form', (rows, columns) => {
    const [m, n] = [Math.max(rows, columns), Math.min(rows, columns)];
    const loops = counted((counter) => {
      times(n, (k) => {
        reflect(counter, m - k, n - k - 1);
        reflect(counter, n - k - 1, m - k);
      });
    });
    expectAbout(lapack.singularValueFlops(rows, columns, 'none'), loops);
  });
});

// Golub and Van Loan, "Matrix Computations", 4th edition, figure 8.6.1, and sections 7.5.6 and 8.3.
test.each([10, 20, 40])('iterative algorithms for %d rows have the published counts', (n) => {
  expect(lapack.singularValueFlops(2 * n, n, 'thin')).toBe(14 * 2 * n ** 3 + 8 * n ** 3);
  expect(lapack.singularValueFlops(n, 2 * n, 'all')).toBe(4 * 4 * n ** 3 + 8 * 2 * n ** 3 + 9 * n ** 3);
  expect(lapack.symmetricEigenFlops(n, true)).toBe(9 * n ** 3);
  expect(lapack.symmetricEigenFlops(n, false)).toBeCloseTo((4 / 3) * n ** 3, 6);
  expect(lapack.eigenFlops(n, true)).toBe(25 * n ** 3);
  expect(lapack.eigenFlops(n, false)).toBe(10 * n ** 3);
});
