import {
  cloneOp,
  countExpansion,
  definePass,
  DenseArrayAttr,
  DictionaryAttr,
  i64,
  IrMapping,
  lookupSymbol,
  type Operation,
  OpResult,
  type PassRun,
  RankedTensorType,
  StringAttr,
  isSymbolUnused,
  UnitAttr,
  type Value,
  zip,
} from '@shardform/ir-core';
import { FuncOp } from '@shardform/dialect-func';
import { CompositeOp, CustomCallOp } from '@shardform/dialect-stablehlo';
import { COMPOSITE_ATTRIBUTES, HAS_CUSTOM_SHARDING, reoutline } from '../attribute-names.ts';
import { hasSplitValues } from '../split-values.ts';
import { definedFunctions } from '../functions.ts';

/** Composites whose sharding rule is known: propagation sees them as one operation. */
const WITH_RULE: readonly string[] = [
  'tenstorrent.rms_norm',
  'tenstorrent.topk',
  'tenstorrent.topk_values',
  'tenstorrent.topk_indices',
  'tenstorrent.argmax',
  'tenstorrent.scaled_dot_product_attention',
  'tenstorrent.gather',
  'tenstorrent.gather_dim',
];

/**
 * In programs with shardings, composites whose sharding rule is known become custom calls and others are replaced by
 * their decompositions, marked so that `reoutline-composite` can put them together again.
 */
export const flattenOrConvertComposites = definePass({
  name: 'flatten-or-convert-composites',
  className: 'FlattenOrConvertCompositesPass',
  summary: 'make composites visible to propagation',
  dependentDialects: ['stablehlo'],
  run(module, pass) {
    if (!hasSplitValues(module)) return;
    for (const func of definedFunctions(module)) {
      for (const op of [...func.entry]) {
        if (!(op instanceof CompositeOp)) continue;
        if (hasRule(op)) convertToCustomCall(op);
        else if (!flatten(op, module, pass)) return;
      }
    }
    eraseUnusedFunctions(module);
  },
});

/** The rule of top-k is for matrices. */
function hasRule(op: CompositeOp): boolean {
  const name = op.getAttr('name');
  if (!(name instanceof StringAttr) || !WITH_RULE.includes(name.value)) return false;
  if (!name.value.startsWith('tenstorrent.topk')) return true;
  const type = op.operandTypes()[0];
  return type instanceof RankedTensorType && type.rank === 2;
}

function convertToCustomCall(op: CompositeOp): void {
  const call = CustomCallOp.create(
    { inputs: op.operandValues(), callTargetName: nameOf(op) },
    op.resultTypes(),
    {
      location: op.location,
      attributes: [
        [COMPOSITE_ATTRIBUTES, op.compositeAttributes ?? DictionaryAttr.empty],
        [HAS_CUSTOM_SHARDING, UnitAttr.instance],
      ],
    },
  );
  call.moveBefore(op);
  op.replaceAllUsesWith(call.results);
  op.erase();
}

function nameOf(op: CompositeOp): StringAttr {
  const name = op.getAttr('name');
  return name instanceof StringAttr ? name : StringAttr.get('');
}

function flatten(op: CompositeOp, module: Operation, pass: PassRun): boolean {
  const callee = lookupSymbol(module, op.decomposition);
  if (!(callee instanceof FuncOp) || callee.isDeclaration) {
    pass.opError(op, `has a decomposition '${String(op.decomposition)}' that is no function with a body`);
    return false;
  }
  countExpansion(callee.body);
  const operands = op.operandValues();
  const mapping = new IrMapping();
  zip(callee.entry.arguments, operands).forEach(([argument, operand]) =>
    mapping.values.set(argument, operand),
  );
  const terminator = callee.entry.lastOp!;
  const group = StringAttr.get(`composite_${callee.symName.value}`);
  let isFirst = true;
  for (const inner of callee.entry) {
    if (inner === terminator) break;
    const copy = cloneOp(inner, mapping);
    copy.setAttr(reoutline.group, group);
    if (isFirst) {
      copy.setAttr(reoutline.seed, UnitAttr.instance);
      copy.setAttr(reoutline.name, nameOf(op));
      copy.setAttr(reoutline.attributes, op.compositeAttributes ?? DictionaryAttr.empty);
    }
    isFirst = false;
    const indices = copy.operandValues().map((value) => operands.indexOf(value));
    if (indices.some((index) => index >= 0))
      copy.setAttr(reoutline.operands, DenseArrayAttr.get(i64, indices));
    copy.moveBefore(op);
  }
  terminator.operandValues().forEach((returned, i) => {
    const value = mapping.value(returned);
    op.getResult(i).replaceAllUsesWith(value);
    markResult(value, i);
  });
  op.erase();
  return true;
}

/** Keeps the index of a result among the composite's. */
function markResult(value: Value, position: number): void {
  if (!(value instanceof OpResult)) return;
  const { owner, index } = value;
  const known = owner.getAttr(reoutline.results);
  const positions = known instanceof DenseArrayAttr ? known.numbers() : owner.results.map(() => -1);
  owner.setAttr(
    reoutline.results,
    DenseArrayAttr.get(
      i64,
      positions.map((old, i) => (i === index ? position : old)),
    ),
  );
}

function eraseUnusedFunctions(module: Operation): void {
  for (const func of definedFunctions(module)) {
    if (!func.isPublic && isSymbolUnused(func, module)) func.erase();
  }
}
