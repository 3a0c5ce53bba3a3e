import {
  anyOpPattern,
  FunctionType,
  OpReport,
  type Operation,
  pattern,
  RankedTensorType,
  type RewritePattern,
  TupleType,
  type Type,
  UnrankedTensorType,
  UnrealizedConversionCastOp,
} from '@shardform/ir-core';
import { FuncOp, ReturnOp } from '@shardform/dialect-func';
import { CustomCallOp, WhileOp } from '@shardform/dialect-stablehlo';
import { foldPatterns } from '../fold/patterns.ts';
import { OPERAND_WRAPPER } from '../refine-arguments.ts';
import { shapeRefinements } from '../shape-refinements.ts';
import { callPattern } from './call.ts';
import { refinedType, refineValues } from './refined-type.ts';
import type { Refinement } from './refinement.ts';
import { type ShapeRule, shapeRules } from './result-shapes.ts';

/** The integer arithmetic that shapes are computed by. */
const SHAPE_ARITHMETIC: ReadonlySet<string> = new Set(
  [
    ...['add', 'and', 'broadcast_in_dim', 'clamp', 'compare', 'concatenate', 'convert', 'divide'],
    ...['get_dimension_size', 'maximum', 'minimum', 'multiply', 'or', 'remainder', 'reshape', 'select'],
    ...['sign', 'slice', 'subtract'],
  ].map((name) => `stablehlo.${name}`),
);
const FOLD_LIMIT = 65536;

/** All patterns by which the types in a function become better known. */
export function refinePatterns(refinement: Refinement): readonly RewritePattern[] {
  const folds = foldPatterns({ elementLimit: FOLD_LIMIT, foldsFloats: false, assumesNoEffects: false });
  return [
    ...shapeRules.map(rulePattern),
    inferencePattern,
    operandWrapperPattern,
    customCallPattern(),
    whilePattern,
    callPattern(refinement),
    returnPattern,
    ...folds.filter(({ root }) => root !== null && SHAPE_ARITHMETIC.has(root)),
  ];
}

function rulePattern({ definition, apply: shapes }: ShapeRule): RewritePattern {
  return {
    name: 'refine-result-shapes',
    root: definition.name,
    // Types are known before values are computed.
    benefit: 2,
    matchAndRewrite(op, rewriter) {
      const found = shapes(op);
      return found !== null && refineValues(op, op.results, typesOfShapes(op, found), rewriter);
    },
  };
}

function typesOfShapes(op: Operation, shapes: readonly (readonly number[])[]): (Type | null)[] {
  return op.results.map(({ type }, i) => {
    const elementType = elementTypeOf(type);
    const shape = shapes[i];
    return elementType === null || shape === undefined ? null : RankedTensorType.get(shape, elementType);
  });
}

/** Operations that infer their types know them when those of their operands are known. */
const inferencePattern = anyOpPattern(
  'refine-inferred-types',
  (op, rewriter) => {
    const { dialect } = op.definition;
    if (dialect !== 'stablehlo' && dialect !== 'chlo') return false;
    const { context } = rewriter;
    // What can't be inferred is the verifier's business.
    const { result: types } = context.diagnostics.capture(() =>
      op.definition.infer?.(op, new OpReport(op, context)),
    );
    return types !== undefined && types !== null && refineValues(op, op.results, types, rewriter);
  },
  { benefit: 2 },
);

/** A wrapped value of a refined type stands for itself as soon as its users may know. */
const operandWrapperPattern = pattern(
  CustomCallOp,
  'refine-operand-wrapper',
  (op, rewriter) => {
    const { value } = op.callTargetName;
    const [operand] = op.inputs;
    const [result] = op.results;
    if (value !== OPERAND_WRAPPER || operand === undefined || result === undefined) return false;
    const refinements = shapeRefinements(op);
    if (refinements === null || typeof refinements === 'string') return false;
    refineValues(op, [result], [operand.type], rewriter);
    if (result.type !== operand.type) return false;
    rewriter.replaceOp(op, [operand]);
    return true;
  },
  { benefit: 2 },
);

/** Custom calls whose operands hold the shapes of results. Wrong attributes are reported once. */
function customCallPattern(): RewritePattern {
  const reported = new Set<Operation>();
  return pattern(CustomCallOp, 'refine-custom-call', (op, rewriter) => {
    const refinements = shapeRefinements(op);
    if (refinements === null) return false;
    if (typeof refinements === 'string') {
      if (!reported.has(op)) rewriter.context.diagnostics.emitOn(op, 'error', refinements);
      reported.add(op);
      return false;
    }
    const shapes = [...refinements.shapes];
    return refineValues(
      op,
      op.results,
      op.resultTypes().map((type) => withShapes(type, shapes)),
      rewriter,
    );
  });
}

/** The type with the first of the shapes, which are used up; tuples are taken apart. */
function withShapes(type: Type, shapes: (readonly number[])[]): Type {
  if (type instanceof TupleType) return TupleType.get(type.types.map((part) => withShapes(part, shapes)));
  const shape = shapes.shift();
  const elementType = elementTypeOf(type);
  return elementType === null || shape === undefined ? type : RankedTensorType.get(shape, elementType);
}

function elementTypeOf(type: Type): Type | null {
  return type instanceof RankedTensorType || type instanceof UnrankedTensorType ? type.elementType : null;
}

/** Gives the carried values of a loop the types of their initial values. */
const whilePattern = pattern(WhileOp, 'refine-while', (op, rewriter) => {
  const types = op.operandTypes();
  const values = [op.cond, op.body].flatMap((region) => region.entry.arguments);
  return refineValues(op, values, [...types, ...types], rewriter);
});

/** A function returns what its body returns; casts back to types from before go. */
const returnPattern = pattern(ReturnOp, 'refine-function-results', (op, rewriter) => {
  const func = op.parentOp;
  if (!(func instanceof FuncOp)) return false;
  const { inputs, results } = func.functionType;
  const values = op.operandValues().map((value) => {
    const cast = value.definingOp;
    if (!(cast instanceof UnrealizedConversionCastOp) || cast.operands.length !== 1) return value;
    const source = cast.getOperand(0);
    return refinedType(value.type, source.type) === source.type ? source : value;
  });
  const types = values.map(({ type }) => type);
  const isSame = (list: readonly Type[]): boolean => list.every((type, i) => type === types[i]);
  if (isSame(results) && isSame(op.operandTypes())) return false;
  rewriter.modifyInPlace(op, () => {
    op.setOperands(values);
    func.functionType = FunctionType.get(inputs, types);
  });
  return true;
});
