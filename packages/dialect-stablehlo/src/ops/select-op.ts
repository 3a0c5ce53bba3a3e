import { type CustomDirective, argumentTypes, defineOp, FunctionType } from '@shardform/ir-core';
import { predTensor, tensor } from '../constraints.ts';
import { areCompatibleShapes, areCompatibleTypes, mostSpecificType } from '../inference/compatible-types.ts';
import { ifOperandsStatic } from '../speculatability.ts';

/** `pred-type, type` when both branches have the result's type, the function type otherwise. */
const selectOpType: CustomDirective = {
  print(printer, op, args) {
    const [pred, onTrue, onFalse, result] = args.map((argument) => argumentTypes(op, argument)[0]!);
    if (onTrue === result && onFalse === result) printer.printTypes([pred!, result!]);
    else printer.printFunctionType([pred!, onTrue!, onFalse!], [result!]);
  },
  parse(parser, state, args) {
    const { offset } = parser;
    const types = parser.parseTypeList();
    const [first, second] = types;
    const names = args.map(({ reference }) => reference);
    if (types.length === 2) {
      state.setTypes(names[0]!, [first!]);
      for (const name of names.slice(1)) state.setTypes(name, [second!]);
    } else if (first instanceof FunctionType && types.length === 1 && first.inputs.length === 3) {
      names.slice(0, 3).forEach((name, i) => state.setTypes(name, [first.inputs[i]!]));
      state.setTypes(names[3]!, first.results);
    } else parser.fail('expected functional type or list of two types', offset);
  },
};

/** Chooses elements of one or the other operand (StableHLO spec, "select"). `pred` may be a scalar. */
export class SelectOp extends defineOp('stablehlo.select', {
  summary: 'elementwise select by a predicate',
  operands: { pred: predTensor, on_true: tensor, on_false: tensor },
  results: { result: tensor },
  effects: 'none',
  speculates: ifOperandsStatic,
  format:
    'operands attr-dict `:` custom<SelectOpType>(type($pred), type($on_true), type($on_false), type($result))',
  directives: { SelectOpType: selectOpType },
  infer: (op, report) => {
    const [onTrue, onFalse] = [op.onTrue.type, op.onFalse.type];
    if (!areCompatibleTypes(onTrue, onFalse)) {
      report.error('requires compatible types for non-predicate operands');
      return null;
    }
    const { shape } = op.pred.type;
    if (shape.length > 0 && !areCompatibleShapes(shape, onTrue.shape)) {
      report.error('requires the same shape for all operands');
      return null;
    }
    const inferred = mostSpecificType([onTrue, onFalse]);
    if (typeof inferred !== 'string') return [inferred];
    report.error(inferred);
    return null;
  },
}) {}
