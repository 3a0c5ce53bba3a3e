import { CustomCallOp } from '@shardform/dialect-stablehlo';
import type { InstructionAttributes, OutputAlias, Shape } from '@shardform/hlo-module';
import {
  ArrayAttr,
  type Attribute,
  DenseElementsAttr,
  DictionaryAttr,
  StringAttr,
  SymbolRefAttr,
} from '@shardform/ir-core';
import { arrayShapeOf, jointShape, shapeOf } from './context.ts';
import { ExportError } from './export-error.ts';
import { isTrue, literalOf } from './literals.ts';
import { type Lowering, lowering } from './lowering.ts';

const apiVersions: ReadonlyMap<bigint, string> = new Map([
  [2n, 'API_VERSION_STATUS_RETURNING'],
  [3n, 'API_VERSION_STATUS_RETURNING_UNIFIED'],
  [4n, 'API_VERSION_TYPED_FFI'],
]);

/** Calls that mark the borders of a manual computation: what they return has no attributes of its own. */
const borders: ReadonlySet<string> = new Set(['xla.sdy.GlobalToLocalShape', 'xla.sdy.LocalToGlobalShape']);

/** Calls that XLA replaces by other instructions. */
const expanded: ReadonlySet<string> = new Set(['ApproxTopK', 'ragged_all_to_all']);

function laidOut(shape: Shape, layout: Attribute | undefined): Shape {
  if (shape.kind !== 'array' || !(layout instanceof DenseElementsAttr)) return shape;
  return { ...shape, layout: { minorToMajor: layout.integers().map(Number) } };
}

function aliasesOf(op: CustomCallOp): OutputAlias[] {
  return op.aliases().map(({ outputTupleIndices, operandIndex, operandTupleIndices }) => ({
    output: outputTupleIndices,
    operand: operandIndex,
    operandIndex: operandTupleIndices,
  }));
}

/** The configuration of a call: a text, or a dictionary as MLIR prints it. */
function configOf(op: CustomCallOp): string | null {
  const typed = op.getAttr('mhlo.backend_config');
  const config = typed instanceof DictionaryAttr ? typed : op.backendConfig;
  if (config instanceof DictionaryAttr) return String(config);
  if (config instanceof StringAttr && config.value !== '') return config.value;
  return null;
}

/** Exports of custom calls. */
export const customCallLowerings: readonly Lowering[] = [
  lowering(CustomCallOp, (op, context) => {
    const target = op.callTargetName.value;
    if (expanded.has(target))
      throw new ExportError(
        op,
        `'@${target}' is expanded by XLA before HLO; write it as the operations that it stands for`,
      );
    const callees = (op.calledComputations?.elements ?? []).filter(
      (callee) => callee instanceof SymbolRefAttr,
    );
    if (callees.length > 1) throw new ExportError(op, 'HLO has no custom calls of several computations');
    const operands = context.getAll(op.operandValues());
    const { operandLayouts, resultLayouts } = op;
    const hasLayouts = operandLayouts !== null && resultLayouts !== null;
    const shapes = op.results.map(({ type }, i) => {
      const shape = shapeOf(type, op);
      return resultLayouts instanceof ArrayAttr && hasLayouts
        ? laidOut(shape, resultLayouts.elements[i])
        : shape;
    });
    const called = callees.map((callee) => ({
      role: 'called' as const,
      computation: context.computations.function(context.computations.named(callee.root, op)),
    }));
    const literal = op.getAttr('mhlo.literal');
    const isTyped = op.getAttr('mhlo.backend_config') instanceof DictionaryAttr;
    const version = isTyped ? apiVersions.get(4n) : apiVersions.get(op.apiVersion?.value ?? 1n);
    const aliases = aliasesOf(op);
    const attributes: InstructionAttributes = {
      customCallTarget: target,
      ...(hasLayouts && {
        operandLayouts: op
          .operandValues()
          .map(({ type }, i) => laidOut(shapeOf(type, op), operandLayouts.elements[i])),
      }),
      ...(isTrue(op.hasSideEffect) && { customCallHasSideEffect: true }),
      ...(literal instanceof DenseElementsAttr && {
        literal: literalOf(literal, arrayShapeOf(literal.type, op)),
      }),
      ...(aliases.length > 0 && { outputToOperandAliasing: aliases }),
      ...(version !== undefined && { customCallApiVersion: version }),
    };
    const config = configOf(op) ?? (version === apiVersions.get(4n) ? '{}' : null);
    const call = context.builder.add('custom-call', jointShape(shapes), operands, {
      attributes,
      called,
      ...(config !== null && { backendConfig: config }),
    });
    if (op.resultCount === 1) context.set(op.getResult(), call);
    else if (borders.has(target))
      context.builder.within({ frontendAttributes: new Map() }, () => context.untuple(op, call));
    else context.untuple(op, call);
  }),
];
