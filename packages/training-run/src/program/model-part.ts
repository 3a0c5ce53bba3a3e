import { type HeadValues, keptOfHead, tokenSpec } from './ends.ts';
import type { FunctionText, TextValue } from './function-text.ts';
import { argument, keptOfLayer } from './kept-values.ts';
import { rotationSpecs } from './layer-functions.ts';
import type { TransformerShape, Weight } from './transformer-shape.ts';

/** A part of a model: consecutive layers, perhaps with the embedding before or the head behind them. */
export interface ModelPart {
  readonly layers: number;
  readonly hasEmbedding: boolean;
  readonly hasHead: boolean;
}

/** A program in StableHLO, whose function `main` all devices of a stage run. */
export interface TaskProgram {
  readonly text: string;
}

/** Arguments for the weights of a part. */
export class PartWeights {
  readonly layers: readonly (readonly TextValue[])[];
  readonly embedding: readonly TextValue[];
  readonly head: readonly TextValue[];

  constructor(f: FunctionText, shape: TransformerShape, part: ModelPart, isFirst = false) {
    const given = (weights: readonly Weight[]): TextValue[] =>
      weights.map((weight) =>
        f.argument(weight.shape, weight.dtype, isFirst ? shape.optimizerAxes(weight) : weight.kept),
      );
    this.layers = Array.from({ length: part.layers }, () => given(shape.layerWeights()));
    this.embedding = part.hasEmbedding ? given(shape.embeddingWeights()) : [];
    this.head = part.hasHead ? given(shape.headWeights()) : [];
  }
}

/** Arguments of the backward pass of a part, but for gradients of weights so far. */
export class BackwardPart {
  readonly weights: PartWeights;
  readonly tables: readonly TextValue[];
  /** `null` without an embedding. */
  readonly tokens: TextValue | null;
  /** The next tokens, and values of the head; `null` without one. */
  readonly next: TextValue | null;
  readonly head: HeadValues | null;
  /** By layer, the values that it keeps. */
  readonly kept: readonly (readonly TextValue[])[];
  /** The gradient of the result; `null` where the head has it. */
  readonly given: TextValue | null;

  constructor(f: FunctionText, shape: TransformerShape, part: ModelPart) {
    this.weights = new PartWeights(f, shape, part);
    this.tables = rotationSpecs(shape).map((spec) => argument(f, spec));
    this.tokens = part.hasEmbedding ? argument(f, tokenSpec(shape)) : null;
    this.next = part.hasHead ? argument(f, tokenSpec(shape)) : null;
    const ofLayer = keptOfLayer(shape);
    this.kept = this.weights.layers.map(() => ofLayer.map((spec) => argument(f, spec)));
    this.head = part.hasHead ? headValues(keptOfHead(shape).map((spec) => argument(f, spec))) : null;
    this.given = part.hasHead ? null : f.argument(shape.activation.shape, shape.dtype, shape.between);
  }
}

function headValues([input, normal, logits, largest, sum]: readonly TextValue[]): HeadValues {
  return { input, normal, logits, largest, sum };
}

/** Returns the program of functions. */
export function moduleOf({ mesh }: TransformerShape, functions: readonly string[]): TaskProgram {
  return { text: `module {\n  ${mesh.declaration()}${functions.join('\n')}\n}\n` };
}
