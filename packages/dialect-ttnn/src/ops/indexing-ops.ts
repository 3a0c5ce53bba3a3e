import * as ttir from '@shardform/dialect-ttir';
import { sharedWith } from './shared-spec.ts';
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
  checks,
  i32Attr,
  si32Attr,
  si32Default,
  si8Attr,
  si8Default,
  ui32Attr,
  ui32Default,
} from '@shardform/dialect-ttir';
import { tensor } from '../constraints.ts';
import { tileElements } from '../traits.ts';
import {
  embeddingBackwardProblems,
  gatherProblems,
  indexerProblems,
  routerProblems,
  samplingProblems,
  sortProblems,
} from '../verify/index.ts';

/** Elements at indices along a dimension. */
export class GatherOp extends defineOp('ttnn.gather', {
  summary: 'gathers elements by index along a dimension',
  operands: { input: tensor, index: tensor },
  attrs: {
    dim: si32Attr,
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(gatherProblems(this), report);
  }
}

/** Writing of elements at indices along a dimension. */
export class ScatterOp extends defineOp('ttnn.scatter', {
  summary: 'scatters elements by index along a dimension',
  operands: { input: tensor, index: tensor, source: tensor },
  attrs: {
    dim: si32Attr,
    scatter_reduce_type: ReduceTypeAttr.constraint,
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.scatterProblems(this), report);
  }
}

/** Takes rows at indices, as `ttir.rows_gather` describes. */
export class RowsGatherOp extends defineOp('ttnn.rows_gather', {
  ...sharedWith(ttir.RowsGatherOp),
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.rowsGatherProblems(this), report);
  }
}

/** Writes rows at indices, as `ttir.rows_scatter` describes. */
export class RowsScatterOp extends defineOp('ttnn.rows_scatter', {
  ...sharedWith(ttir.RowsScatterOp),
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.rowsScatterProblems(this), report);
  }
}

/** Rows of a table. */
export class EmbeddingOp extends defineOp('ttnn.embedding', {
  ...sharedWith(ttir.EmbeddingOp),
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.embeddingProblems(this), report);
  }
}

/** Gradient of a table of rows. */
export class EmbeddingBackwardOp extends defineOp('ttnn.embedding_bw', {
  summary: 'gradient of an embedding',
  operands: { input: tensor, weight: tensor, in_gradient: tensor },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(embeddingBackwardProblems(this), report);
  }
}

/** Sorting along a dimension. */
export class SortOp extends defineOp('ttnn.sort', {
  summary: 'sorting along a dimension',
  operands: { input: tensor },
  attrs: {
    dim: storedDefaultAttr(si8Attr, si8Default(-1)),
    descending: storedDefaultAttr(boolAttr, () => bool(false)),
    stable: storedDefaultAttr(boolAttr, () => bool(false)),
  },
  results: { values: tensor, indices: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(sortProblems(this), report);
  }
}

/** Greatest or least elements along a dimension. */
export class TopKOp extends defineOp('ttnn.topk', {
  summary: 'top-k: greatest or least elements along a dimension',
  operands: { input_tensor: tensor },
  attrs: {
    k: i32Attr,
    dim: storedDefaultAttr(si32Attr, si32Default(-1)),
    largest: storedDefaultAttr(boolAttr, () => bool(true)),
    sorted: storedDefaultAttr(boolAttr, () => bool(false)),
  },
  results: { values: tensor, indices: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.topKProblems(this), report);
  }
}

/** Choice of experts by a linear layer. */
export class TopKRouterGptOp extends defineOp('ttnn.topk_router_gpt', {
  ...sharedWith(ttir.TopKRouterGptOp),
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(routerProblems(this), report);
  }
}

/** Random choice among the likeliest tokens. */
export class SamplingOp extends defineOp('ttnn.sampling', {
  ...sharedWith(ttir.SamplingOp),
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(samplingProblems(this), report);
  }
}

/** Scores by which sparse attention selects keys. */
export class IndexerScoreDsaOp extends defineOp('ttnn.indexer_score_dsa', {
  summary: 'indexer scores of DeepSeek sparse attention (DSA)',
  operands: { query: tensor, key: tensor, weights: tensor },
  attrs: {
    chunk_start_idx: storedDefaultAttr(ui32Attr, ui32Default(0)),
    cluster_axis: optionalAttr(ui32Attr),
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(indexerProblems(this), report);
  }
}
