import {
  Builder,
  type Context,
  definePass,
  DenseElementsAttr,
  DYNAMIC,
  FunctionType,
  i64,
  isTensorType,
  listOption,
  ParseFailure,
  Parser,
  RankedTensorType,
  SourceText,
  StringAttr,
  stringOption,
  type Type,
} from '@shardform/ir-core';
import type { FuncOp } from '@shardform/dialect-func';
import { ConstantOp, CustomCallOp } from '@shardform/dialect-stablehlo';
import { entryFunction } from './entry-function.ts';
import { SHAPE_OPERANDS } from './shape-refinements.ts';

/** Marks where a value of a refined type is used as one of the type from before. */
export const OPERAND_WRAPPER = 'stablehlo.shape_refinement_operand_wrapper';

/** Gives the program's arguments better known types; upstream's pass of this name. */
export const refineArguments = /* @__PURE__ */ definePass({
  name: 'stablehlo-refine-arguments',
  className: 'StablehloRefineArgumentsPass',
  summary: 'Refines the argument shapes of the main function.',
  description:
    'Modifies the arguments of the main function to the types given. Uses of an argument whose type changes get it ' +
    'through `stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper`, which has the type from before; ' +
    '`stablehlo-refine-shapes` removes it.',
  anchor: 'builtin.module',
  options: {
    types: listOption('The new types to be used for the main function’s arguments.', stringOption('')),
  },
  run(module, pass) {
    const func = entryFunction(module, pass);
    if (func === null) return;
    const types: Type[] = [];
    for (const text of pass.options.types) {
      const type = parseWholeType(text, pass.context);
      if (type === null) {
        pass.opError(module, `Invalid type string: ${text}`);
        return;
      }
      types.push(type);
    }
    const problem = refinementProblem(func, types);
    if (problem === null) refine(func, types, pass.context);
    else pass.opError(func, problem);
  },
});

/** Reads a text that is a type and nothing else; reports why it is not and returns `null`. */
function parseWholeType(text: string, context: Context): Type | null {
  try {
    const parser = new Parser(new SourceText(text, text), context);
    const type = parser.parseType();
    return parser.at('eof') ? type : null;
  } catch (error) {
    if (!(error instanceof ParseFailure)) throw error;
    context.diagnostics.emit(error.diagnostic);
    return null;
  }
}

function refinementProblem(func: FuncOp, types: readonly Type[]): string | null {
  const { inputs } = func.functionType;
  if (types.length !== inputs.length) {
    return `number of refinements must match number of op operands ${types.length} vs ${inputs.length}`;
  }
  for (const [i, from] of inputs.entries()) {
    const to = types[i]!;
    const reason = from === to ? null : incompatibility(from, to);
    if (reason === null) continue;
    return `invalid refinement for argument ${i}, refinement ${reason} in ${String(from)} -> ${String(to)}`;
  }
  return null;
}

/** Returns the requirement that a refined type of a value violates; `null` when there is none. */
function incompatibility(from: Type, to: Type): string | null {
  if (!isTensorType(from) || !isTensorType(to)) return 'must be a tensor';
  if (from.elementType !== to.elementType) return 'element types must match';
  if (to.shape === null) return 'must be ranked';
  const { shape } = to;
  if (from.shape === null) return null;
  if (from.shape.length !== shape.length) return 'rank must match operand rank';
  const keepsSizes = from.shape.every((size, d) => size === DYNAMIC || size === shape[d]);
  return keepsSizes ? null : 'dimension sizes must match for static dimensions';
}

function refine(func: FuncOp, types: readonly Type[], context: Context): void {
  func.functionType = FunctionType.get(types, func.functionType.results);
  if (func.isDeclaration) return;
  const builder = new Builder(context);
  builder.setInsertionPointToStart(func.entry);
  func.entry.arguments.forEach((argument, i) => {
    const [from, to] = [argument.type, types[i]!];
    if (from === to || !(to instanceof RankedTensorType)) return;
    builder.location = argument.location;
    argument.setType(to);
    const shape = builder.create(ConstantOp, { value: shapeConstant(to.shape) });
    const uses = [...argument.uses()];
    const wrapper = builder.create(
      CustomCallOp,
      { inputs: [argument, shape.output], callTargetName: StringAttr.get(OPERAND_WRAPPER) },
      [from],
      { attributes: new Map([[SHAPE_OPERANDS, DenseElementsAttr.splat(RankedTensorType.get([1], i64), 1)]]) },
    );
    for (const use of uses) use.set(wrapper.getResult());
  });
}

/** Sizes as i64 numbers; one that is not known is the lowest number. */
function shapeConstant(shape: readonly number[]): DenseElementsAttr {
  const sizes = shape.map((size) => (size === DYNAMIC ? -(2n ** 63n) : size));
  return DenseElementsAttr.fromNumbers(RankedTensorType.get([shape.length], i64), sizes);
}
