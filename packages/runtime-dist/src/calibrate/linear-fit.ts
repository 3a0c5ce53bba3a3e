/** The result of a linear fit. */
export interface LinearFit {
  /** One for each column, none negative. */
  readonly coefficients: readonly number[];
  /** The coefficient of determination: 1 is a perfect fit. */
  readonly rSquared: number;
  /** The mean of the absolute errors, each as a fraction of its target. */
  readonly meanError: number;
}

/**
 * Non-negative least squares without an intercept, for which a column of ones can be added. All subsets of columns are
 * tried, so there should be few.
 *
 * @param weights by which errors are multiplied, 1 each by default; they don't count in the coefficient of determination.
 */
export function fitNonNegative(
  rows: readonly (readonly number[])[],
  targets: readonly number[],
  weights: readonly number[] = targets.map(() => 1),
): LinearFit {
  const coefficients = nonNegativeCoefficients(
    rows.map((row, i) => row.map((value) => value * weights[i])),
    targets.map((value, i) => value * weights[i]),
  );
  const mean = targets.reduce((sum, value) => sum + value, 0) / Math.max(1, targets.length);
  const variation = targets.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const unexplained = residual(rows, targets, coefficients);
  return {
    coefficients,
    rSquared: variation === 0 ? 1 : 1 - unexplained / variation,
    meanError: meanError(rows, targets, coefficients),
  };
}

function meanError(
  rows: readonly (readonly number[])[],
  targets: readonly number[],
  coefficients: readonly number[],
): number {
  const errors = rows.flatMap((row, i) =>
    targets[i] === 0 ? [] : [Math.abs(valueOf(row, coefficients) - targets[i]) / Math.abs(targets[i])],
  );
  return errors.reduce((sum, error) => sum + error, 0) / Math.max(1, errors.length);
}

function valueOf(row: readonly number[], coefficients: readonly number[]): number {
  return row.reduce((total, own, column) => total + own * coefficients[column], 0);
}

function nonNegativeCoefficients(
  rows: readonly (readonly number[])[],
  targets: readonly number[],
): readonly number[] {
  const columns = rows[0]?.length ?? 0;
  let best: readonly number[] = new Array<number>(columns).fill(0);
  let least = residual(rows, targets, best);
  for (let chosen = 1; chosen < 2 ** columns; chosen += 1) {
    const active = Array.from({ length: columns }, (_, i) => i).filter((i) => (chosen & (1 << i)) !== 0);
    const solution = leastSquares(
      rows.map((row) => active.map((i) => row[i])),
      targets,
    );
    if (solution === null || solution.some((value) => value < 0)) continue;
    const whole = new Array<number>(columns).fill(0);
    active.forEach((column, i) => (whole[column] = solution[i]));
    const rest = residual(rows, targets, whole);
    if (rest >= least) continue;
    least = rest;
    best = whole;
  }
  return best;
}

function residual(
  rows: readonly (readonly number[])[],
  targets: readonly number[],
  coefficients: readonly number[],
): number {
  return rows.reduce((sum, row, i) => sum + (valueOf(row, coefficients) - targets[i]) ** 2, 0);
}

/** The normal equations, with columns of unit length, by elimination; `null` for columns that depend on each other. */
function leastSquares(rows: readonly (readonly number[])[], targets: readonly number[]): number[] | null {
  const count = rows[0]?.length ?? 0;
  const lengths = Array.from({ length: count }, (_, i) => Math.hypot(...rows.map((row) => row[i])));
  if (lengths.some((length) => length === 0)) return null;
  const scaled = rows.map((row) => row.map((value, i) => value / lengths[i]));
  const matrix = Array.from({ length: count }, (_, i) => [
    ...Array.from({ length: count }, (_unused, j) => scaled.reduce((sum, row) => sum + row[i] * row[j], 0)),
    scaled.reduce((sum, row, k) => sum + row[i] * targets[k], 0),
  ]);
  for (let i = 0; i < count; i += 1) {
    const pivot = matrix
      .slice(i)
      .reduce((most, row, at) => (Math.abs(row[i]) > Math.abs(matrix[most][i]) ? i + at : most), i);
    [matrix[i], matrix[pivot]] = [matrix[pivot], matrix[i]];
    if (Math.abs(matrix[i][i]) < 1e-12) return null;
    for (let other = 0; other < count; other += 1) {
      if (other === i) continue;
      const factor = matrix[other][i] / matrix[i][i];
      for (let column = i; column <= count; column += 1) matrix[other][column] -= factor * matrix[i][column];
    }
  }
  return matrix.map((row, i) => row[count] / row[i] / lengths[i]);
}
