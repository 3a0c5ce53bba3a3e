import { defineTrait, type Trait } from '@shardform/ir-core';

/** Operations without operands that make a tensor: constants may be computed beforehand and merged. */
export const creation: Trait = /* @__PURE__ */ defineTrait({ name: 'TTCore_CreationOpTrait' });

/** Operations that compute each element of the result from the same element of the operands. */
export const elementwise: Trait = /* @__PURE__ */ defineTrait({ name: 'TTIR_Elementwise' });

/** Operations whose results may not be computed beforehand: they differ from run to run, or are memory. */
export const nonCacheable: Trait = /* @__PURE__ */ defineTrait({ name: 'TTCore_NonCacheableTrait' });
