import type { NdArray } from '@shardform/runtime-sim';
import type { GradientUse } from '../src/program/gradient-sums.ts';
import { factorsKept } from '../src/program/layer-gradients.ts';
import { namesKept } from '../src/program/kept-values.ts';
import type { ModelPart } from '../src/program/model-part.ts';
import { inputGradientProgram, weightGradientProgram } from '../src/program/split-backward.ts';
import { backwardProgram } from '../src/program/task-programs.ts';
import { TransformerShape } from '../src/program/transformer-shape.ts';
import { type SizedRun, stageDevicesOf } from '../src/run/training-run.ts';
import { ExecutedProgram } from './executed-program.ts';
import { drawn } from './executed-step.ts';

/** Arguments of a backward pass by kind. */
interface BackwardInputs {
  readonly layerWeights: readonly NdArray[];
  readonly headWeights: readonly NdArray[];
  readonly tables: readonly NdArray[];
  readonly tokens: readonly NdArray[];
  readonly next: readonly NdArray[];
  readonly kept: readonly NdArray[];
  readonly ofHead: readonly NdArray[];
  readonly given: readonly NdArray[];
  readonly before: readonly NdArray[];
}

/** The backward pass of a part whole and in its two halves, on the same random numbers. */
export class ExecutedHalves {
  readonly whole: ExecutedProgram;
  readonly ofInput: ExecutedProgram;
  readonly ofWeights: ExecutedProgram;
  readonly #part: ModelPart;
  readonly #shape: TransformerShape;

  constructor(run: SizedRun, part: ModelPart, use: GradientUse) {
    const shape = new TransformerShape(run);
    const devices = stageDevicesOf(run);
    this.#part = part;
    this.#shape = shape;
    this.whole = new ExecutedProgram(backwardProgram(shape, part, use), devices);
    this.ofInput = new ExecutedProgram(inputGradientProgram(shape, part), devices);
    this.ofWeights = new ExecutedProgram(weightGradientProgram(shape, part, use), devices);
  }

  /** Results of the whole pass, and those of its halves in the same order. */
  results(where: 'one' | 'all'): Readonly<Record<'whole' | 'halves', readonly NdArray[]>> {
    const execute = (program: ExecutedProgram, given: readonly NdArray[]): readonly NdArray[] =>
      where === 'one' ? program.results(given) : program.resultsOfDevices(given);
    const { vocab } = this.#shape.run.model;
    const given = this.whole.inputs.map(({ kind, shape }, i) => drawn(kind, shape, i, vocab));
    const inputs = this.#named(given);
    const [gradient, ...saved] = execute(this.ofInput, [
      ...[...inputs.layerWeights, ...inputs.headWeights, ...inputs.tables, ...inputs.next],
      ...[...inputs.kept, ...inputs.ofHead, ...inputs.given],
    ]);
    const names = namesKept(this.#shape);
    const used: readonly string[] = factorsKept(this.#shape);
    const { hasEmbedding, hasHead } = this.#part;
    const sums = execute(this.ofWeights, [
      ...inputs.kept.filter((_, i) => used.includes(names[i % names.length])),
      // The normalized input is the second value that the head keeps.
      ...(hasHead ? [inputs.ofHead[1]] : []),
      ...(hasEmbedding ? [...inputs.tokens, gradient] : []),
      ...[...saved, ...inputs.before],
    ]);
    const halves = hasEmbedding ? sums : [gradient, ...sums];
    return { whole: execute(this.whole, given), halves };
  }

  #named(given: readonly NdArray[]): BackwardInputs {
    const { layers, hasEmbedding, hasHead } = this.#part;
    const left = [...given];
    const take = (count: number): readonly NdArray[] => left.splice(0, count);
    const layerWeights = take(layers * this.#shape.layerWeights().length);
    take(hasEmbedding ? 1 : 0);
    return {
      layerWeights,
      headWeights: take(hasHead ? 2 : 0),
      tables: take(this.#shape.run.model.gated ? 2 : 0),
      tokens: take(hasEmbedding ? 1 : 0),
      next: take(hasHead ? 1 : 0),
      kept: take(layers * namesKept(this.#shape).length),
      ofHead: take(hasHead ? 5 : 0),
      given: take(hasHead ? 0 : 1),
      before: left,
    };
  }
}
