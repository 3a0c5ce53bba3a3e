import type { ProfiledOperation } from './device-profile.ts';

/** A measured time of an operation beside its estimate. */
export interface MeasuredOperation {
  /** `ttnn.matmul`. */
  readonly operation: string;
  readonly estimatedSeconds: number;
  readonly measuredSeconds: number;
}

/** By how much estimates are multiplied. */
export interface ProfileFactors {
  /** By operation. */
  readonly operations: ReadonlyMap<string, number>;
  /** Of operations that were not measured. */
  readonly others: number;
}

/** Returns the factors that measured times give: geometric means, by operation and of all. */
export function profileFactors(measured: readonly MeasuredOperation[]): ProfileFactors {
  const ratios = new Map<string, number[]>();
  for (const { operation, estimatedSeconds, measuredSeconds } of measured) {
    const own = ratios.get(operation) ?? [];
    own.push(measuredSeconds / estimatedSeconds);
    ratios.set(operation, own);
  }
  const all = [...ratios.values()].flat();
  return {
    operations: new Map([...ratios].map(([name, own]) => [name, geometricMean(own)])),
    others: all.length === 0 ? 1 : geometricMean(all),
  };
}

/** Returns operations with their times multiplied. */
export function calibrated(
  operations: readonly ProfiledOperation[],
  { operations: factors, others }: ProfileFactors,
): ProfiledOperation[] {
  return operations.map((own) => ({
    ...own,
    seconds: own.seconds * (factors.get(own.operation.name) ?? others),
  }));
}

function geometricMean(ratios: readonly number[]): number {
  const sum = ratios.reduce((total, ratio) => total + Math.log(ratio), 0);
  return Math.exp(sum / ratios.length);
}
