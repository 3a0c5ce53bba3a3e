import {
  arrayOf,
  type ArrayKind,
  elementCount,
  type NdArray,
  randomArray,
  zeros,
} from '@shardform/runtime-sim';
import type { GradientUse } from '../src/program/gradient-sums.ts';
import { backwardProgram, forwardProgram } from '../src/program/task-programs.ts';
import { TransformerShape } from '../src/program/transformer-shape.ts';
import { type SizedRun, stageDevicesOf } from '../src/run/training-run.ts';
import { ExecutedProgram } from './executed-program.ts';

/** What a microbatch gives. */
export interface Step {
  readonly loss: number;
  /** Of each weight, in the order of the arguments of the forward pass; copies are added. */
  readonly gradients: readonly (readonly number[])[];
}

/** The passes of a whole model for a microbatch, on numbers that are the same for all strategies. */
export class ExecutedStep {
  readonly forward: ExecutedProgram;
  readonly backward: ExecutedProgram;
  readonly weights: readonly NdArray[];
  readonly #shape: TransformerShape;
  readonly #others: readonly NdArray[];

  constructor(run: SizedRun, use: GradientUse = { accumulates: true, synchronizes: true }) {
    const shape = new TransformerShape(run);
    const part = { layers: run.model.layers, hasEmbedding: true, hasHead: true };
    const devices = stageDevicesOf(run);
    this.#shape = shape;
    this.forward = new ExecutedProgram(forwardProgram(shape, part, false), devices);
    this.backward = new ExecutedProgram(backwardProgram(shape, part, use), devices);
    const inputs = this.forward.inputs.map(({ kind, shape: own }, i) => drawn(kind, own, i, run.model.vocab));
    const count = run.model.layers * shape.layerWeights().length + 3;
    this.weights = inputs.slice(0, count);
    this.#others = inputs.slice(count);
  }

  /** Executed on one device, or on all. */
  step(where: 'one' | 'all', weights: readonly NdArray[] = this.weights): Step {
    const given = [...weights, ...this.#others];
    const execute = (program: ExecutedProgram, inputs: readonly NdArray[]): readonly NdArray[] =>
      where === 'one' ? program.results(inputs) : program.resultsOfDevices(inputs);
    const [loss, ...kept] = execute(this.forward, given);
    const known = [...given, ...kept];
    const before = this.backward.inputs.slice(known.length).map((input) => zeros(input.kind, input.shape));
    const gradients = execute(this.backward, [...known, ...before]);
    return { loss: numbersOf(loss)[0], gradients: this.#inOrder(gradients) };
  }

  lossWith(weights: readonly NdArray[]): number {
    return numbersOf(this.forward.results([...weights, ...this.#others])[0])[0];
  }

  /** The backward pass returns those of the last layer first, and then those of the head and the embedding. */
  #inOrder(results: readonly NdArray[]): readonly (readonly number[])[] {
    const each = this.#shape.layerWeights().length;
    const layers = this.#shape.run.model.layers;
    const ofLayers = Array.from({ length: layers }, (_, layer) => {
      const from = (layers - 1 - layer) * each;
      return results.slice(from, from + each);
    });
    const [norm, head, embedding] = results.slice(layers * each);
    return [...ofLayers.flat(), embedding, norm, head].map((gradient, i) =>
      summed(numbersOf(gradient), elementCount(this.weights[i].shape)),
    );
  }
}

/** Returns random numbers, tokens of a vocabulary where these are whole. */
export function drawn(kind: ArrayKind, shape: readonly number[], seed: number, vocab: number): NdArray {
  const values = randomArray('f32', shape, seed, { deviation: 0.5 });
  if (kind !== 'i32') return values;
  return arrayOf(
    'i32',
    shape,
    numbersOf(values).map((value) => Math.floor(Math.abs(value) * 1000) % vocab),
  );
}

export function numbersOf({ data }: NdArray): readonly number[] {
  return [...(data as Float32Array)];
}

/** Adds the copies of a gradient. */
function summed(copies: readonly number[], count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => {
    let sum = 0;
    for (let at = i; at < copies.length; at += count) sum += copies[at];
    return sum;
  });
}
