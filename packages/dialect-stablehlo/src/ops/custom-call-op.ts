import {
  ArrayAttr,
  type AttrConstraint,
  attrWhere,
  boolAttr,
  boolAttrConstraint,
  type CustomDirective,
  defaultAttr,
  defineOp,
  DenseElementsAttr,
  DictionaryAttr,
  i32,
  i32Attr,
  index,
  integerAttr,
  type MemoryEffect,
  type OpReport,
  optionalAttr,
  StringAttr,
  stringAttr,
  SymbolRefAttr,
  variadic,
} from '@shardform/ir-core';
import { OutputOperandAliasAttr } from '../attrs/output-operand-alias-attr.ts';
import { aliasProblem } from '../inference/output-operand-aliases.ts';
import { bufferProblem } from '../inference/custom-call-buffers.ts';
import { layoutProblem } from '../inference/custom-call-layouts.ts';
import { customCallValue } from '../value-constraints.ts';

/** Conventions of custom calls, by their number. */
const API_VERSIONS = [
  'API_VERSION_UNSPECIFIED',
  'API_VERSION_ORIGINAL',
  'API_VERSION_STATUS_RETURNING',
  'API_VERSION_STATUS_RETURNING_UNIFIED',
  'API_VERSION_TYPED_FFI',
] as const;
const TYPED_FFI = 4;

const apiVersion = integerAttr(
  i32,
  'Custom call API version',
  (value) => value >= 0n && value < BigInt(API_VERSIONS.length),
);

const backendConfig: AttrConstraint<StringAttr | DictionaryAttr> = {
  summary: 'string attribute or dictionary of named attribute values',
  accepts: (attribute): attribute is StringAttr | DictionaryAttr =>
    attribute instanceof StringAttr || attribute instanceof DictionaryAttr,
};

const computations = attrWhere(ArrayAttr, 'flat symbol ref array attribute', ({ elements }) =>
  elements.every((element) => element instanceof SymbolRefAttr && element.isFlat),
);

const layouts = attrWhere(ArrayAttr, 'Array of layout (1D tensor of index type) attributes', ({ elements }) =>
  elements.every(
    (element) =>
      element instanceof DenseElementsAttr &&
      element.type.shape?.length === 1 &&
      element.type.elementType === index,
  ),
);

const aliases = attrWhere(
  ArrayAttr,
  'Aliasing attribute for outputs and operands of CustomCall',
  ({ elements }) => elements.every((element) => element instanceof OutputOperandAliasAttr),
);

/** `@name`, quoted where needed. */
const customCallTarget: CustomDirective = {
  print(printer, op) {
    // The directive is in the format of this operation only.
    printer.writeSymbolName((op as CustomCallOp).callTargetName.value);
  },
  parse(parser, state, args) {
    state.setAttr(args[0]!, StringAttr.get(parser.parseSymbolName()));
  },
};

/** Everything outside the program. */
const ALL_EFFECTS: readonly MemoryEffect[] = (['allocate', 'free', 'write', 'read'] as const).map((kind) => ({
  kind,
  value: null,
}));

/** A call of something that the implementation knows by its name (StableHLO spec, "custom_call"). */
export class CustomCallOp extends defineOp('stablehlo.custom_call', {
  summary: "call of the implementation's own function",
  operands: { inputs: variadic(customCallValue) },
  attrs: {
    call_target_name: stringAttr,
    has_side_effect: defaultAttr(boolAttrConstraint, () => boolAttr(false)),
    backend_config: optionalAttr(backendConfig),
    api_version: defaultAttr(apiVersion, () => i32Attr(1)),
    called_computations: defaultAttr(computations, () => ArrayAttr.get([])),
    operand_layouts: optionalAttr(layouts),
    result_layouts: optionalAttr(layouts),
    output_operand_aliases: defaultAttr(aliases, () => ArrayAttr.get([])),
  },
  results: { results: variadic(customCallValue) },
  effects: (op) => (op.hasSideEffect?.value === 1n ? ALL_EFFECTS : []),
  speculates: 'never',
  format:
    'custom<CustomCallTarget>($call_target_name) `(` $inputs `)` attr-dict `:` functional-type(operands, results)',
  directives: { CustomCallTarget: customCallTarget },
}) {
  override verifyOp(report: OpReport): boolean {
    const [operands, results] = [this.operandTypes(), this.resultTypes()];
    const problem =
      layoutProblem(operands, results, this.operandLayouts, this.resultLayouts) ??
      aliasProblem(operands, results, this.aliases()) ??
      this.backendConfigProblem() ??
      bufferProblem(this.callTargetName.value, operands, results, this.aliases());
    return problem === null || report.opError(problem);
  }

  /** Returns the elements of results that alias elements of operands. */
  aliases(): readonly OutputOperandAliasAttr[] {
    const elements = this.outputOperandAliases?.elements ?? [];
    return elements.filter((element) => element instanceof OutputOperandAliasAttr);
  }

  private backendConfigProblem(): string | null {
    const { backendConfig: config } = this;
    const version = this.apiVersion?.number ?? 1;
    if (config === null) return null;
    const wanted = version === TYPED_FFI ? 'a dictionary' : 'a string';
    if (config instanceof DictionaryAttr === (version === TYPED_FFI)) return null;
    return `backend_config for api_version ${API_VERSIONS[version]!} must be ${wanted} attribute.`;
  }
}
