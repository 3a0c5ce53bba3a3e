import {
  type ConversionPattern,
  conversionPattern,
  FunctionType,
  type TypeConverter,
} from '@shardform/ir-core';
import { FuncOp } from './func-op.ts';
import { ReturnOp } from './return-op.ts';

/** Patterns that give functions and their returns the types that a converter says. Calls are not among them. */
export function functionTypePatterns(typeConverter: TypeConverter): readonly ConversionPattern[] {
  return [
    conversionPattern(
      FuncOp,
      'function-type',
      (op, _, rewriter) => {
        const inputs = typeConverter.convertAll(op.functionType.inputs);
        const results = typeConverter.convertAll(op.functionType.results);
        if (inputs === null || results === null) return false;
        if (!rewriter.convertRegionTypes(op.body, typeConverter)) return false;
        rewriter.modifyInPlace(op, () => {
          op.functionType = FunctionType.get(inputs, results);
        });
        return true;
      },
      { typeConverter },
    ),
    conversionPattern(
      ReturnOp,
      'return-types',
      (op, { operands }, rewriter) => {
        rewriter.replaceOpWith(op, ReturnOp, { operands }, [], { attributes: op.discardable });
        return true;
      },
      { typeConverter },
    ),
  ];
}
