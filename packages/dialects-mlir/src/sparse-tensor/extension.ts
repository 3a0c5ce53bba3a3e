import type { Extension } from '@shardform/ir-core';
import { DimSliceAttr } from './dim-slice-attr.ts';
import { SparseEncodingAttr } from './encoding-attr.ts';

/** Storage formats of sparse tensors, as encodings of tensor types; the dialect's operations are not here. */
export const sparseTensorDialect: Extension = {
  name: 'dialects-mlir/sparse-tensor',
  dialects: [
    {
      name: 'sparse_tensor',
      isPartial: true,
      suggestAlias: (attribute) => (attribute instanceof SparseEncodingAttr ? 'sparse' : null),
    },
  ],
  attrs: [DimSliceAttr, SparseEncodingAttr],
};
