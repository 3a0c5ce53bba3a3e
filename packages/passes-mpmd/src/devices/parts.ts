import type { ShardPart } from '@shardform/dialect-sdy';
import { ConcatenateOp, type TensorBuilder, tensorOf } from '@shardform/dialect-stablehlo';
import { i64Attr, lookUp, type Tensor } from '@shardform/ir-core';

/** Cuts a part out of one that contains it. */
export function cutPart(build: TensorBuilder, tensor: Tensor, from: ShardPart, part: ShardPart): Tensor {
  if (part.sizes.join() === from.sizes.join()) return tensor;
  const starts = part.offsets.map((offset, dim) => offset - from.offsets[dim]!);
  return build.slice(
    tensor,
    starts,
    starts.map((start, dim) => start + part.sizes[dim]!),
    starts.map(() => 1),
  );
}

/** Puts together parts that make up a grid. */
export function joinParts(
  build: TensorBuilder,
  parts: readonly { readonly part: ShardPart; readonly tensor: Tensor }[],
  dim = 0,
): Tensor {
  const first = parts[0]!;
  if (parts.length === 1 || dim === first.part.offsets.length) return first.tensor;
  const rows = new Map<number, (typeof parts)[number][]>();
  for (const own of parts) {
    const offset = own.part.offsets[dim]!;
    rows.set(offset, [...(rows.get(offset) ?? []), own]);
  }
  const inputs = [...rows.keys()]
    .sort((a, b) => a - b)
    .map((offset) => joinParts(build, lookUp(rows, offset), dim + 1));
  if (inputs.length === 1) return inputs[0]!;
  const { type } = inputs[0]!;
  const size = inputs.reduce((sum, input) => sum + input.type.dimSize(dim), 0);
  const whole = type.withShape(type.shape.map((own, d) => (d === dim ? size : own)));
  return tensorOf(build.builder.create(ConcatenateOp, { inputs, dimension: i64Attr(dim) }, [whole]).result);
}
