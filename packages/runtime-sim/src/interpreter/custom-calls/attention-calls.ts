import {
  type AttentionCall,
  attentionCall,
  type AttentionDims,
  fieldsOf,
} from '@shardform/dialect-stablehlo';
import { type Operation, StringAttr } from '@shardform/ir-core';
import { elementAt, type NdArray, setElement, zeros } from '../../array/index.ts';
import {
  attention,
  attentionGradients,
  type AttentionInputs,
  type AttentionMask,
  type AttentionShape,
} from '../../kernels/attention/attention.ts';
import { arrayTypeOf } from '../array-type.ts';
import { ExecutionError } from '../execution-error.ts';
import type { CustomCall } from '../machine.ts';
import { arrays } from './call-options.ts';

/** Results of cuDNN's attention have heads before the sequence. */
const RESULT: AttentionDims = { batch: [0], heads: 1, sequence: 2, depth: 3 };

/** `softmax(scale * query * key + bias) * value`, and the logarithms of the sums of its rows where a result has them. */
const forward: CustomCall = (inputs, op) => {
  const call = describedCall(op);
  const [query, key, value, bias] = arrays(inputs, op, targetOf(op).includes('Bias') ? 4 : 3);
  const shape = shapeOf(query, key, value, call);
  const { result, logSums } = attention(
    inputsOf(query, key, value, call),
    shape,
    maskOf(op, call, targetOf(op).includes('Bias') ? bias : null, shape),
  );
  return resultsOf(op, [result], logSums);
};

/** Gradients of queries, keys and values; the result and the sums of its rows, which are operands, too, are computed again. */
const backward: CustomCall = (inputs, op) => {
  const call = describedCall(op);
  const [query, key, value, , gradient] = arrays(inputs, op, 5);
  const shape = shapeOf(query, key, value, call);
  const found = attentionGradients(
    inputsOf(query, key, value, call),
    numbersOf(gradient, call.query.dims),
    shape,
    maskOf(op, call, null, shape),
  );
  return resultsOf(op, [found.query, found.key, found.value], null);
};

const biasGradients: CustomCall = (_inputs, op) => {
  throw new ExecutionError(
    op,
    'gradients of attention with a bias are not executed here; lower the program with implementation="xla"',
  );
};

/** Attention by cuDNN, as JAX writes it. */
export const attentionCalls: ReadonlyMap<string, CustomCall> = new Map([
  ['__cudnn$fmhaSoftmax', forward],
  ['__cudnn$fmhaScaleBiasSoftmax', forward],
  ['__cudnn$fmhaSoftmaxBackward', backward],
  ['__cudnn$fmhaScaleBiasSoftmaxBackward', biasGradients],
]);

function targetOf(op: Operation): string {
  const target = op.getAttr('call_target_name');
  return target instanceof StringAttr ? target.value : '';
}

function describedCall(op: Operation): AttentionCall {
  const call = attentionCall(op);
  if (call === null)
    throw new ExecutionError(op, 'its backend_config does not say how its operands are laid out');
  if (call.query.dims.batch.length !== 1 || call.query.dims.heads === null || call.key.dims.heads === null)
    throw new ExecutionError(op, 'operands with one batch and one dimension of heads were expected');
  return call;
}

/** The scale and the kind of mask that a call is configured with. */
function configOf(op: Operation): { readonly fmha_scale?: number; readonly mask_type?: string } {
  const config = op.getAttr('backend_config');
  const json: unknown = config instanceof StringAttr ? JSON.parse(config.value) : {};
  const fields = fieldsOf(fieldsOf(json).cudnn_fmha_backend_config);
  return {
    ...(typeof fields.fmha_scale === 'number' ? { fmha_scale: fields.fmha_scale } : {}),
    ...(typeof fields.mask_type === 'string' ? { mask_type: fields.mask_type } : {}),
  };
}

