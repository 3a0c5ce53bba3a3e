import * as ttir from '@shardform/dialect-ttir';
import { boolAttr, type Builder, type Tensor } from '@shardform/ir-core';

/**
 * The product of the rows of heads with one matrix for each of fewer heads, which neighbouring heads share: their rows
 * become those of one matrix.
 *
 * @param shared makes the matrices.
 */
export function foldedProduct(
  rows: Tensor,
  heads: number,
  shared: () => Tensor,
  builder: Pick<Builder, 'create'>,
): Tensor {
  const tensors = new ttir.TensorBuilder(builder);
  const [batch, ownHeads, length, size] = rows.type.shape;
  const a = tensors.reshape(rows, [batch!, heads, (ownHeads! / heads) * length!, size!]);
  const b = shared();
  const type = a.type.withShape([...a.type.shape.slice(0, -1), b.type.dimSize(-1)]);
  const flags = { transposeA: boolAttr(false), transposeB: boolAttr(false) };
  const product = builder.create(ttir.MatmulOp, { a, b, ...flags }, [type]).result;
  return tensors.reshape(product, [batch!, ownHeads!, length!, b.type.dimSize(-1)]);
}

/** The products of queries with keys. */
export function foldedScores(query: Tensor, key: Tensor, builder: Pick<Builder, 'create'>): Tensor {
  const transposed = (): Tensor => new ttir.TensorBuilder(builder).permute(key, [0, 1, 3, 2]);
  return foldedProduct(query, key.type.dimSize(1), transposed, builder);
}
