import { productsOfLayer } from '../run/model-flops.ts';
import type { TransformerSizes } from '../run/training-run.ts';

/**
 * Returns the layers of each stage of a pipeline whose stages are filled one after the other until their products are more
 * than the stage's part of all, the head's included.
 */
export function layersByProducts(model: TransformerSizes, stages: number): readonly number[] {
  const ofLayer = productsOfLayer(model);
  const all = model.layers * ofLayer + model.hidden * model.vocab;
  const layers = Array.from({ length: stages }, () => 0);
  let stage = 0;
  for (let layer = 1; layer <= model.layers; layer += 1) {
    layers[stage] += 1;
    if (layer * ofLayer > (all * (stage + 1)) / stages) stage += 1;
  }
  return layers;
}
