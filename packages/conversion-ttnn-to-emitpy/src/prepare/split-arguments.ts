import { type FuncOp, setValueAttr, valueAttrs } from '@shardform/dialect-func';
import { DictType, GetKeyValueOp, GetTupleElementOp } from '@shardform/dialect-ttcore';
import {
  ArrayAttr,
  definePass,
  FunctionType,
  i32,
  IntegerAttr,
  type Operation,
  StringAttr,
  TupleType,
  type Type,
  UnitAttr,
} from '@shardform/ir-core';
import {
  ACTIVATION_NAMES,
  ARGUMENT_TYPES,
  argumentTypesOf,
  forwardFunctions,
  HAS_SPLIT_ARGUMENTS,
  textsAttr,
  WEIGHT_NAMES,
} from './names.ts';
import { prependAll } from './prepend.ts';

/** The names of some arguments: their own, or numbers. */
function namesOf(func: FuncOp, chosen: readonly number[], word: string): string[] {
  let unnamed = 0;
  return chosen.map((i) => {
    const own = valueAttrs(func, 'arg_attrs', i).get('ttir.name');
    return own instanceof StringAttr ? own.value : `${word}_${unnamed++}`;
  });
}

/**
 * Functions whose arguments all say what they are take a list of activations and a dictionary of weights, which callers
 * keep.
 */
export const ttnnSplitForwardFuncArgsByType = definePass({
  name: 'ttnn-split-forward-func-args-by-type',
  className: 'TTNNSplitForwardFuncArgsByType',
  summary: 'takes activations as a list and weights as a dictionary',
  anchor: 'builtin.module',
  run(module) {
    for (const func of forwardFunctions(module)) {
      const types = argumentTypesOf(func);
      if (types.length > 0 && types.every((type) => type !== null && type !== 'default')) split(func, types);
    }
  },
});

function split(func: FuncOp, types: readonly (string | null)[]): void {
  const { entry } = func;
  const { inputs, results } = func.functionType;
  const all = inputs.map((_, i) => i);
  const activations = all.filter((i) => types[i] === 'input');
  const weights = all.filter((i) => types[i] !== 'input');
  const [activationNames, weightNames] = [
    namesOf(func, activations, 'activation'),
    namesOf(func, weights, 'weight'),
  ];
  const kinds = all.map((i) => valueAttrs(func, 'arg_attrs', i).get('ttcore.argument_type')!);
  const given: Type[] = [];
  if (activations.length > 0) given.push(TupleType.get(activations.map((i) => inputs[i]!)));
  if (weights.length > 0) given.push(DictType.instance);
  const old = [...entry.arguments];
  const made = given.map((type) => entry.addArgument(type, func.location));
  const reads: Operation[] = all.map((i) => {
    const location = { location: func.location };
    if (types[i] !== 'input') {
      const key = StringAttr.get(weightNames[weights.indexOf(i)]!);
      return GetKeyValueOp.create({ dict: made.at(-1)!, key }, [inputs[i]!], location);
    }
    const index = activations.indexOf(i);
    const read = GetTupleElementOp.create(
      { operand: made[0]!, index: IntegerAttr.get(index, i32) },
      [inputs[i]!],
      location,
    );
    read.setAttr('emitpy.name', StringAttr.get(activationNames[index]!));
    return read;
  });
  prependAll(entry, reads);
  for (const [i, argument] of old.entries()) argument.replaceAllUsesWith(reads[i]!.getResult());
  for (const argument of old.toReversed()) entry.eraseArgument(argument.index);
  func.argAttrs = null;
  func.functionType = FunctionType.get(given, results);
  func.setAttr(ARGUMENT_TYPES, ArrayAttr.get(kinds));
  if (activations.length > 0)
    setValueAttr(func, 'arg_attrs', 0, ACTIVATION_NAMES, textsAttr(activationNames));
  if (weights.length > 0)
    setValueAttr(func, 'arg_attrs', given.length - 1, WEIGHT_NAMES, textsAttr(weightNames));
  func.setAttr(HAS_SPLIT_ARGUMENTS, UnitAttr.instance);
}
