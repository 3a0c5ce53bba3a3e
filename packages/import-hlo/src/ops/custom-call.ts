import type { Shape } from '@shardform/hlo-module';
import { hloAttributes } from '@shardform/dialect-hlo';
import { CustomCallOp, OutputOperandAliasAttr } from '@shardform/dialect-stablehlo';
import {
  ArrayAttr,
  type Attribute,
  boolAttr,
  type Context,
  DenseElementsAttr,
  DictionaryAttr,
  i32Attr,
  index,
  parseModule,
  RankedTensorType,
  StringAttr,
  SymbolRefAttr,
} from '@shardform/ir-core';
import type { ImportedInstruction, InstructionImporter } from '../imported-instruction.ts';
import { leafAt, leavesOf } from '../types.ts';

const apiVersions: Readonly<Record<string, number>> = {
  API_VERSION_UNSPECIFIED: 0,
  API_VERSION_ORIGINAL: 1,
  API_VERSION_STATUS_RETURNING: 2,
  API_VERSION_STATUS_RETURNING_UNIFIED: 3,
  API_VERSION_TYPED_FFI: 4,
};
const TYPED_FFI = 4;

function layoutsAttr(shapes: readonly Shape[]): ArrayAttr {
  return ArrayAttr.get(
    shapes.flatMap((shape) =>
      leavesOf(shape).map((leaf) => {
        const order =
          leaf.kind !== 'array'
            ? []
            : (leaf.layout?.minorToMajor ?? leaf.dimensions.map((_, i) => leaf.dimensions.length - 1 - i));
        return DenseElementsAttr.fromNumbers(RankedTensorType.get([order.length], index), order.map(BigInt));
      }),
    ),
  );
}

/** Places of results in the memory of operands, tuples counted by their values. */
function aliasesAttr(from: ImportedInstruction): ArrayAttr {
  const { operands, shape } = from.instruction;
  const isSingle = leavesOf(shape).length === 1;
  return ArrayAttr.get(
    (from.attributes.outputToOperandAliasing ?? []).map(({ output, operand, operandIndex }) => {
      const [result, part] = [leafAt(shape, output), leafAt(operands[operand]?.shape ?? shape, operandIndex)];
      if (result === null || part === null || operands[operand] === undefined)
        return from.fail('names an element in output_to_operand_aliasing that it does not have');
      const before = operands.slice(0, operand).reduce((sum, own) => sum + leavesOf(own.shape).length, 0);
      return OutputOperandAliasAttr.get({
        outputTupleIndices: isSingle ? [] : [result],
        operandIndex: before + part,
        operandTupleIndices: [],
      });
    }),
  );
}

/** The configuration as a dictionary of attributes, which calls of the typed interface have, or as text. */
function configOf(from: ImportedInstruction, version: number): Attribute | null {
  const text = from.instruction.backendConfig;
  if (text === undefined) return null;
  if (version !== TYPED_FFI) return StringAttr.get(text);
  return (
    dictionaryOf(text.trim(), from.builder.context) ??
    from.fail(`has a backend_config that is not a dictionary of attributes: ${text}`)
  );
}

/** Reads a dictionary of MLIR attributes; `null` when it is none. */
function dictionaryOf(text: string, context: Context): DictionaryAttr | null {
  const braced = text.startsWith('{') ? text : `{${text}}`;
  const { result } = context.diagnostics.capture(() =>
    parseModule(`module attributes {config = ${braced}} {}`, context),
  );
  const config = result?.getAttr('config');
  return config instanceof DictionaryAttr ? config : null;
}

const customCall: InstructionImporter = (from) => {
  const { attributes, instruction } = from;
  const { customCallApiVersion: versionName = 'API_VERSION_ORIGINAL', operandLayouts } = attributes;
  const version = apiVersions[versionName] ?? from.fail(`has the unknown api_version '${versionName}'`);
  const config = configOf(from, version);
  const functions = instruction.called.map(({ computation }) =>
    SymbolRefAttr.get(from.computation.module.functionOf(computation)),
  );
  const op = from.create(CustomCallOp, {
    inputs: from.allValues(),
    callTargetName: StringAttr.get(from.required('customCallTarget')),
    hasSideEffect: boolAttr(attributes.customCallHasSideEffect === true),
    backendConfig: config instanceof StringAttr || config instanceof DictionaryAttr ? config : null,
    apiVersion: i32Attr(version),
    calledComputations: ArrayAttr.get(functions),
    operandLayouts: operandLayouts === undefined ? null : layoutsAttr(operandLayouts),
    resultLayouts: operandLayouts === undefined ? null : layoutsAttr([instruction.shape]),
    outputOperandAliases: aliasesAttr(from),
  });
  op.setAttr(hloAttributes.name, StringAttr.get(instruction.name));
  for (const [name, text] of [['hlo.schedule', attributes.customCallSchedule]] as const)
    if (text !== undefined) op.setAttr(name, StringAttr.get(text));
  return op.results;
};

/** Importers of custom calls. */
export const customCallImporters: Readonly<Record<string, InstructionImporter>> = {
  'custom-call': customCall,
};
