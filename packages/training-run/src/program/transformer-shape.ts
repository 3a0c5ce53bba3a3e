import { isTpu } from '../run/hardware.ts';
import { headWidthOf, type SizedRun } from '../run/training-run.ts';
import { type DimAxes, MeshAxes } from './function-text.ts';

/** A weight of a layer, the embedding or the head. */
export interface Weight {
  readonly name: string;
  readonly shape: readonly number[];
  /** Its type in the passes; the optimizer has it in f32. */
  readonly dtype: string;
  /** The axes that divide it while it is kept. */
  readonly kept: DimAxes;
  /** Those that divide it while it is used: FSDP's parts are gathered. */
  readonly used: DimAxes;
  /** Whether groups of devices have those of different experts. */
  readonly isOfExperts?: boolean;
}

/** Tokens on their way to experts. */
export interface ExpertSlots {
  /** Groups of devices that have all experts together. */
  readonly groups: number;
  /** Tokens of a device for an expert. */
  readonly capacity: number;
  /** Tokens of all devices for an expert. */
  readonly tokens: number;
}

/** The sizes and shardings of the programs of a run: of one stage, on all of its devices together. */
export class TransformerShape {
  readonly run: SizedRun;
  readonly mesh: MeshAxes;
  /** Sequences of all replicas in one forward pass, and parts of sequences, each on devices of its own. */
  readonly rows: number;
  /** Tokens of a row. */
  readonly tokens: number;
  /** The axes of copies of each gradient, which are added once a step; but for {@link Weight.isOfExperts}. */
  readonly copyAxes: readonly string[];
  readonly copies: number;
  readonly headWidth: number;
  /** The type of activations. */
  readonly dtype: string;
  /** The type of operands of products. */
  readonly productType: string;

  constructor(run: SizedRun) {
    const { data, fsdp, context, tensor, expert, microbatch, model, precision } = run;
    this.run = run;
    this.mesh = new MeshAxes([
      ['data', data],
      ['fsdp', fsdp],
      ['expert', expert],
      ['context', context],
      ['tensor', tensor],
    ]);
    this.rows = data * fsdp * expert * context * microbatch;
    this.tokens = model.sequence / context;
    // FSDP divides weights among groups of experts as well; without it each of them has a copy.
    this.copyAxes = fsdp > 1 ? ['data', 'context'] : ['data', 'context', 'expert'];
    this.copies = data * context * (fsdp > 1 ? 1 : expert);
    this.headWidth = headWidthOf(model);
    this.dtype = precision === 'fp16' ? 'f16' : precision === 'fp32' ? 'f32' : 'bf16';
    this.productType = precision === 'fp8' ? 'f8E4M3FN' : this.dtype;
  }

  /** The axes that divide rows. */
  get rowAxes(): readonly string[] {
    return ['data', 'context', 'fsdp', 'expert'];
  }

  /** Of activations between products: rows, tokens, width. */
  get between(): DimAxes {
    return [this.rowAxes, this.run.sequenceParallel ? ['tensor'] : [], []];
  }

  /** Of operands of a layer's first products. */
  get whole(): DimAxes {
    return [this.rowAxes, [], []];
  }

  get activation(): { readonly shape: readonly number[]; readonly dtype: string } {
    return { shape: [this.rows, this.tokens, this.run.model.hidden], dtype: this.dtype };
  }

