import type { CustomCallOp } from '@shardform/dialect-stablehlo';
import * as ttir from '@shardform/dialect-ttir';
import { boolAttr, IntegerAttr, type Tensor } from '@shardform/ir-core';
import {
  type CallConversion,
  frontendFlag,
  frontendFloat,
  frontendInteger,
  frontendText,
} from './call-conversion.ts';
import type { ConversionScope } from './convertible.ts';

/** Optional operands, of which the front end says that they are there. */
function optionalOperands(
  op: CustomCallOp,
  operands: readonly Tensor[],
  names: readonly string[],
): (Tensor | null)[] | null {
  let at = 0;
  const found = names.map((name) => (frontendFlag(op, name) ? operands[at++] : null));
  // No element is undefined: the condition has looked for it.
  return found.includes(undefined) || at !== operands.length ? null : (found as (Tensor | null)[]);
}

const isCausal = (op: CustomCallOp) => boolAttr(frontendFlag(op, 'is_causal', true));

function unsigned(op: CustomCallOp, name: string): IntegerAttr | null {
  const number = frontendInteger(op, name);
  return number === null ? null : IntegerAttr.get(number, ttir.ui32);
}

function empty(op: CustomCallOp, { builder }: ConversionScope): Tensor {
  return builder.create(ttir.EmptyOp, {}, [ttir.tensorType(op.getResult().type)]).result;
}

/** Returns true if the frontend attributes state for each optional operand whether it is present. */
function says(op: CustomCallOp, names: readonly string[]): boolean {
  return names.every((name) => frontendText(op, name) !== null);
}

const attention: CallConversion = (op, [query, key, value, ...rest], { builder }) => {
  const names = ['has_attention_mask', 'has_attention_sink'];
  // Where the front end says nothing, a fourth operand is a mask.
  const isSilent = names.every((name) => frontendText(op, name) === null);
  const more = isSilent ? [rest[0] ?? null, null] : optionalOperands(op, rest, names);
  if (value === undefined || more === null || (isSilent && rest.length > 1)) return null;
  const [attentionMask, attentionSink] = more;
  return builder.create(
    ttir.ScaledDotProductAttentionOp,
    {
      query: query!,
      key: key!,
      value,
      attentionMask: attentionMask!,
      attentionSink: attentionSink!,
      isCausal: isCausal(op),
      scale: frontendFloat(op, 'scale'),
      slidingWindowSize: unsigned(op, 'sliding_window_size'),
    },
    op.resultTypes(),
  );
};

const decode: CallConversion = (op, [query, key, value, curPosTensor, ...rest], { builder }) => {
  const names = ['has_attention_mask', 'has_attention_sink'];
  const more = optionalOperands(op, rest, names);
  if (curPosTensor === undefined || more === null || !says(op, names)) return null;
  const [attentionMask, attentionSink] = more;
  return builder.create(
    ttir.ScaledDotProductAttentionDecodeOp,
    {
      query: query!,
      key: key!,
      value: value!,
      curPosTensor,
      attentionMask: attentionMask!,
      attentionSink: attentionSink!,
      isCausal: isCausal(op),
      scale: frontendFloat(op, 'scale'),
    },
    op.resultTypes(),
  );
};

const pagedDecode: CallConversion = (op, [query, key, value, pageTable, ...rest], scope) => {
  const names = ['has_attention_mask', 'has_cur_pos_tensor', 'has_attention_sink'];
  const more = optionalOperands(op, rest, names);
  if (pageTable === undefined || more === null || !says(op, names)) return null;
  const [attentionMask, curPosTensor, attentionSink] = more;
  return scope.builder.create(
    ttir.PagedScaledDotProductAttentionDecodeOp,
    {
      query: query!,
      key: key!,
      value: value!,
      pageTable,
      output: empty(op, scope),
      attentionMask: attentionMask!,
      curPosTensor: curPosTensor!,
      attentionSink: attentionSink!,
      isCausal: isCausal(op),
      scale: frontendFloat(op, 'scale'),
      slidingWindowSize: unsigned(op, 'sliding_window_size'),
    },
    op.resultTypes(),
  );
};

const chunked: CallConversion = (op, [query, key, value, pageTable, chunkStartIdx], scope) => {
  if (chunkStartIdx === undefined) return null;
  return scope.builder.create(
    ttir.ChunkedScaledDotProductAttentionOp,
    {
      query: query!,
      key: key!,
      value: value!,
      pageTable: pageTable!,
      chunkStartIdx,
      output: empty(op, scope),
      scale: frontendFloat(op, 'scale'),
    },
    op.resultTypes(),
  );
};

const latentDecode: CallConversion = (op, [query, key, ...rest], { builder }) => {
  const hasValue = frontendFlag(op, 'has_value');
  const [value, pageTable, ...optional] = hasValue ? rest : [null, ...rest];
  const names = ['has_attention_mask', 'has_cur_pos_tensor', 'has_attention_sink'];
  // The first element, which may be null, has been taken off.
  const more = optionalOperands(op, optional as Tensor[], names);
  const headDimV = unsigned(op, 'head_dim_v');
  if (pageTable === undefined || pageTable === null || more === null || headDimV === null) return null;
  if (!says(op, ['has_value', ...names])) return null;
  const [attentionMask, curPosTensor, attentionSink] = more;
  return builder.create(
    ttir.PagedFlashMultiLatentAttentionDecodeOp,
    {
      query: query!,
      key: key!,
      value: value ?? null,
      pageTable,
      attentionMask: attentionMask!,
      curPosTensor: curPosTensor!,
      attentionSink: attentionSink!,
      headDimV,
      isCausal: isCausal(op),
      scale: frontendFloat(op, 'scale'),
    },
    op.resultTypes(),
  );
};

/** Attention as frameworks call it. */
export const attentionCalls: readonly (readonly [string, CallConversion])[] = [
  ['tt.scaled_dot_product_attention', attention],
  ['tt.scaled_dot_product_attention_decode', decode],
  ['tt.paged_scaled_dot_product_attention_decode', pagedDecode],
  ['tt.chunked_scaled_dot_product_attention', chunked],
  ['tt.paged_flash_mla_decode', latentDecode],
];