function shapeOf(query: NdArray, key: NdArray, value: NdArray, call: AttentionCall): AttentionShape {
  const { dims } = call.query;
  return {
    batch: query.shape[dims.batch[0]],
    heads: dims.heads === null ? 1 : query.shape[dims.heads],
    kvHeads: call.key.dims.heads === null ? 1 : key.shape[call.key.dims.heads],
    queries: query.shape[dims.sequence],
    keys: key.shape[call.key.dims.sequence],
    depth: query.shape[dims.depth],
    valueDepth: value.shape[call.value.dims.depth],
  };
}

function maskOf(
  op: Operation,
  { isCausal, isDealt, window }: AttentionCall,
  bias: NdArray | null,
  { heads, queries, keys }: AttentionShape,
): AttentionMask {
  const { fmha_scale: scale, mask_type: mask } = configOf(op);
  if (isDealt === true)
    throw new ExecutionError(op, 'attention of tokens that were dealt to devices is not executed here');
  if (mask !== undefined && mask !== 'NO_MASK' && mask !== 'CAUSAL')
    throw new ExecutionError(
      op,
      `a mask of type '${mask}' is not executed here, which depends on lengths of sequences`,
    );
  if (bias === null) return { scale: scale ?? 1, isCausal, window, bias: null };
  const [batches, ownHeads, ownQueries, ownKeys] = bias.shape;
  if (
    bias.shape.length !== 4 ||
    (ownHeads !== 1 && ownHeads !== heads) ||
    ownKeys !== keys ||
    ownQueries !== queries
  )
    throw new ExecutionError(op, `a bias of ${bias.shape.join('x')} does not fit the scores`);
  return {
    ...{ scale: scale ?? 1, isCausal, window },
    bias: (b, h, i, j) =>
      Number(elementAt(bias, (((b % batches) * ownHeads + (h % ownHeads)) * queries + i) * keys + j)),
  };
}

function inputsOf(query: NdArray, key: NdArray, value: NdArray, call: AttentionCall): AttentionInputs {
  return {
    query: numbersOf(query, call.query.dims),
    key: numbersOf(key, call.key.dims),
    value: numbersOf(value, call.value.dims),
  };
}

/** The elements of an operand in the order batch, head, sequence, depth. */
function numbersOf(array: NdArray, dims: AttentionDims): Float64Array {
  const numbers = new Float64Array(array.shape.reduce((count, size) => count * size, 1));
  forEachElement(array.shape, dims, (from, to) => (numbers[to] = Number(elementAt(array, from))));
  return numbers;
}

/** Calls with the position of each element in memory, and in the order batch, head, sequence, depth. */
function forEachElement(
  shape: readonly number[],
  { batch, heads, sequence, depth }: AttentionDims,
  use: (from: number, to: number) => void,
): void {
  const order = [...batch, ...(heads === null ? [] : [heads]), sequence, depth];
  const strides = shape.map((_, dim) => shape.slice(dim + 1).reduce((count, size) => count * size, 1));
  let to = 0;
  const visit = (level: number, from: number): void => {
    if (level === order.length) use(from, to++);
    else for (let i = 0; i < shape[order[level]]; i += 1) visit(level + 1, from + i * strides[order[level]]);
  };
  visit(0, 0);
}

/** Arrays of the call's results: the tensors, the sums of rows, and workspaces, which are empty. */
function resultsOf(op: Operation, tensors: readonly Float64Array[], logSums: Float64Array | null): NdArray[] {
  let next = 0;
  return op.results.map(({ type }, i) => {
    const own = arrayTypeOf(type);
    if (own === null) throw new ExecutionError(op, `result ${i} is no tensor of known shape`);
    const result = zeros(own.kind, own.shape);
    const numbers = own.shape.length === 4 ? tensors.at(next++) : own.shape.length === 3 ? logSums : null;
    if (numbers == null) return result;
    if (own.shape.length === 3)
      numbers.forEach((number, at) => setElement(own.kind, result.data, at, number));
    else
      forEachElement(own.shape, RESULT, (to, from) => setElement(own.kind, result.data, to, numbers[from]));
    return result;
  });
}
