import type { AnyOpClass, Operation, OpWithDefinition } from '@shardform/ir-core';
import * as ops from './ops/index.ts';
import { elementwise } from './traits.ts';

/** The operations that compute each element of their result from the same elements of their operands. */
export const elementwiseOps: readonly OpWithDefinition<Operation>[] = /* @__PURE__ */ Object.values(
  ops,
).filter(
  (item): item is typeof item & AnyOpClass =>
    'definition' in item && (item.definition.spec.traits ?? []).includes(elementwise),
);
