import * as shlo from '@shardform/dialect-stablehlo';
import * as ttir from '@shardform/dialect-ttir';
import {
  MeshShardDirectionAttr,
  MeshShardTypeAttr,
  readGspmdSharding,
  ShardStatusAttr,
} from '@shardform/dialect-ttcore';
import {
  type BlockArgument,
  boolAttr,
  type ConversionPattern,
  DenseArrayAttr,
  DictionaryAttr,
  FunctionType,
  i32,
  i64,
  IntegerAttr,
  type RankedTensorType,
  StringAttr,
  type Value,
} from '@shardform/ir-core';
import { FuncOp } from '@shardform/dialect-func';
import { attentionCalls } from './attention-call.ts';
import { type CallConversion, frontendFlag, frontendInteger } from './call-conversion.ts';
import { conversion, type ConversionScope, type Converted, tensorsOf } from './convertible.ts';
import { expertCalls } from './expert-call.ts';
import { kernelCall } from './kernel-call.ts';

const MHLO_SHARDING = 'mhlo.sharding';
const SHARD_STATUS = 'ttcore.shard_status';

type Call = shlo.CustomCallOp;

/** Converts the custom calls that bound the local part of a program in GSPMD's form of manual sharding. */
function shardBoundary(
  op: Call,
  scope: ConversionScope,
  direction: MeshShardDirectionAttr['value'],
): Converted {
  const marking = op.getOperand(0).definingOp;
  if (!(marking instanceof shlo.CustomCallOp) || op.results.length !== 1) return null;
  const input = ttir.tensorOf(marking.getOperand(0));
  const result = op.getResult();
  const status = marking.getAttr(SHARD_STATUS);
  if (status instanceof ShardStatusAttr && status.value !== 'unsharded') {
    if (direction === 'full_to_shard') retypeArgument(input, ttir.tensorType(result.type), scope);
    else retypeResults(result, input, scope);
    return [input];
  }
  const text = (direction === 'full_to_shard' ? marking : op).getAttr(MHLO_SHARDING);
  const sharding = text instanceof StringAttr ? readGspmdSharding(text.value) : 'no sharding';
  if (typeof sharding === 'string' || sharding.shardType === 'manual') return null;
  const list = (numbers: readonly number[]): DenseArrayAttr => DenseArrayAttr.get(i64, numbers);
  return scope.builder.create(
    ttir.MeshShardOp,
    {
      input,
      shardType: MeshShardTypeAttr.get(sharding.shardType),
      shardDirection: MeshShardDirectionAttr.get(direction),
      shardShape: list(sharding.shardShape),
      shardDims: list(sharding.shardDims),
    },
    [result.type],
  );
}

function retypeArgument(value: Value, type: RankedTensorType, { builder }: ConversionScope): void {
  const func = value.parentBlock?.parentOp;
  if (!(func instanceof FuncOp)) return;
  // `indexOf` finds no value of another class.
  const index = func.entry.arguments.indexOf(value as BlockArgument);
  if (index < 0) return;
  builder.modifyInPlace(func, () => {
    const { inputs, results } = func.functionType;
    value.setType(type);
    func.functionType = FunctionType.get(inputs.toSpliced(index, 1, type), results);
  });
}

function retypeResults(result: Value, local: Value<RankedTensorType>, { builder }: ConversionScope): void {
  for (const { owner, index } of [...result.uses()]) {
    const func = owner.parentOp;
    if (!owner.definition.isTerminator || !(func instanceof FuncOp)) continue;
    builder.modifyInPlace(func, () => {
      const { inputs, results } = func.functionType;
      func.functionType = FunctionType.get(inputs, results.toSpliced(index, 1, local.type));
    });
    builder.modifyInPlace(owner, () => {
      owner.setOperand(index, local);
    });
  }
}

const BOUNDARIES: ReadonlyMap<string, MeshShardDirectionAttr['value']> = new Map([
  ['SPMDFullToShardShape', 'full_to_shard'],
  ['SPMDShardToFullShape', 'shard_to_full'],
]);

/** A marking is converted with the boundaries behind it; alone it says nothing. */
function sharding(op: Call, scope: ConversionScope): Converted {
  for (const { owner } of [...op.getResult().uses()]) {
    if (!(owner instanceof shlo.CustomCallOp)) continue;
    const direction = BOUNDARIES.get(owner.callTargetName.value);
    if (direction === undefined) continue;
    const made = shardBoundary(owner, scope, direction);
    if (made === null) return null;
    scope.builder.replaceOp(owner, 'results' in made ? made.results : made);
  }
  return op.operandValues();
}

