import { StringAttr } from '@shardform/ir-core';
import { elementAt, elementCount, type NdArray, setElement, zeros } from '../../array/index.ts';
import { threefry } from '../../kernels/index.ts';
import { ExecutionError } from '../execution-error.ts';
import { attentionCalls } from './attention-calls.ts';
import { arrays } from './call-options.ts';
import { productCalls } from './product-calls.ts';
import { lapackCalls } from './lapack-calls.ts';
import type { CustomCall } from '../machine.ts';
import { approxTopK, topK } from './search-calls.ts';
import { isArray } from '../runtime-value.ts';

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

/** Two words of Threefry for each key and counter. */
const threefryCall: CustomCall = (inputs, op) => {
  const [key0, key1, counter0, counter1] = arrays(inputs, op, 4);
  const count = elementCount(counter0.shape);
  const results = [zeros('ui32', counter0.shape), zeros('ui32', counter0.shape)] as const;
  const word = (array: NdArray, i: number): number =>
    Number(elementAt(array, elementCount(array.shape) === 1 ? 0 : i));
  for (let i = 0; i < count; i += 1) {
    const words = Uint32Array.of(word(counter0, i), word(counter1, i));
    threefry(words, Uint32Array.of(word(key0, i), word(key1, i)));
    results.forEach(({ data }, half) => setElement('ui32', data, i, words[half]));
  }
  return results;
};

/** A Python callback, such as that of `jax.debug.print`, is ignored unless it has results. */
const callback: CustomCall = (_inputs, op) => {
  if (op.results.length === 0) return [];
  throw new ExecutionError(
    op,
    'it calls a Python function of the process that wrote the program, which is not part of the program; replace the callback (jax.pure_callback, io_callback) by operations, or cut the program there',
  );
};

const partitionedFunction: CustomCall = (_inputs, op) => {
  throw new ExecutionError(
    op,
    'it calls a Python function of the process that wrote the program (jax.experimental.custom_partitioning), which is not part of the program; lower the function without custom_partitioning, or cut the program there',
  );
};

const compiledKernel: CustomCall = (_inputs, op) => {
  throw new ExecutionError(
    op,
    'it is a kernel compiled for another machine (Pallas, Mosaic or Triton), which is not executed here; lower the program with interpret=True, or for a platform where the kernel is made of operations',
  );
};

/**
 * Targets of `stablehlo.custom_call` that every machine implements: markers for XLA's layouts and shardings, which are
 * the identity on local shapes, JAX's assertions about shapes, linear algebra, products, attention, searches, and random bits.
 */
export const standardCustomCalls: ReadonlyMap<string, CustomCall> = new Map([
  ...attentionCalls,
  ...lapackCalls,
  ...productCalls,
  ['annotate_device_placement', identity],
  ['ApproxTopK', approxTopK],
  ['cu_threefry2x32_ffi', threefryCall],
  ['CustomSPMDPartitioning', partitionedFunction],
  ['hip_threefry2x32_ffi', threefryCall],
  ['LayoutConstraint', identity],
  ['mhlo.topk', topK],
  ['MoveToDevice', identity],
  ['MoveToHost', identity],
  ['shape_assertion', shapeAssertion],
  ['Sharding', identity],
  ['TopK', topK],
  ['xla.sdy.FuncResultSharding', identity],
  ...['xla_python_cpu_callback', 'xla_python_gpu_callback'].map((name) => [name, callback] as const),
  ...['cpu', 'gpu', 'tpu'].map((name) => [`xla_ffi_python_${name}_callback`, callback] as const),
  ...['cpu', 'gpu'].map((name) => [`xla_ffi_partitioned_python_${name}_callback`, callback] as const),
  ...['tpu_custom_call', 'mosaic_gpu', 'mosaic_gpu_v2', 'triton_kernel_call', '__gpu$xla.gpu.triton'].map(
    (name) => [name, compiledKernel] as const,
  ),
]);
