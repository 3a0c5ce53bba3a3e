import { type FuncOp, ReturnOp } from '@shardform/dialect-func';
import { GetTupleElementOp, isKind, TupleOp } from '@shardform/dialect-ttcore';
import {
  booleanOption,
  definePass,
  FunctionType,
  i32,
  IntegerAttr,
  RankedTensorType,
  StringAttr,
  TupleType,
} from '@shardform/ir-core';
import { functionsIn } from './names.ts';
import { prependAll } from './prepend.ts';

/** Functions take and give their tensors as one list; `main` leaves its name to the script. */
export const ttnnTuplifyTensors = definePass({
  name: 'ttnn-tuplify-tensors',
  className: 'TTNNTuplifyTensors',
  summary: 'takes and gives tensors as lists',
  anchor: 'builtin.module',
  options: {
    'tuplify-input-if-empty': booleanOption('take a list where there are no inputs, too'),
  },
  run(module, { options }) {
    const functions = functionsIn(module);
    for (const func of functions) if (func.symName.value === 'main') func.symName = StringAttr.get('_main');
    const chosen = functions.filter((func) => func.isPublic || isKind(func, 'const_eval'));
    for (const func of chosen) {
      const { inputs, results } = func.functionType;
      const areTensors = (types: readonly unknown[]): boolean =>
        types.every((type) => type instanceof RankedTensorType);
      const isForced = options['tuplify-input-if-empty'] && isKind(func, 'forward_device');
      if ((inputs.length > 0 || isForced) && areTensors(inputs)) tuplifyInputs(func);
      if (results.length > 0 && areTensors(results)) tuplifyResults(func);
    }
  },
});

function tuplifyInputs(func: FuncOp): void {
  const { entry } = func;
  const { inputs, results } = func.functionType;
  const old = [...entry.arguments];
  const tuple = TupleType.get(inputs);
  const list = entry.addArgument(tuple, func.location);
  const reads = inputs.map((type, i) =>
    GetTupleElementOp.create({ operand: list, index: IntegerAttr.get(i, i32) }, [type], {
      location: func.location,
    }),
  );
  prependAll(entry, reads);
  for (const [i, argument] of old.entries()) argument.replaceAllUsesWith(reads[i]!.result);
  for (const argument of old.toReversed()) entry.eraseArgument(argument.index);
  func.argAttrs = null;
  func.functionType = FunctionType.get([tuple], results);
}

function tuplifyResults(func: FuncOp): void {
  const { inputs, results } = func.functionType;
  const tuple = TupleType.get(results);
  for (const op of func.entry) {
    if (!(op instanceof ReturnOp)) continue;
    const list = TupleOp.create({ operands: op.operandValues() }, [tuple], { location: op.location });
    func.entry.insertBefore(list, op);
    op.setOperands([list.result]);
  }
  func.resAttrs = null;
  func.functionType = FunctionType.get(inputs, [tuple]);
}
