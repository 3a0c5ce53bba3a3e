/** By operation, the reason that each device has a part of the result only. */
const PARTIAL: Readonly<Record<string, string>> = {
  dot_general: 'sums products over',
  convolution: 'sums products over',
  reduce: 'reduces',
  gather: 'looks up elements along',
  dynamic_slice: 'looks up elements along',
  scatter: 'combines updates along',
  reduce_window: 'combines windows along',
};

/** A dimension of an operand that is split. */
export interface SplitOperand {
  /** Its name. */
  readonly operand: string;
  readonly dim: number;
}

/**
 * Returns the text of a cause: devices combine their parts of a result.
 *
 * @param title of the operation, for people.
 * @param kind of the operation, without its dialect.
 * @param split that is reduced; `null` if unknown.
 * @param act of the devices.
 */
export function partialText(
  title: string,
  kind: string,
  split: SplitOperand | null,
  axes: readonly string[],
  act = 'combine their parts of the result',
): string {
  const partial = PARTIAL[kind];
  if (split === null || partial === undefined) return `devices combine their parts of the result of ${title}`;
  return `${title} ${partial} dimension ${split.dim} of ${split.operand}, which is split along ${axes.join(', ')}: devices ${act}`;
}

/** An operation that needs a value otherwise than it is split. */
export interface ConflictSite {
  /** Of the operation. */
  readonly title: string;
  /** The name of the value. */
  readonly moved: string;
  /** Of the value, that is split. */
  readonly dim: number;
  readonly along: readonly string[];
}

/** Returns the text of a cause: an operation computes with a whole dimension. */
export function wholeText({ title, moved, dim, along }: ConflictSite): string {
  return `${title} needs dimension ${dim} of ${moved} whole, which is split along ${along.join(', ')}`;
}

/** Returns the beginning of a sentence about tensors that are split in ways that do not go together. */
export function conflictText({ moved, dim, along }: ConflictSite): string {
  return `dimension ${dim} of ${moved} is split along ${along.join(', ')}`;
}

/** Returns the subject of its end: the dimension of another tensor that an operation pairs with the split one. */
export function sameDimensionText(name: string, dim: number): string {
  return `the matching dimension ${dim} of ${name}`;
}

/**
 * Returns the sentence where the same axes split another dimension of another tensor.
 *
 * @param op the name of the operation.
 */
export function elsewhereText(
  { moved, dim, along }: Omit<ConflictSite, 'title'>,
  op: string,
  name: string,
  other: number,
): string {
  const of = op.endsWith('.dot_general') || op.endsWith('.dot') ? 'product' : 'operation';
  return `dimension ${dim} of ${moved} and dimension ${other} of ${name} are both split along ${along.join(', ')}, and are different dimensions of the ${of}`;
}
