import { axisListSize, type MeshAttr } from '@shardform/dialect-sdy';
import type { Operation, RankedTensorType, Tensor } from '@shardform/ir-core';
import type { FormTools } from './border-form.ts';
import type { PlannedDim, WindowedDims } from './windowed-dims.ts';

/** A dimension of a result, and that of the operand from whose windows devices compute it. */
export interface ResultDim {
  readonly dim: number;
  readonly of: PlannedDim;
  /** Number of windows of a device. */
  readonly part: number;
}

/** The dimensions of a result that is split along the dimensions of the operand. */
export function resultDims(
  dims: WindowedDims,
  { shape }: RankedTensorType,
  mesh: MeshAttr,
): readonly ResultDim[] {
  return [...dims].map(([dim, of]) => ({
    dim,
    of,
    part: Math.ceil(shape[dim]! / axisListSize(of.axes, mesh)),
  }));
}

/**
 * Copies an operation onto windows. Where devices have holes at different places, some compute windows in front of their own, too,
 * and all of them cut out their own.
 *
 * @param type of the whole results.
 * @param dims those of the results that windows move over.
 */
export function copyOnWindows<T extends Operation>(
  op: T,
  operands: readonly Tensor[],
  adapt: (copy: T) => void,
  { shape }: RankedTensorType,
  dims: readonly ResultDim[],
  { copy, cut }: FormTools,
): readonly Tensor[] {
  if (dims.every(({ of }) => of.surplus === null)) return copy(op, operands, adapt);
  const sizes = [...shape];
  for (const { dim, of, part } of dims) sizes[dim] = part + Math.max(0, ...(of.surplus ?? []));
  const made = copy(
    op,
    operands,
    adapt,
    op.results.map(() => sizes),
  );
  return made.map((whole) =>
    dims.reduce(
      (value, { dim, of: { axes, surplus }, part }) =>
        surplus === null ? value : cut(value, dim, axes, surplus, part),
      whole,
    ),
  );
}
