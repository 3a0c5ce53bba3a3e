import { headWidthOf, type TrainingRun, type TransformerSizes } from './training-run.ts';

/** Returns the weights of a layer that a token is multiplied by. */
export function productsOfLayer(model: TransformerSizes): number {
  const { hidden, heads, kvHeads, ffn, gated, experts, expertsPerToken } = model;
  const attention = hidden * headWidthOf(model) * (2 * heads + 2 * kvHeads);
  const router = experts > 1 ? hidden * experts : 0;
  return attention + expertsPerToken * (gated ? 3 : 2) * hidden * ffn + router;
}

/**
 * Floating-point operations of a step in products, as a fraction of the peak is stated of them: six for each weight and token, and
 * those of attention, causal ones by half. What is computed again does not count.
 */
export function flopsOfStep({ model, batch }: Pick<TrainingRun, 'model' | 'batch'>): number {
  const { layers, hidden, heads, vocab, sequence } = model;
  const weights = layers * productsOfLayer(model) + hidden * vocab;
  const attention = 6 * layers * heads * headWidthOf(model) * sequence;
  return batch * sequence * (6 * weights + attention);
}
