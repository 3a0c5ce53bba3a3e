import type { ModelPart } from '../program/model-part.ts';
import type { TrainingRun } from '../run/training-run.ts';

/**
 * Divides the layers of a model among the parts of a pipeline: evenly, where the embedding and the head each take the place of a
 * layer if layers are not divisible otherwise, and what is left over goes to the first parts between.
 */
export function partsOfModel({ model, pipeline, interleave }: TrainingRun): readonly ModelPart[] {
  const count = pipeline * interleave;
  const layers = layersOf(model.layers, count);
  return layers.map((own, part) => ({
    ...{ layers: own, hasEmbedding: part === 0, hasHead: part === count - 1 },
  }));
}

function layersOf(layers: number, count: number): readonly number[] {
  const each = Math.floor(layers / count);
  if (layers % count === 0) return Array.from({ length: count }, () => each);
  // The ends have an embedding or a head instead.
  if (count > 1 && (layers + 2) % count === 0)
    return Array.from({ length: count }, (_, part) => each + (part === 0 || part === count - 1 ? 0 : 1));
  const more = layers % count;
  const from = Math.min(1, count - more - 1);
  return Array.from({ length: count }, (_, part) => each + (part >= from && part < from + more ? 1 : 0));
}
