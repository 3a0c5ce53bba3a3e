import { integerField } from './field.ts';
import { defineStructAttr, type StructAttr } from './struct-attr.ts';

const boundFields = { value: integerField };

/** `#ttcore.loop_bound<10>`: where a counted loop starts or ends, or how far it goes at once. */
export const LoopBoundAttr = /* @__PURE__ */ defineStructAttr(
  'ttcore.loop_bound',
  'TT loop_bound attribute',
  boundFields,
  { style: 'positional' },
);
export type LoopBoundAttr = StructAttr<typeof boundFields>;
