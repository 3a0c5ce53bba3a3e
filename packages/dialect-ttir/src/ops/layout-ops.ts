import {
  defineOp,
  type OpReport,
  type OpResult,
  optionalAttr,
  RankedTensorType,
  storedDefaultAttr,
  stringAttr,
  StringAttr,
  variadic,
} from '@shardform/ir-core';
import { MetalLayoutAttr } from '@shardform/dialect-ttcore';
import { affineMapAttr, tensor, tensorOrMemref } from '../constraints.ts';
import type { Folded } from '../fold/index.ts';
import { kernelCallProblems, layoutCastProblems, toLayoutProblems, verifyFirst } from '../verify/index.ts';

/**
 * Copies a tensor into another memory, tiling or element type, which the type of `output` says:
 * `ttir.to_layout %in, %out : tensor<...> into tensor<...> -> tensor<...>`.
 */
export class ToLayoutOp extends defineOp('ttir.to_layout', {
  summary: 'changes the layout of a tensor',
  operands: { input: tensorOrMemref, output: tensorOrMemref },
  attrs: {
    layout: optionalAttr(MetalLayoutAttr.constraint),
  },
  results: { results: variadic(tensor) },
  effects: 'unknown',
  speculates: 'unknown',
  format:
    '$input `,` $output `:` type($input) `into` type($output) (`hostInfo` `=` $layout^)? attr-dict (`->` type($results)^)?',
}) {
  override fold(): Folded {
    const isTensor = this.input.type instanceof RankedTensorType;
    return isTensor && this.input.type === this.output.type ? [this.input] : null;
  }

  /** The copy of a tensor; copies of buffers have no result. */
  get result(): OpResult<RankedTensorType> {
    // The constraint of the results admits tensors only.
    return this.results[0] as OpResult<RankedTensorType>;
  }

  override verifyOp(report: OpReport): boolean {
    return verifyFirst(toLayoutProblems(this), report);
  }
}

/** Change between the layouts of TTNN and TTMetal without moving data. */
export class TTNNMetalLayoutCastOp extends defineOp('ttir.ttnn_metal_layout_cast', {
  summary: 'casts between the layouts of TTNN and TTMetal',
  operands: { input: tensorOrMemref },
  attrs: {
    virtual_grid_inverse_mapping: optionalAttr(affineMapAttr),
    virtual_grid_forward_mapping: optionalAttr(affineMapAttr),
  },
  results: { result: tensorOrMemref },
  effects: 'none',
  speculates: 'always',
  format: '$input attr-dict `:` type($input) `->` type($result)',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(layoutCastProblems(this), report);
  }
}

/** Call of a kernel written in TT-Lang. */
export class TTLangOp extends defineOp('ttir.tt_lang_op', {
  summary: 'calls a kernel written in TT-Lang',
  operands: { inputs: variadic(tensor) },
  attrs: {
    kernel_id: stringAttr,
    version_tag: stringAttr,
    arg_roles: stringAttr,
    shard_spec: storedDefaultAttr(stringAttr, () => StringAttr.get('')),
  },
  results: { results: variadic(tensor) },
  effects: 'unknown',
  speculates: 'unknown',
  format: '`(` $inputs `)` attr-dict `:` `(` type($inputs) `)` `->` `(` type($results) `)`',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(kernelCallProblems(this), report);
  }
}
