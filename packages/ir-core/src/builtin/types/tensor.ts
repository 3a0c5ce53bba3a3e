import type { Value } from '../../ir/value.ts';
import type { RankedTensorType } from './shaped-types.ts';

/** A value that is a tensor of known rank. */
export type Tensor = Value<RankedTensorType>;
