import { defineOpInterface, type OpInterface } from '@shardform/ir-core';
import type { LocalConverter } from './local-converter.ts';

/**
 * Rewrites one operation to its per-device form. Operands and results already have their local types; the converter has
 * the global ones. A lowering changes attributes in place, or replaces the operation.
 */
export type LocalLowering = (converter: LocalConverter) => void;

/**
 * Implemented by operations whose per-device form is more than the same operation on smaller tensors: those with sizes
 * or indices in their attributes, and collectives.
 */
export const localLowering: OpInterface<LocalLowering> = /* @__PURE__ */ defineOpInterface(
  'sdy.local_lowering',
  'a per-device form',
);
