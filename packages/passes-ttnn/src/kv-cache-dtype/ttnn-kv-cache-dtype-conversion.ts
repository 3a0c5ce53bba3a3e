import {
  BlockArgument,
  Builder,
  definePass,
  FunctionType,
  type Operation,
  type RankedTensorType,
  StringAttr,
  type Value,
} from '@shardform/ir-core';
import { FuncOp, ReturnOp, setValueAttr, valueAttrs } from '@shardform/dialect-func';
import { type DataType, LocalShapeAttr } from '@shardform/dialect-ttcore';
import {
  FillCacheOp,
  PagedFillCacheOp,
  PagedUpdateCacheOp,
  TypecastOp,
  UpdateCacheOp,
} from '@shardform/dialect-ttnn';
import { elementTypeIn, formatOption, inFormat } from '../number-format.ts';
import { formatOf } from '../workaround/operand-workaround.ts';

type CacheOp = FillCacheOp | UpdateCacheOp | PagedFillCacheOp | PagedUpdateCacheOp;

const KV_CACHE = 'ttcore.kv_cache';
const LOCAL_SHAPE = 'ttcore.local_shape';

/** Caches of keys and values are stored in fewer bits, and what is written into them is cast. */
export const ttnnKvCacheDtypeConversion = definePass({
  name: 'ttnn-kv-cache-dtype-conversion',
  className: 'TTNNKVCacheDtypeConversion',
  summary: 'stores caches in fewer bits',
  anchor: 'builtin.module',
  options: { 'target-dtype': formatOption('caches') },
  run(module, pass) {
    const format = pass.options['target-dtype'];
    if (format === 'none') return;
    module.walkOf(FuncOp, (func) => {
      const kind = func.getAttr('tt.function_type');
      if (func.isDeclaration || !(kind instanceof StringAttr) || kind.value !== 'forward_device') return;
      const writes = cacheOps(func);
      if (!writes.every(({ cache }) => isCache(func, cache))) return;
      convertArguments(func, format);
      const builder = new Builder(pass.context);
      for (const op of writes) castInput(op, format, builder);
    });
  },
});

function cacheOps(func: FuncOp): CacheOp[] {
  const found: CacheOp[] = [];
  func.walk((op) => {
    const isWrite =
      op instanceof FillCacheOp ||
      op instanceof UpdateCacheOp ||
      op instanceof PagedFillCacheOp ||
      op instanceof PagedUpdateCacheOp;
    if (isWrite) found.push(op);
  });
  return found;
}

function isCache(func: FuncOp, value: Value): boolean {
  return value instanceof BlockArgument && valueAttrs(func, 'arg_attrs', value.index).get(KV_CACHE) !== null;
}

function convertArguments(func: FuncOp, format: DataType): void {
  const convertShape = (which: 'arg_attrs' | 'res_attrs', index: number): void => {
    const given = valueAttrs(func, which, index).get(LOCAL_SHAPE);
    if (!(given instanceof LocalShapeAttr)) return;
    const shape = given.localShape.withElementType(elementTypeIn(format));
    setValueAttr(func, which, index, LOCAL_SHAPE, LocalShapeAttr.get({ localShape: shape }));
  };
  for (const argument of func.entry.arguments) {
    if (!isCache(func, argument)) continue;
    // Caches are tensors.
    argument.setType(inFormat(argument.type as RankedTensorType, format));
    convertShape('arg_attrs', argument.index);
  }
  const last: Operation | null = func.entry.lastOp;
  if (!(last instanceof ReturnOp)) return;
  for (const { index, value } of last.operands) {
    if (isCache(func, value)) convertShape('res_attrs', index);
  }
  func.functionType = FunctionType.get(
    func.entry.arguments.map(({ type }) => type),
    last.operandTypes(),
  );
}

/** The update of pages casts by itself. */
function castInput(op: CacheOp, format: DataType, builder: Builder): void {
  const { input } = op;
  if (op instanceof PagedUpdateCacheOp || formatOf(input.type) === format) return;
  builder.setInsertionPoint(op);
  const cast = builder.create(TypecastOp, { input }, [inFormat(input.type, format)], {
    location: op.location,
  });
  op.setOperand(1, cast.result);
}
