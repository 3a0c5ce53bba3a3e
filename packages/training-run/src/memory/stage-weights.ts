import type { DimAxes, MeshAxes } from '../program/function-text.ts';
import type { ModelPart } from '../program/model-part.ts';
import type { TransformerShape, Weight } from '../program/transformer-shape.ts';
import type { MemoryStyle } from './memory-style.ts';

/** Elements of weights on a device of a stage. */
export interface StageWeights {
  /** As passes use them. */
  readonly whole: number;
  /** As they are kept. */
  readonly kept: number;
  /** Whose state of the optimizer is there. */
  readonly optimized: number;
  /** Of one layer, as passes use them. */
  readonly ofLayer: number;
  /** Of the embedding and the head, and of the head alone. */
  readonly ofEnds: number;
  readonly ofHead: number;
}

/** Returns the elements of the weights of a stage. */
export function stageWeights(
  shape: TransformerShape,
  { dividesWeights }: MemoryStyle,
  { layers, hasEmbedding, hasHead }: ModelPart,
): StageWeights {
  const { mesh, run } = shape;
  const layer = shape.layerWeights();
  const embedding = hasEmbedding ? shape.embeddingWeights() : [];
  const head = hasHead ? shape.headWeights() : [];
  const sum = (weights: readonly Weight[], axesOf: (weight: Weight) => DimAxes): number =>
    weights.reduce((all, weight) => all + elementsOf(weight, axesOf(weight), mesh), 0);
  const all = (axesOf: (weight: Weight) => DimAxes): number =>
    layers * sum(layer, axesOf) + sum(embedding, axesOf) + sum(head, axesOf);
  const used = ({ used: axes }: Weight): DimAxes => axes;
  const ofSequences = dividesWeights ? run.context : 1;
  return {
    whole: all(used),
    kept: all(({ kept }) => kept) / ofSequences,
    optimized: all((weight) => shape.optimizerAxes(weight)) / ofSequences,
    ofLayer: sum(layer, used),
    ofEnds: sum([...embedding, ...head], used),
    ofHead: sum(head, used),
  };
}

function elementsOf({ shape }: Weight, dims: DimAxes, mesh: MeshAxes): number {
  const devices = dims.flat().reduce((all, axis) => all * mesh.sizeOf(axis), 1);
  return shape.reduce((all, size) => all * size, 1) / devices;
}
