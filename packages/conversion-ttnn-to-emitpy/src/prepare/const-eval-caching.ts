import { CallOp, FuncOp, ReturnOp, setAllValueAttrs, valueAttrs } from '@shardform/dialect-func';
import {
  DictType,
  GetGlobalOp,
  GetKeyValueOp,
  GlobalOp,
  LoadCachedOp,
  SetKeyValueOp,
} from '@shardform/dialect-ttcore';
import {
  Block,
  type BlockArgument,
  cloneOp,
  definePass,
  DictionaryAttr,
  FunctionType,
  IrMapping,
  type Operation,
  StringAttr,
  SymbolRefAttr,
  UnitAttr,
} from '@shardform/ir-core';
import { CACHE, functionsIn, HAS_SPLIT_ARGUMENTS, setKind, weightsArgument } from './names.ts';
import { prependAll } from './prepend.ts';

/** What functions of constants return is kept in a dictionary, which a function of its own fills. */
export const ttnnPrepareConstEvalCaching = definePass({
  name: 'ttnn-prepare-const-eval-caching',
  className: 'TTNNPrepareConstEvalCaching',
  summary: 'keeps the results of functions of constants in a dictionary',
  anchor: 'builtin.module',
  run(module) {
    for (const func of functionsIn(module)) {
      const loads = [...func.entry].filter((op) => op instanceof LoadCachedOp);
      if (loads.length > 0) cacheIn(func, loads);
    }
  },
});

/** What the function that fills the dictionary takes: the weights, or all arguments. */
function forwarded(func: FuncOp): BlockArgument[] {
  const { arguments: args } = func.entry;
  if (!func.hasAttr(HAS_SPLIT_ARGUMENTS)) return [...args];
  const weights = weightsArgument(func);
  return weights < 0 ? [] : [args[weights]!];
}

/** Operations of a block and those that their operands come from, in order. */
function withSources(ops: readonly Operation[], block: Block): Operation[] {
  const [found, next] = [new Set<Operation>(), [...ops]];
  for (let op = next.pop(); op !== undefined; op = next.pop()) {
    if (op.parent !== block || found.has(op)) continue;
    found.add(op);
    for (const { definingOp } of op.operandValues()) if (definingOp !== null) next.push(definingOp);
  }
  return [...block].filter((op) => found.has(op));
}

function cacheIn(func: FuncOp, loads: readonly LoadCachedOp[]): void {
  const own = func.symName.value;
  const { entry, location } = func;
  const given = forwarded(func);
  const symName = StringAttr.get(`ce_cache_${own}`);
  func.parent!.insertBefore(GlobalOp.create({ symName, type: DictType.instance }, [], { location }), func);
  const dict = GetGlobalOp.create({ symName }, [DictType.instance], { location });
  dict.setAttr(CACHE, UnitAttr.instance);
  const operands = [dict.result, ...given];
  const callee = SymbolRefAttr.get(`consteval_${own}`);
  const call = CallOp.create({ callee, operands }, [DictType.instance], { location });
  func.parent!.insertBefore(filler(func, loads, given), func.next);
  prependAll(entry, [dict, call]);
  for (const load of loads) {
    const args = { dict: call.getResult(), key: StringAttr.get(load.callee.root) };
    const read = GetKeyValueOp.create(args, load.resultTypes(), { location: load.location });
    entry.insertBefore(read, load.next);
    load.replaceAllUsesWith(read.results);
  }
  for (const op of withSources(loads, entry).toReversed()) if (op.hasNoUses()) op.erase();
}

/** The function that fills the dictionary. */
function filler(func: FuncOp, loads: readonly LoadCachedOp[], given: readonly BlockArgument[]): FuncOp {
  const type = FunctionType.get([DictType.instance, ...given.map((own) => own.type)], [DictType.instance]);
  const made = FuncOp.declaration(`consteval_${func.symName.value}`, type, null);
  setKind(made, 'const_eval_wrapper');
  const { location } = func;
  const block = made.body.append(new Block());
  const dict = block.addArgument(DictType.instance, location);
  const mapping = new IrMapping();
  for (const own of given) mapping.values.set(own, block.addArgument(own.type, location));
  setAllValueAttrs(made, 'arg_attrs', [
    DictionaryAttr.get([]),
    ...given.map((own) => valueAttrs(func, 'arg_attrs', own.index)),
  ]);
  for (const op of withSources(loads, func.entry)) {
    const copy = cloneOp(op, mapping);
    block.append(copy);
    if (!(op instanceof LoadCachedOp)) continue;
    const key = StringAttr.get(op.callee.root);
    block.append(
      SetKeyValueOp.create({ dict: dict, key, values: copy.results }, [], { location: op.location }),
    );
  }
  block.append(ReturnOp.create({ operands: [dict] }, [], { location }));
  return made;
}
