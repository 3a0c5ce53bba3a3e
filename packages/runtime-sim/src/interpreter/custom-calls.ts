import { StringAttr } from '@shardform/ir-core';
import { elementAt } from '../array/index.ts';
import { ExecutionError } from './execution-error.ts';
import { lapackCalls } from './lapack-calls.ts';
import type { CustomCall } from './machine.ts';
import { isArray } from './runtime-value.ts';

const identity: CustomCall = (inputs) => inputs;

/** Ends the execution unless its first input is true, with a message that may name the other inputs: `{0}`. */
const shapeAssertion: CustomCall = (inputs, op) => {
  const [holds, ...numbers] = inputs.filter(isArray).map((input) => Number(elementAt(input, 0)));
  if (holds !== 0) return [];
  const message = op.getAttr('error_message');
  const text = message instanceof StringAttr ? message.value : 'an assertion about shapes does not hold';
  throw new ExecutionError(
    op,
    text.replaceAll(/\{(\d+)\}/g, (place, index) => String(numbers[Number(index)] ?? place)),
  );
};

/**
 * Targets of `stablehlo.custom_call` that every machine knows: those that tell XLA where a tensor lies, which on one
 * device and on local shapes change nothing, JAX's assertions about shapes, and some of LAPACK's functions.
 */
export const standardCustomCalls: ReadonlyMap<string, CustomCall> = new Map([
  ...lapackCalls,
  ['Sharding', identity],
  ['annotate_device_placement', identity],
  ['shape_assertion', shapeAssertion],
  ['xla.sdy.FuncResultSharding', identity],
]);
