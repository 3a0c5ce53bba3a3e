import { lastOf } from '@shardform/ir-core';
import type { OpKind } from '@shardform/runtime-dist';
import type { ModelInput, ModelOp, ModelResult, SequentialModel } from './sequential-model.ts';

/** A GPT-2 that predicts hidden states of sequences: inference, no loss. */
export interface Gpt2Sizes {
  readonly layers: number;
  readonly heads: number;
  readonly width: number;
  /** Sequences. */
  readonly batch: number;
  /** 2 or 4. */
  readonly elementBytes: number;
  /** Tokens per sequence, {@link GPT2_TOKENS} by default. */
  readonly sequence?: number;
  readonly vocabulary?: number;
  /** The maximum sequence length of the positional embedding. */
  readonly context?: number;
}

/** Layers, heads and width of the GPT models of DistIR. */
export const gpt2Sizes: Readonly<
  Record<string, { readonly layers: number; readonly heads: number; readonly width: number }>
> = {
  'gpt2-xs': { layers: 4, heads: 12, width: 768 },
  gpt2: { layers: 12, heads: 12, width: 768 },
  'gpt2-medium': { layers: 24, heads: 16, width: 1024 },
  'gpt2-large': { layers: 36, heads: 20, width: 1280 },
  'gpt2-xl': { layers: 48, heads: 25, width: 1600 },
  gpt3: { layers: 12, heads: 12, width: 768 },
  'gpt3-medium': { layers: 24, heads: 16, width: 1024 },
  'gpt3-large': { layers: 24, heads: 16, width: 1536 },
  'gpt3-xl': { layers: 24, heads: 16, width: 2048 },
  'gpt3-2.7B': { layers: 32, heads: 32, width: 2560 },
  'gpt3-6.7B': { layers: 32, heads: 32, width: 4096 },
  'gpt3-13B': { layers: 40, heads: 40, width: 5120 },
  'gpt3-175B': { layers: 96, heads: 96, width: 12288 },
};

/** Tokens per sequence in DistIR's measurements. */
export const GPT2_TOKENS = 8;

/** Layers of the ONNX file that DistIR starts from; further layers are copies of its last. */
const FILE_LAYERS = 12;

/**
 * GPT-2 as in DistIR: the nodes of `gpt2-10.onnx` of the ONNX model zoo that the hidden states depend on, in their
 * order, with its layers repeated or omitted. Shapes are computed by operations, as PyTorch exports them; their values
 * are known statically. A stage is a layer up to its last matmul, as in DistIR's `gpt2_dhp_transform`, and stages are
 * distributed over the pipeline's devices in order, as evenly as possible; with several chunks, in order and then from
 * the first device again.
 *
 * @throws RangeError if there are fewer stages than devices times chunks.
 */
export function gpt2Model(sizes: Gpt2Sizes, pipelineDevices = 1, chunks = 1): SequentialModel {
  const blocks = sizes.layers + 1;
  const parts = pipelineDevices * chunks;
  if (parts > blocks) {
    throw new RangeError(`can't deal ${blocks} parts of ${sizes.layers} layers to ${parts} pipeline stages`);
  }
  const trace = new Gpt2Trace(sizes);
  trace.run();
  const stages = Array.from({ length: blocks }, (_, block) => {
    const part = partOfBlock(block, blocks, parts);
    const place = { device: part % pipelineDevices, chunk: Math.floor(part / pipelineDevices) };
    return { name: `block${block}`, ...place, isBackward: false };
  });
  return { name: 'gpt2', inputs: trace.inputs, ops: trace.ops(), stages, elementBytes: sizes.elementBytes };
}

/**
 * Returns the stage of a block when blocks are divided into equal runs; the first runs have one more if they aren't
 * even.
 */
function partOfBlock(block: number, blocks: number, parts: number): number {
  const each = Math.floor(blocks / parts);
  const larger = blocks % parts;
  const before = larger * (each + 1);
  return block < before ? Math.floor(block / (each + 1)) : larger + Math.floor((block - before) / each);
}

type Shape = readonly number[];
type Infer = (...shapes: readonly Shape[]) => Shape;

const same: Infer = (x) => x;
const scalar: Infer = () => [];
const single: Infer = () => [1];
const inner: ModelResult = { fold: null, isPartial: false, gradientOf: null };
const partial: ModelResult = { ...inner, isPartial: true };
const known: ModelResult = { ...inner, elementBytes: 8, isKnown: true };

/** An input by negative number: inputs are numbered before results, but are found layer by layer. */
type Ref = number;

