import type { Cause, ValueSite } from '../cause.ts';

/** By operation, why it needs elements of other devices where a dimension that it works along is split. */
const REASONS: Readonly<Record<string, string>> = {
  fft: 'a Fourier transform needs whole the dimensions that it transforms, and XLA gathers the whole operand',
  sort: 'sorting needs the sorted dimension whole',
  top_k: 'XLA computes top-k on whole operands',
  approx_top_k: 'XLA computes top-k on whole operands',
  cholesky: 'XLA does not split a Cholesky decomposition',
  triangular_solve: 'XLA does not split a triangular solve',
  custom_call: 'XLA does not split this custom call',
  reduce_window: 'windows reach over the borders of the parts',
  select_and_scatter: 'windows reach over the borders of the parts',
  convolution: 'windows reach over the borders of the parts',
  pad: 'padding shifts elements over the borders of the parts',
  slice: 'the slice begins or ends inside a part',
  concatenate: 'parts of the result lie across parts of the operands',
  reverse: 'devices hold the parts of the reversed dimension in the opposite order',
  dynamic_slice: 'the start of the slice is known only when the program runs',
  dynamic_update_slice: 'the place of the update is known only when the program runs',
  gather: 'indices may point into the parts of all devices',
  scatter: 'indices may point into the parts of all devices',
  reshape: 'the new dimensions do not end where the parts do',
  rng_bit_generator: 'one device makes the random numbers for all',
  batch_norm_training: 'statistics are those of the whole batch',
  batch_norm_grad: 'statistics are those of the whole batch',
};

/** Operations whose neighbours exchange borders. */
const HAVE_BORDERS: ReadonlySet<string> = new Set([
  ...['reduce_window', 'select_and_scatter', 'convolution', 'pad', 'slice', 'concatenate'],
]);

/** Operations that need the elements of other devices along some of their dimensions only. */
const BY_DIMENSION: ReadonlySet<string> = new Set([
  ...HAVE_BORDERS,
  ...['sort', 'reverse', 'dynamic_slice', 'dynamic_update_slice'],
]);

/** The operation needs elements that other devices hold, however its tensors are split. */
export function needsElements({
  collective,
  op,
  title,
  axes,
  value,
  source,
  nameOf,
}: ValueSite): Cause | null {
  const kind = op === null ? '' : op.name.slice(op.name.indexOf('.') + 1);
  const reason = REASONS[kind];
  if (op === null || reason === undefined) return null;
  // Along other dimensions, its tensors are split as those of any operation.
  if (value !== null && collective.kind !== 'collective_permute' && BY_DIMENSION.has(kind)) {
    const operand = op.operandValues().indexOf(value);
    if (operand >= 0 && source?.isPassedOn(op, operand, source.splitDimension(value, axes)) === true)
      return null;
  }
  const moved = value === null ? null : nameOf(value);
  const own = value === null ? [] : (source?.axesOf(value, axes) ?? []);
  const isResult = value !== null && value.definingOp === op;
  const split = isResult
    ? `; the result comes to the sharding that it is used with`
    : moved === null || own.length === 0
      ? ''
      : `, and ${moved} is split along ${own.join(', ')}`;
  const isOfNeighbours = collective.kind === 'collective_permute' && HAVE_BORDERS.has(kind);
  return { kind: isOfNeighbours ? 'borders' : 'conflict', text: `${title}: ${reason}${split}` };
}
