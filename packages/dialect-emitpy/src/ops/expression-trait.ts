import { defineTrait, type Trait } from '@shardform/ir-core';

/** What can be a part of an expression. */
export const pythonExpression: Trait = defineTrait({ name: 'PyExpressionInterface' });
