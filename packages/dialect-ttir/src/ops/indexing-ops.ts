import {
  boolAttr as bool,
  defineOp,
  type OpReport,
  optionalAttr,
  storedDefaultAttr,
} from '@shardform/ir-core';
import { ReduceTypeAttr } from '@shardform/dialect-ttcore';
import {
  boolAttr,
  i32Attr,
  i32Default,
  i64ArrayAttr,
  si32Attr,
  si32Default,
  tensor,
  ui32Attr,
} from '../constraints.ts';
import type { Folded } from '../fold/index.ts';
import {
  embeddingBackwardProblems,
  embeddingProblems,
  gatherProblems,
  routerProblems,
  rowsGatherProblems,
  rowsScatterProblems,
  samplingProblems,
  scatterProblems,
  sortProblems,
  topKProblems,
  verifyFirst,
} from '../verify/index.ts';

/** Elements at indices along a dimension. */
export class GatherOp extends defineOp('ttir.gather', {
  summary: 'gathers elements by index along a dimension',
  operands: { input: tensor, index: tensor },
  attrs: {
    dim: i32Attr,
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(gatherProblems(this), report);
  }
}

/** Writing of elements at indices along a dimension. */
export class ScatterOp extends defineOp('ttir.scatter', {
  summary: 'scatters elements by index along a dimension',
  operands: { input: tensor, index: tensor, source: tensor },
  attrs: {
    dim: i32Attr,
    scatter_reduce_type: ReduceTypeAttr.constraint,
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override fold(): Folded {
    const isNothing = this.index.type.elementCount === 0 || this.source.type.elementCount === 0;
    return isNothing ? [this.input] : null;
  }

  override verifyOp(report: OpReport): boolean {
    return verifyFirst(scatterProblems(this), report);
  }
}

/**
 * Writes rows at the indices in `index`: `input` has a batch and then the dimensions of `sizes`, `index` a batch, one
 * number for each of these and one for each row of `update`. A row has `windows` elements.
 */
export class RowsScatterOp extends defineOp('ttir.rows_scatter', {
  summary: 'scatters rows by index',
  operands: { input: tensor, index: tensor, update: tensor },
  attrs: {
    column: boolAttr,
    reduce: ReduceTypeAttr.constraint,
    sizes: i64ArrayAttr,
    windows: i64ArrayAttr,
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(rowsScatterProblems(this), report);
  }
}

/**
 * Takes rows of `input`, or with `column` columns, at the indices in `index`, which has the form that
 * {@link RowsScatterOp} describes.
 */
export class RowsGatherOp extends defineOp('ttir.rows_gather', {
  summary: 'gathers rows by index',
  operands: { input: tensor, index: tensor },
  attrs: {
    column: boolAttr,
    fill_out_of_bounds: boolAttr,
    sizes: i64ArrayAttr,
    windows: i64ArrayAttr,
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(rowsGatherProblems(this), report);
  }
}

/** Rows of a table. */
export class EmbeddingOp extends defineOp('ttir.embedding', {
  summary: 'embedding: looks up rows of a table',
  operands: { input: tensor, weight: tensor },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(embeddingProblems(this), report);
  }
}

/** Gradient of a table of rows. */
export class EmbeddingBackwardOp extends defineOp('ttir.embedding_backward', {
  summary: 'gradient of an embedding',
  operands: { input: tensor, weight: tensor, in_gradient: tensor },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(embeddingBackwardProblems(this), report);
  }
}

/** Sorting along a dimension. */
export class SortOp extends defineOp('ttir.sort', {
  summary: 'sorting along a dimension',
  operands: { input: tensor },
  attrs: {
    dim: storedDefaultAttr(si32Attr, si32Default(-1)),
    descending: storedDefaultAttr(boolAttr, () => bool(false)),
    stable: storedDefaultAttr(boolAttr, () => bool(false)),
  },
  results: { values: tensor, indices: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(sortProblems(this), report);
  }
}

/** Greatest or least elements along a dimension. */
export class TopKOp extends defineOp('ttir.topk', {
  summary: 'top-k: greatest or least elements along a dimension',
  operands: { input_tensor: tensor },
  attrs: {
    k: i32Attr,
    dim: storedDefaultAttr(i32Attr, i32Default(-1)),
    largest: storedDefaultAttr(boolAttr, () => bool(true)),
    sorted: storedDefaultAttr(boolAttr, () => bool(false)),
  },
  results: { values: tensor, indices: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(topKProblems(this), report);
  }
}

/** Choice of experts by a linear layer. */
export class TopKRouterGptOp extends defineOp('ttir.topk_router_gpt', {
  summary: 'MoE router: linear layer with top-k',
  operands: { input: tensor, weight: tensor, bias: tensor },
  attrs: {
    k: i32Attr,
    num_experts: i32Attr,
  },
  results: { expert_indices: tensor, expert_weights: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(routerProblems(this), report);
  }
}

/** Random choice among the likeliest tokens. */
export class SamplingOp extends defineOp('ttir.sampling', {
  summary: 'top-k and top-p sampling of tokens',
  operands: { input_values: tensor, input_indices: tensor, k: tensor, p: tensor, temp: tensor },
  attrs: {
    seed: optionalAttr(ui32Attr),
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(samplingProblems(this), report);
  }
}