const batchOffset = (op: Call): IntegerAttr | null => {
  const offset = frontendInteger(op, 'batch_offset');
  return offset === null || offset < 0 ? null : IntegerAttr.get(offset, i32);
};

/** Caches are written in place, so that the cache itself stands for the result. */
const fillCache: CallConversion = (op, [cache, input], { builder }) => {
  const offset = batchOffset(op);
  if (cache === undefined || input === undefined || offset === null) return null;
  builder.create(ttir.FillCacheOp, { cache, input, batchOffset: offset }, []);
  return [cache];
};

const updateCache: CallConversion = (op, [cache, input, updateIndex], { builder }) => {
  const offset = batchOffset(op);
  if (cache === undefined || input === undefined || updateIndex === undefined || offset === null) return null;
  builder.create(ttir.UpdateCacheOp, { cache, input, updateIndex, batchOffset: offset }, []);
  return [cache];
};

const pagedUpdateCache: CallConversion = (op, [cache, input, updateIndex, pageTable], { builder }) => {
  if (pageTable === undefined) return null;
  const shareCache = boolAttr(frontendFlag(op, 'share_cache'));
  builder.create(
    ttir.PagedUpdateCacheOp,
    { cache: cache!, input: input!, updateIndex: updateIndex!, pageTable, shareCache },
    [],
  );
  return [cache!];
};

const pagedFillCache: CallConversion = (
  _op,
  [cache, input, pageTable, batchIdxTensor = null],
  { builder },
) => {
  if (pageTable === undefined) return null;
  builder.create(ttir.PagedFillCacheOp, { cache: cache!, input: input!, pageTable, batchIdxTensor }, []);
  return [cache!];
};

const sampling: CallConversion = (op, [inputValues, inputIndices, k, p, temp], { builder }) => {
  if (temp === undefined) return null;
  const seed = frontendInteger(op, 'seed');
  return builder.create(
    ttir.SamplingOp,
    {
      inputValues: inputValues!,
      inputIndices: inputIndices!,
      k: k!,
      p: p!,
      temp,
      seed: seed === null ? null : IntegerAttr.get(seed, ttir.ui32),
    },
    op.resultTypes(),
  );
};

const topK: CallConversion = (op, [input], { builder }) => {
  const attributes = op.getAttr('mhlo.attributes');
  if (input === undefined || !(attributes instanceof DictionaryAttr)) return null;
  const [k, largest] = [attributes.get('k'), attributes.get('largest')];
  if (!(k instanceof IntegerAttr)) return null;
  return builder.create(
    ttir.TopKOp,
    {
      inputTensor: input,
      k: IntegerAttr.get(k.number, i32),
      dim: IntegerAttr.get(-1, i32),
      largest: largest instanceof IntegerAttr ? boolAttr(largest.number !== 0) : boolAttr(true),
      sorted: boolAttr(true),
    },
    op.resultTypes(),
  );
};

const calls: ReadonlyMap<string, CallConversion> = new Map<string, CallConversion>([
  ['Sharding', (op, _operands, scope) => sharding(op, scope)],
  // What frameworks mark arguments with has been read before.
  ['tt.mark_argument', (op) => op.operandValues()],
  ...attentionCalls,
  ...expertCalls,
  ['tt.tt_lang_op', kernelCall],
  [
    'mhlo.erf',
    (op, [input], { builder }) =>
      input === undefined ? null : builder.create(ttir.ErfOp, { input }, op.resultTypes()),
  ],
  [
    'mhlo.asinh',
    (op, [input], { builder }) =>
      input === undefined ? null : builder.create(ttir.AsinhOp, { input }, op.resultTypes()),
  ],
  ['mhlo.topk', topK],
  ['tt.fill_cache', fillCache],
  ['tt.update_cache', updateCache],
  ['tt.paged_update_cache', pagedUpdateCache],
  ['tt.paged_fill_cache', pagedFillCache],
  ['tt.sampling', sampling],
]);

/** Returns true if calls of a target are converted, in some form at least. */
export function isConvertedCall(target: string): boolean {
  return calls.has(target);
}

/** Custom calls by their targets. */
export const customCallConversions: readonly ConversionPattern[] = [
  conversion(shlo.CustomCallOp, (op, scope) => {
    const convert = calls.get(op.callTargetName.value);
    return convert === undefined ? null : convert(op, tensorsOf(op.operandValues()), scope);
  }),
];