  /** The axes of FSDP that divide weights which all tokens need. */
  get #divided(): readonly string[] {
    return this.run.fsdp > 1 ? ['fsdp', 'expert'] : [];
  }

  /** Axes of groups of devices that have all experts together. */
  get groupAxes(): readonly string[] {
    return ['data', 'context', 'fsdp'];
  }

  /** Tokens go to experts by turns, so that each has as many. */
  get slots(): ExpertSlots {
    const { data, context, fsdp, expert, microbatch, model } = this.run;
    const groups = data * context * fsdp;
    const capacity = (microbatch * this.tokens * model.expertsPerToken) / model.experts;
    return { groups, capacity, tokens: groups * expert * capacity };
  }

  /** The weights of a layer, in the order of its function's arguments. */
  layerWeights(): readonly Weight[] {
    const { hidden, heads, ffn, gated, experts } = this.run.model;
    const norm = (name: string): Weight => ({
      ...{ name, shape: [hidden], dtype: this.dtype },
      ...{ kept: [[]], used: [[]] },
    });
    const dtype = this.productType;
    return [
      norm('norm1'),
      {
        ...{ name: 'project', dtype },
        shape: [hidden, this.groups, heads / this.groups + 2, this.headWidth],
        kept: [this.#divided, ['tensor'], [], []],
        used: [[], ['tensor'], [], []],
      },
      {
        ...{ name: 'output', dtype },
        shape: [heads, this.headWidth, hidden],
        kept: [['tensor'], [], this.#divided],
        used: [['tensor'], [], []],
      },
      norm('norm2'),
      ...(experts > 1 ? this.#expertWeights() : []),
      ...(experts > 1
        ? []
        : [
            {
              ...{ name: 'expand', dtype },
              shape: [hidden, gated ? 2 : 1, ffn],
              kept: [this.#divided, [], ['tensor']],
              used: [[], [], ['tensor']],
            },
            {
              name: 'contract',
              dtype,
              shape: [ffn, hidden],
              kept: [['tensor'], this.#divided],
              used: [['tensor'], []],
            },
          ]),
    ];
  }

  /** A router, and the two matrices of each expert. */
  #expertWeights(): readonly Weight[] {
    const { hidden, ffn, gated, experts } = this.run.model;
    return [
      { name: 'router', dtype: this.dtype, shape: [hidden, experts], kept: [[], []], used: [[], []] },
      {
        ...{ name: 'expand', dtype: this.productType, isOfExperts: true },
        shape: [experts, hidden, gated ? 2 : 1, ffn],
        kept: [['expert'], ['fsdp'], [], ['tensor']],
        used: [['expert'], [], [], ['tensor']],
      },
      {
        ...{ name: 'contract', dtype: this.productType, isOfExperts: true },
        shape: [experts, ffn, hidden],
        kept: [['expert'], ['tensor'], ['fsdp']],
        used: [['expert'], ['tensor'], []],
      },
    ];
  }

  /** The weights of the embedding. */
  embeddingWeights(): readonly Weight[] {
    const { vocab, hidden } = this.run.model;
    return [
      {
        name: 'embedding',
        dtype: this.dtype,
        shape: [vocab, hidden],
        kept: [[], ['tensor', ...this.#divided]],
        used: [[], ['tensor']],
      },
    ];
  }

  /** The weights of the head. */
  headWeights(): readonly Weight[] {
    const { vocab, hidden } = this.run.model;
    return [
      { name: 'norm', dtype: this.dtype, shape: [hidden], kept: [[]], used: [[]] },
      {
        name: 'head',
        dtype: this.dtype,
        shape: [hidden, vocab],
        kept: [this.#divided, ['tensor']],
        used: [[], ['tensor']],
      },
    ];
  }

  /** Groups of heads with the same keys and values: more devices than there are have copies of them. */
  get groups(): number {
    const { tensor, model } = this.run;
    return leastCommonMultiple(model.kvHeads, tensor);
  }

  /**
   * Whether a layer that is computed again is so to its end: frameworks that run programs operation by operation do that, where
   * compilers leave out the last product, which no gradient uses.
   */
  get hasWholeRecomputation(): boolean {
    return !isTpu(this.run);
  }

  /** The axes that divide a weight in the optimizer: replicas divide it, too, where they divide the optimizer's state. */
  optimizerAxes(weight: Weight): DimAxes {
    const { shape, kept } = weight;
    if (!this.run.zero1) return kept;
    const { copies, axes: own } = this.copiesOf(weight);
    const dim = kept.findIndex((axes, at) => {
      const parts = axes.reduce((all, axis) => all * this.mesh.sizeOf(axis), copies);
      return shape[at] % parts === 0;
    });
    return kept.map((axes, at) => (at === dim ? [...axes, ...own] : axes));
  }

  /** The gradient of a weight as it is added up over microbatches: a copy for each replica that adds it once a step. */
  gradient(weight: Weight): { readonly shape: readonly number[]; readonly dims: DimAxes } {
    const { shape, kept } = weight;
    const { copies, axes } = this.copiesOf(weight);
    return copies === 1 ? { shape, dims: kept } : { shape: [copies, ...shape], dims: [axes, ...kept] };
  }

  /** The copies of the gradient of a weight. */
  copiesOf({ isOfExperts = false }: Weight): { readonly copies: number; readonly axes: readonly string[] } {
    return isOfExperts
      ? { copies: this.expertCopies, axes: ['data', 'context'] }
      : { copies: this.copies, axes: this.copyAxes };
  }

  /** The copies of gradients of experts. */
  get expertCopies(): number {
    return this.run.data * this.run.context;
  }
}

function leastCommonMultiple(a: number, b: number): number {
  let common = a;
  while (common % b !== 0) common += a;
  return common;
}
