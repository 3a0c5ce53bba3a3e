import {
  bf16,
  boolAttr,
  Builder,
  type Context,
  definePass,
  f32,
  isInstance,
  type Operation,
  type OpOperand,
  RankedTensorType,
  stringOption,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { FuncOp } from '@shardform/dialect-func';
import { TileType } from '@shardform/dialect-ttcore';
import { tensorOf, TypecastOp } from '@shardform/dialect-ttir';

/** Operations with this attribute keep their types. */
const PRESERVED = 'preserveDataFormat';

const FORMATS: Readonly<Record<string, Type>> = {
  f32,
  bf16,
  bfp_bf8: /* @__PURE__ */ TileType.get({ shape: [32, 32], dataType: 'bfp_bf8' }),
};

/** The type with elements of the format; types that are no tensors stay. */
function converted(type: Type, elementType: Type): Type {
  return isInstance(RankedTensorType, type) ? type.withElementType(elementType) : type;
}

/** Returns true if the pass changes an operation: it has results, and none of them has the format yet. */
function isConverted(op: Operation, elementType: Type): boolean {
  if (op instanceof FuncOp || op.hasAttr(PRESERVED)) return false;
  return op.results.some(({ type }) => converted(type, elementType) !== type);
}

/** Operations compute in one format; arguments, results of functions and other operations keep theirs. */
function convertBody(func: FuncOp, elementType: Type, context: Context): void {
  const ops: Operation[] = [];
  func.walk((op) => {
    if (isConverted(op, elementType)) ops.push(op);
  });
  const changed = new Set(ops);
  const builder = new Builder(context);
  const cast = (value: Value, type: Type): Value =>
    builder.create(TypecastOp, { input: tensorOf(value), conservativeFolding: boolAttr(false) }, [type])
      .result;
  for (const op of ops) {
    builder.location = op.location;
    builder.setInsertionPoint(op);
    for (const [i, operand] of [...op.operandValues().entries()].toReversed()) {
      const type = converted(operand.type, elementType);
      if (type !== operand.type) op.setOperand(i, cast(operand, type));
    }
    builder.setInsertionPointAfter(op);
    for (const result of op.results) {
      const before = result.type;
      result.setType(converted(before, elementType));
      const isForeign = (use: OpOperand): boolean => !changed.has(use.owner);
      if (result.type === before || !result.users().some((user) => !changed.has(user))) continue;
      const back = cast(result, before);
      result.replaceUsesIf(back, (use) => isForeign(use) && use.owner !== back.definingOp);
    }
  }
}

/** All computations are done in one number format; casts stand at the borders of functions. */
export const ttirGlobalDataFormatConversion = definePass({
  name: 'ttir-global-data-format-conversion',
  className: 'TTIRGlobalDataFormatConversion',
  summary: 'computes everything in one number format',
  anchor: 'builtin.module',
  options: { 'target-format': stringOption('f32, bf16 or bfp_bf8', 'bf16') },
  run(module, pass) {
    const format = pass.options['target-format'];
    const elementType = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
    if (elementType === undefined) {
      const known = Object.keys(FORMATS).join(', ');
      pass.context.diagnostics.error(
        module.location,
        `Invalid target format '${format}'. Supported formats: ${known}`,
      );
      pass.fail();
      return;
    }
    module.walkOf(FuncOp, (func) => {
      convertBody(func, elementType, pass.context);
    });
  },
});
