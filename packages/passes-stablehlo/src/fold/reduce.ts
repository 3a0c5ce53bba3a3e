import {
  type DenseElementsAttr,
  i1,
  pattern,
  RankedTensorType,
  type RewritePattern,
} from '@shardform/ir-core';
import { ConstantOp, ReduceOp, reducerOp } from '@shardform/dialect-stablehlo';
import { constantElements, replaceByConstant, splatNumber } from '../constant-values.ts';
import { repeated } from './element-moves.ts';
import { integerConstant } from './numbers.ts';

/** A reduction of no dimension is its inputs. */
export const reduceNothing = /* @__PURE__ */ pattern(
  ReduceOp,
  'fold stablehlo.reduce of no dimension',
  (op, rewriter) => {
    const { inputs } = op;
    if (op.dimensions.length > 0 || !op.results.every(({ type }, i) => inputs[i]!.type === type))
      return false;
    rewriter.replaceOp(op, inputs);
    return true;
  },
);

/** A reduction whose region is executed and returns constants is these constants. */
const reduceToConstants = /* @__PURE__ */ pattern(
  ReduceOp,
  'fold stablehlo.reduce to constants',
  (op, rewriter) => {
    if (!isExecuted(op)) return false;
    const constants: DenseElementsAttr[] = [];
    for (const [i, value] of (op.body.entry.terminator?.operandValues() ?? []).entries()) {
      const elements = constantElements(value);
      const { type } = op.getResult(i);
      if (elements === null || !(type instanceof RankedTensorType) || !type.hasStaticShape) return false;
      if (!elements.isSplat || elements.type.elementType !== type.elementType) return false;
      constants.push(repeated(elements, type));
    }
    rewriter.replaceOp(
      op,
      constants.map((value) => rewriter.create(ConstantOp, { value }).output),
    );
    return true;
  },
);

/** Returns true if the region is executed for every element of the results: something is reduced. */
export function isExecuted(op: ReduceOp): boolean {
  const shape = op.inputs[0]?.type.shape ?? [];
  const dimensions = op.dimensions.numbers();
  return dimensions.length > 0 && dimensions.every((d) => shape[d]! > 0);
}

/** The results of reducers of booleans, for those that return equal operands unchanged. */
const booleanReducers: Readonly<Record<string, (a: number, b: number) => number>> = {
  'stablehlo.add': Math.max,
  'stablehlo.and': Math.min,
  'stablehlo.maximum': Math.max,
  'stablehlo.minimum': Math.min,
  'stablehlo.multiply': Math.min,
  'stablehlo.or': Math.max,
};

/** A reduction of one boolean, repeated. */
const reduceBooleans = /* @__PURE__ */ pattern(
  ReduceOp,
  'fold stablehlo.reduce of booleans',
  (op, rewriter) => {
    const compute = booleanReducers[reducerOp(op.body)?.name ?? ''];
    const [input] = op.inputs;
    const type = op.results.length === 1 ? op.getResult().type : null;
    if (compute === undefined || input === undefined || !isExecuted(op)) return false;
    if (!(type instanceof RankedTensorType) || type.elementType !== i1 || !type.hasStaticShape) return false;
    const [element, init] = [input, op.initValues[0]!].map((value) => splatNumber(constantElements(value)));
    if (typeof element !== 'bigint' || typeof init !== 'bigint') return false;
    return replaceByConstant(
      rewriter,
      op,
      integerConstant(type, [BigInt(compute(Number(init), Number(element)))]),
    );
  },
);

/** Patterns that compute reductions. */
export const reduceFolds: readonly RewritePattern[] = [reduceNothing, reduceToConstants, reduceBooleans];
