import { DotDimensionNumbersAttr, DotGeneralOp, tensorOf } from '@shardform/dialect-stablehlo';
import { RankedTensorType, type Tensor, zip } from '@shardform/ir-core';
import type { BroadcastingBuilder } from '../broadcasting-builder.ts';
import { type ImportedNode, OnnxImportError } from '../import-node.ts';

/** A tensor with a label for each dimension. */
interface Labelled {
  readonly tensor: Tensor;
  readonly labels: readonly string[];
}

/** Sums of products by an equation such as `bij,bjk->bik`: operands are multiplied from the first on. */
export function einsum(node: ImportedNode): readonly Tensor[] {
  const { build } = node;
  const { terms, result } = parsed(node.string('equation', ''), node.tensors());
  let made = terms[0]!;
  for (const [i, term] of terms.entries()) {
    if (i === 0) continue;
    const later = new Set([...result, ...terms.slice(i + 1).flatMap(({ labels }) => labels)]);
    made = contracted(made, term, later, build);
  }
  made = summed(made, (label) => result.includes(label), build);
  if (result.some((label) => !made.labels.includes(label)))
    throw new OnnxImportError('has a result with a letter that no operand has');
  return [
    build.transpose(
      made.tensor,
      result.map((label) => made.labels.indexOf(label)),
    ),
  ];
}

/** The labels of the operands and the result; dimensions that `...` stands for are numbered from the last. */
function parsed(
  equation: string,
  tensors: readonly Tensor[],
): { readonly terms: readonly Labelled[]; readonly result: readonly string[] } {
  const [inputs, output] = equation.replaceAll(/\s/g, '').split('->');
  const texts = (inputs ?? '').split(',');
  if (texts.length !== tensors.length)
    throw new OnnxImportError(`has an equation for ${texts.length} operands, and ${tensors.length} of them`);
  let most = 0;
  const terms = zip(texts, tensors).map(([text, tensor]): Labelled => {
    const letters = text.replace('...', '').length;
    const others = text.includes('...') ? tensor.type.rank - letters : 0;
    most = Math.max(most, others);
    const labels = labelsOf(text, others);
    if (labels.length !== tensor.type.rank)
      throw new OnnxImportError(`has '${text}' in its equation for a tensor of rank ${tensor.type.rank}`);
    if (new Set(labels).size !== labels.length)
      throw new OnnxImportError(`takes a diagonal by '${text}', which can't be imported`);
    return { tensor, labels };
  });
  if (output !== undefined) return { terms, result: labelsOf(output, most) };
  // Without a result: the dimensions of '...', and the letters that are there once, in alphabetical order.
  const letters = lettersOf(texts.join('').replaceAll('.', ''));
  const once = letters.filter((letter) => letters.indexOf(letter) === letters.lastIndexOf(letter)).sort();
  return { terms, result: [...labelsOf('...', most), ...once] };
}

function labelsOf(text: string, others: number): string[] {
  const [before, after] = text.split('...');
  const numbered = after === undefined ? [] : Array.from({ length: others }, (_, i) => String(others - i));
  return [...lettersOf(before ?? ''), ...numbered, ...lettersOf(after ?? '')];
}

/** Letters are those of the Latin alphabet. */
function lettersOf(text: string): string[] {
  return Array.from(text);
}

/** The sum over dimensions with other labels. */
function summed(
  { tensor, labels }: Labelled,
  isKept: (label: string) => boolean,
  build: BroadcastingBuilder,
): Labelled {
  const dims = labels.flatMap((label, dim) => (isKept(label) ? [] : [dim]));
  return { tensor: build.reduce(tensor, dims, 'sum', false), labels: labels.filter(isKept) };
}

function contracted(
  first: Labelled,
  second: Labelled,
  later: ReadonlySet<string>,
  build: BroadcastingBuilder,
): Labelled {
  // What only one of them has, and nothing needs later, is summed before. So is a dimension of size 1 that the other
  // one has with another size: it is repeated.
  const own = (one: Labelled, other: Labelled): Labelled =>
    summed(
      one,
      (label) => {
        const size = sizeOf(one, label);
        const otherSize = other.labels.includes(label) ? sizeOf(other, label) : null;
        if (otherSize === null) return later.has(label);
        return size === otherSize || size !== 1;
      },
      build,
    );
  const [lhs, rhs] = [own(first, second), own(second, first)];
  const shared = lhs.labels.filter((label) => rhs.labels.includes(label));
  const batch = shared.filter((label) => later.has(label));
  const inner = shared.filter((label) => !later.has(label));
  const free = (one: Labelled): string[] => one.labels.filter((label) => !shared.includes(label));
  const dims = (one: Labelled, labels: readonly string[]): number[] =>
    labels.map((label) => one.labels.indexOf(label));
  const labels = [...batch, ...free(lhs), ...free(rhs)];
  const mismatch = shared.find((label) => sizeOf(lhs, label) !== sizeOf(rhs, label));
  if (mismatch !== undefined)
    throw new OnnxImportError(
      `has the sizes ${sizeOf(lhs, mismatch)} and ${sizeOf(rhs, mismatch)} for '${mismatch}'`,
    );
  const shape = labels.map((label) => sizeOf(lhs.labels.includes(label) ? lhs : rhs, label));
  const args = {
    lhs: lhs.tensor,
    rhs: rhs.tensor,
    dotDimensionNumbers: DotDimensionNumbersAttr.get({
      lhsBatchingDimensions: dims(lhs, batch),
      rhsBatchingDimensions: dims(rhs, batch),
      lhsContractingDimensions: dims(lhs, inner),
      rhsContractingDimensions: dims(rhs, inner),
    }),
  };
  const type = RankedTensorType.get(shape, lhs.tensor.type.elementType);
  const made: Labelled = {
    tensor: tensorOf(build.builder.create(DotGeneralOp, args, [type]).result),
    labels,
  };
  // A label that one had with size 1, and nothing needs later, is left in the other.
  return summed(made, (label) => later.has(label), build);
}

function sizeOf({ tensor, labels }: Labelled, label: string): number {
  return tensor.type.dimSize(labels.indexOf(label));
}