class Gpt2Trace {
  readonly inputs: ModelInput[] = [];
  readonly #sizes: Required<Gpt2Sizes>;
  readonly #pending: ModelOp[] = [];
  #stage = 0;
  #results = 0;
  /** Small inputs that layers beyond those of the file share with its last. */
  #shared: Ref[] = [];
  #nextShared = 0;
  /** The last number of the layer before. */
  #before: Ref | null = null;

  constructor(sizes: Gpt2Sizes) {
    this.#sizes = { sequence: GPT2_TOKENS, vocabulary: 50257, context: 1024, ...sizes };
  }

  /** The operations, with the inputs' numbers before those of results. */
  ops(): ModelOp[] {
    const count = this.inputs.length;
    return this.#pending.map((op) => ({
      ...op,
      operands: op.operands.map((ref) => (ref < 0 ? -ref - 1 : count + ref)),
    }));
  }

  run(): void {
    const { batch, sequence, vocabulary, context, width, layers } = this.#sizes;
    const tokens = this.#input('input1', [batch, 1, sequence], 8, null, true);
    const wte = this.#weight('wte.weight', [vocabulary, width]);
    const wpe = this.#weight('wpe.weight', [context, width]);
    const dims = this.#dims(tokens, 3);
    const ids = this.#flatten(tokens, dims[2]!, (x) => [x[0]!, x[2]!], { ...inner, elementBytes: 8 });
    const positions = this.#positions(dims[2]!);
    const embedded = this.#op('Gather', [wte, ids], (w, i) => [...i, w[1]!]);
    const places = this.#op('Gather', [wpe, positions], (w, i) => [...i, w[1]!]);
    let hidden = this.#op('Add', [embedded, places], same);
    const size = this.#dim(hidden);
    for (let layer = 0; layer < layers; layer += 1) hidden = this.#layer(layer, hidden);
    const normal = this.#layerNorm('ln_f', hidden);
    const shape = [...dims, size].map((dim) => this.#op('Unsqueeze', [dim], single, known));
    const whole = this.#op('Concat', shape, () => [4], known);
    this.#op('Reshape', [normal, whole], (x) => [x[0]!, 1, x[1]!, x[2]!], { ...inner, fold: 'concat' });
  }

  /** The first operations of a layer end the one before: a stage ends with its last product. */
  #layer(layer: number, hidden: Ref): Ref {
    const { width } = this.#sizes;
    const name = `h.${layer}`;
    this.#nextShared = 0;
    if (layer < FILE_LAYERS) this.#shared = [];
    const mask = this.#weight(`${name}.attn.bias`, [1, 1, this.#sizes.context, this.#sizes.context]);
    const normal = this.#layerNorm(`${name}.ln_1`, hidden);
    const qkv = this.#linear(`${name}.attn.c_attn`, normal, width, 3 * width, 'columns');
    const third: Infer = (x) => [...x.slice(0, -1), lastOf(x) / 3];
    const query = this.#ops('Split', [qkv], (shapes) => [
      third(...shapes),
      third(...shapes),
      third(...shapes),
    ]);
    const q = this.#heads(query, [0, 2, 1, 3]);
    const k = this.#heads(query + 1, [0, 2, 3, 1]);
    const v = this.#heads(query + 2, [0, 2, 1, 3]);
    const attended = this.#attention(q, k, v, mask);
    const merged = this.#merge(attended);
    const projected = this.#linear(`${name}.attn.c_proj`, merged, width, width, 'rows');
    const middle = this.#op('Add', [hidden, projected], same);
    const second = this.#layerNorm(`${name}.ln_2`, middle);
    const expanded = this.#linear(`${name}.mlp.c_fc`, second, width, 4 * width, 'columns');
    const activated = this.#gelu(expanded);
    const output = this.#linear(`${name}.mlp.c_proj`, activated, 4 * width, width, 'rows', layer);
    return this.#op('Add', [middle, output], same);
  }

  #input(name: string, shape: Shape, elementBytes: number, shardAxis: number | null, isBatch = false): Ref {
    this.inputs.push({ name, shape, elementBytes, isBatch, shardAxis });
    return -this.inputs.length;
  }

  #weight(name: string, shape: Shape, shardAxis: number | null = null): Ref {
    return this.#input(name, shape, this.#sizes.elementBytes, shardAxis);
  }

  /** A number that the export has folded to an input. */
  #number(): Ref {
    const at = this.#nextShared;
    this.#nextShared += 1;
    return (this.#shared[at] ??= this.#input(`number${this.inputs.length}`, [1], 8, null));
  }

  /**
   * The number that a layer's last tensor is reshaped with belongs to the stage after it: a copy of the file's last
   * stage has that of the stage before, and the end of the program its own.
   */
  #lastNumber(layer: number): Ref {
    if (layer === this.#sizes.layers - 1 || this.#before === null || layer < FILE_LAYERS - 1) {
      this.#before = this.#input(`number${this.inputs.length}`, [1], 8, null);
    }
    return this.#before;
  }

  #op(kind: OpKind, operands: readonly Ref[], infer: Infer, result: ModelResult = inner): Ref {
    this.#pending.push({
      kind,
      operands,
      results: [result],
      stage: this.#stage,
      infer: (shapes) => [infer(...shapes)],
    });
    this.#results += 1;
    return this.#results - 1;
  }

  #ops(kind: OpKind, operands: readonly Ref[], infer: (shapes: readonly Shape[]) => readonly Shape[]): Ref {
    this.#pending.push({ kind, operands, results: [inner, inner, inner], stage: this.#stage, infer });
    this.#results += 3;
    return this.#results - 3;
  }

  #constant(): Ref {
    return this.#op('Constant', [], scalar, known);
  }

  /** One dimension of a tensor. */
  #dim(tensor: Ref): Ref {
    const shape = this.#op('Shape', [tensor], (x) => [x.length], known);
    return this.#op('Gather', [shape, this.#constant()], scalar, known);
  }

  #dims(tensor: Ref, count: number): Ref[] {
    return Array.from({ length: count }, () => this.#dim(tensor));
  }

  /** Reshapes to two dimensions, the last of which is given. */
  #flatten(tensor: Ref, last: Ref, infer: Infer, result: ModelResult = inner): Ref {
    const size = this.#op('Unsqueeze', [last], single, known);
    const shape = this.#op('Concat', [this.#number(), size], () => [2], known);
    return this.#op('Reshape', [tensor, shape], infer, result);
  }

  /** The numbers of the positions: as `arange` is exported. */
  #positions(length: Ref): Ref {
    const { sequence } = this.#sizes;
    const all: Infer = () => [sequence];
    const [start, step] = [this.#number(), this.#number()];
    const end = this.#op('Unsqueeze', [length], single, known);
    const range = this.#op('Sub', [end, start], single, known);
    const count = this.#op('Div', [range, step], single, known);
    const ones = this.#op('ConstantOfShape', [count], all, known);
    const places = this.#op('NonZero', [ones], () => [1, sequence], known);
    const column = this.#op('Transpose', [places], () => [sequence, 1], known);
    const row = this.#op('Squeeze', [column], all, known);
    const scaled = this.#op('Mul', [row, step], all, known);
    const moved = this.#op('Add', [scaled, start], all, known);
    const cast = this.#op('Cast', [moved], all, known);
    const rows = this.#op('Unsqueeze', [cast], () => [1, sequence], known);
    return this.#flatten(rows, length, () => [1, sequence], known);
  }

  #layerNorm(name: string, x: Ref): Ref {
    const { width } = this.#sizes;
    const weight = this.#weight(`${name}.weight`, [width]);
    const bias = this.#weight(`${name}.bias`, [width]);
    const kept: Infer = (shape) => [...shape.slice(0, -1), 1];
    const mean = this.#op('ReduceMean', [x], kept);
    const centred = this.#op('Sub', [x, mean], same);
    const squared = this.#op('Pow', [centred, this.#constant()], same);
    const variance = this.#op('ReduceMean', [squared], kept);
    const positive = this.#op('Add', [variance, this.#constant()], same);
    const deviation = this.#op('Sqrt', [positive], same);
    const normal = this.#op('Div', [centred, deviation], same);
    const scaled = this.#op('Mul', [normal, weight], same);
    return this.#op('Add', [scaled, bias], same);
  }

  /**
   * A matmul with a weight: either its `columns` are split among shards, or its `rows`, with partial sums as results.
   */
  #linear(
    name: string,
    x: Ref,
    from: number,
    to: number,
    divided: 'columns' | 'rows',
    endOfLayer: number | null = null,
  ): Ref {
    const isColumns = divided === 'columns';
    const weight = this.#weight(`${name}.weight`, [from, to], isColumns ? 1 : 0);
    const bias = this.#weight(`${name}.bias`, [to], isColumns ? 0 : null);
    const outer = this.#dims(x, 2);
    const flat = this.#flatten(x, this.#dim(x), (shape) => [shape[0]! * shape[1]!, shape[2]!]);
    const product = this.#op(
      'Gemm',
      [flat, weight, bias],
      (a, b) => [a[0]!, b[1]!],
      isColumns ? inner : partial,
    );
    if (endOfLayer !== null) this.#stage += 1;
    const sizes = outer.map((dim) => this.#op('Unsqueeze', [dim], single, known));
    const size = endOfLayer === null ? this.#number() : this.#lastNumber(endOfLayer);
    const shape = this.#op('Concat', [...sizes, size], () => [3], known);
    const { sequence } = this.#sizes;
    return this.#op('Reshape', [product, shape], (p) => [p[0]! / sequence, sequence, p[1]!]);
  }

  /** Divides the last dimension into heads, and moves these before the sequence. */
  #heads(x: Ref, permutation: readonly number[]): Ref {
    const outer = this.#dims(x, 2);
    const last = this.#dim(x);
    const quotient = this.#op('Div', [last, this.#constant()], scalar, known);
    const whole = this.#op('Cast', [quotient], scalar, known);
    const size = this.#op('Cast', [whole], scalar, known);
    const [a, b] = outer.map((dim) => this.#op('Unsqueeze', [dim], single, known));
    const c = this.#op('Unsqueeze', [size], single, known);
    const shape = this.#op('Concat', [a!, b!, this.#number(), c], () => [4], known);
    const { heads, width } = this.#sizes;
    const apart = this.#op('Reshape', [x, shape], (local) => {
      // A shard has as many whole heads as fit into its share of the width, of equal sizes.
      const [batch, sequence, own] = [local[0]!, local[1]!, local[2]!];
      const ownHeads = Math.floor((heads * own) / width);
      return [batch, sequence, ownHeads, Math.floor(own / ownHeads)];
    });
    return this.#op('Transpose', [apart], (local) => permutation.map((dim) => local[dim]!));
  }

  #attention(q: Ref, k: Ref, v: Ref, mask: Ref): Ref {
    const product = this.#op('MatMul', [q, k], (a, b) => [...a.slice(0, 3), b[3]!]);
    const weights = this.#op('Div', [product, this.#constant()], same);
    const queries = this.#dim(weights);
    const keys = this.#dim(weights);
    const first = this.#op('Sub', [keys, queries], scalar, known);
    const from = this.#op('Unsqueeze', [first], single, known);
    const to = this.#op('Unsqueeze', [keys], single, known);
    const axis = this.#number();
    const { sequence } = this.#sizes;
    const rows = this.#op('Slice', [mask, from, to, axis, this.#constant()], (m) => [1, 1, sequence, m[3]!]);
    const end = this.#op('Unsqueeze', [keys], single, known);
    const [start, other] = [this.#number(), this.#number()];
    const square = this.#op('Slice', [rows, start, end, other, this.#constant()], () => [
      1,
      1,
      sequence,
      sequence,
    ]);
    const seen = this.#op('Mul', [weights, square], same);
    const unseen = this.#op('Sub', [this.#constant(), square], (_, m) => m);
    const penalty = this.#op('Mul', [unseen, this.#constant()], same);
    const masked = this.#op('Sub', [seen, penalty], same);
    const probabilities = this.#op('Softmax', [masked], same);
    return this.#op('MatMul', [probabilities, v], (a, b) => [...a.slice(0, 3), b[3]!]);
  }

  /** Moves the heads behind the sequence, and puts them together. */
  #merge(x: Ref): Ref {
    const moved = this.#op('Transpose', [x], (s) => [s[0]!, s[2]!, s[1]!, s[3]!]);
    const outer = this.#dims(moved, 2);
    const product = this.#op('Mul', [this.#dim(moved), this.#dim(moved)], scalar, known);
    const sizes = [...outer, product].map((dim) => this.#op('Unsqueeze', [dim], single, known));
    const shape = this.#op('Concat', sizes, () => [3], known);
    return this.#op('Reshape', [moved, shape], (s) => [s[0]!, s[1]!, s[2]! * s[3]!]);
  }

  /** The approximation by `tanh`. */
  #gelu(x: Ref): Ref {
    const halfOf = this.#constant();
    const half = this.#op('Mul', [x, halfOf], same);
    const cube = this.#op('Pow', [x, this.#constant()], same);
    const scaled = this.#op('Mul', [cube, this.#constant()], same);
    const sum = this.#op('Add', [x, scaled], same);
    const argument = this.#op('Mul', [sum, this.#constant()], same);
    const tanh = this.#op('Tanh', [argument], same);
    const raised = this.#op('Add', [tanh, this.#constant()], same);
    return this.#op('Mul', [half, raised], same);
  }
}
