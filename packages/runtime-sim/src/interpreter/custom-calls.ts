import type { CustomCall } from './machine.ts';

const identity: CustomCall = (inputs) => inputs;

/**
 * Targets of `stablehlo.custom_call` that every machine knows: those that tell XLA where a tensor lies, which on one
 * device and on local shapes change nothing.
 */
export const standardCustomCalls: ReadonlyMap<string, CustomCall> = new Map([
  ['Sharding', identity],
  ['annotate_device_placement', identity],
  ['xla.sdy.FuncResultSharding', identity],
]);
