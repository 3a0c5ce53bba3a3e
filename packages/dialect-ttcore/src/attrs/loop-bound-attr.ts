import { defineAttr, integerParameter } from '@shardform/ir-core';

const boundParameters = { value: integerParameter };

/** `#ttcore.loop_bound<10>`: where a counted loop starts or ends, or how far it goes at once. */
export class LoopBoundAttr extends defineAttr('ttcore.loop_bound', {
  summary: 'TT loop_bound attribute',
  parameters: boundParameters,
  format: '`<` params `>`',
}) {}
