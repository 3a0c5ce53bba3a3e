export * from './ir/attribute.ts';
export { Block } from './ir/block.ts';
export { changedSince, endEpoch } from './ir/change.ts';
export { perState } from './ir/per-state.ts';
export * from './ir/clone.ts';
export { OperationKeys } from './ir/operation-key.ts';
export * from './ir/context.ts';
export {
  type ContextPart,
  contentsOf,
  type DeferredExtension,
  type ExtensionContents,
  isDeferred,
} from './ir/deferred-extension.ts';
export { countInner } from './ir/count-inner.ts';
export * from './ir/dialect.ts';
export { DominanceInfo } from './ir/dominance.ts';
export type { DominatorTree } from './ir/dominator-tree.ts';
export * from './ir/dynamic.ts';
export * from './ir/capability.ts';
export * from './ir/extension.ts';
export * from './ir/intern.ts';
export * from './ir/interface.ts';
export * from './ir/interfaces.ts';
export * from './ir/location.ts';
export * from './ir/op-table.ts';
export * from './ir/operation.ts';
export * from './ir/region.ts';
export { haveSameElements } from './ir/same-elements.ts';
export * from './ir/side-effects.ts';
export * from './ir/sub-attributes.ts';
export {
  lookupNearestSymbol,
  lookupSymbol,
  nearestSymbolTable,
  setSymbolVisibility,
  symbolName,
  SymbolTable,
  SymbolTables,
  symbolVisibility,
  type SymbolVisibility,
} from './ir/symbol-table.ts';
export {
  isSymbolUnused,
  replaceSymbolUses,
  type SymbolUse,
  symbolUsersIn,
  usesOfSymbol,
} from './ir/symbol-uses.ts';
export { renameSymbols, symbolsIn } from './ir/rename-symbols.ts';
export * from './ir/value.ts';
export * from './ir/version.ts';
export { groupBy } from './list/group-by.ts';
export { lastOf } from './list/last-of.ts';
export { lookUp } from './list/look-up.ts';
export { zip } from './list/zip.ts';
export type { Predecessors } from './analysis/reachability.ts';
export * from './analysis/sparse-forward.ts';
export { ValueLiveness } from './analysis/value-liveness.ts';
export * from './budget/index.ts';
export {
  affineAdd,
  affineCeilDiv,
  affineCombine,
  affineFloorDiv,
  affineMod,
  affineMultiply,
  affineSubtract,
} from './builtin/attrs/affine-arithmetic.ts';
export {
  type AffineBinaryExpr,
  type AffineBinaryKind,
  affineConstant,
  type AffineConstantExpr,
  affineDim,
  type AffineDimExpr,
  type AffineExpr,
  affineSymbol,
  type AffineSymbolExpr,
} from './builtin/attrs/affine-expr.ts';
export * from './builtin/attrs/affine-map-attr.ts';
export { affineText } from './builtin/attrs/affine-text.ts';
export * from './builtin/attrs/distinct-attr.ts';
export * from './builtin/attrs/elements-attr.ts';
export * from './builtin/attrs/basic-attrs.ts';
export * from './builtin/attrs/dense-array-attr.ts';
export * from './builtin/attrs/dense-elements-attr.ts';
export { elementByteSize, encodeElement, readFloatBits, readInteger } from './builtin/attrs/element-bytes.ts';
export * from './builtin/attrs/number-attrs.ts';
export * from './builtin/attrs/other-elements-attrs.ts';
export * from './builtin/attrs/strided-layout-attr.ts';
export * from './builtin/ops/module-op.ts';
export * from './builtin/ops/unrealized-conversion-cast-op.ts';
export * from './builtin/ops/unregistered-op.ts';
export * from './builtin/types/composite-types.ts';
export * from './builtin/types/float-type.ts';
export * from './builtin/types/integer-type.ts';
export * from './builtin/types/shaped-types.ts';
export { isTensorType, shapeOf, type Tensor } from './builtin/types/tensor.ts';
export {
  type MemRefLayout,
  memRefElementProblem,
  type VerifiableEncoding,
} from './builtin/types/type-problems.ts';
export { EncodingReader } from './bytecode/encoding-reader.ts';
export type { EncodingWriter } from './bytecode/encoding-writer.ts';
export * from './bytecode/codec-table.ts';
export type { DialectBytecode } from './bytecode/dialect-bytecode.ts';
export { BYTECODE_VERSION, isBytecode } from './bytecode/format.ts';
export { readBytecode } from './bytecode/read-bytecode.ts';
export { writeBytecode, type WriteBytecodeOptions } from './bytecode/write-bytecode.ts';
export * from './definition/attr-definition.ts';
export * from './definition/attribute-parameters.ts';
export * from './definition/builtin-constraints.ts';
export * from './definition/constraint.ts';
export * from './definition/define-attr.ts';
export * from './definition/define-enum-attr.ts';
export * from './definition/define-op.ts';
export type { ImplicitTerminatorTrait } from './definition/implicit-terminator.ts';
export type {
  DeclaredEffect,
  DefinedBehaviour,
  EffectKind,
  Effects,
  MemoryEffect,
  OpBehaviour,
  Speculatability,
  SpeculatabilityAnswer,
} from './definition/op-behaviour.ts';
export * from './definition/op-definition.ts';
export * from './definition/op-documentation.ts';
export type {
  DefinedParameter,
  OptionalParameter,
  Parameter,
  ParameterAccessor,
  ParameterArgs,
  ParameterEncoding,
  Parameters,
  ParameterValue,
  ParameterValues,
} from './definition/parameter.ts';
export { groupOf, segmentSizes } from './definition/segments.ts';
export * from './definition/trait.ts';
export * from './definition/traits.ts';
export * from './definition/value-parameters.ts';
export * from './diagnostic/current-operation.ts';
export * from './diagnostic/diagnostic-json.ts';
export * from './diagnostic/diagnostic.ts';
export * from './diagnostic/excerpt.ts';
export * from './diagnostic/expected-diagnostics.ts';
export { abridged, oneLine, printable, replaceControls } from './diagnostic/readable-text.ts';
export { cppComment, cppNames, cppString } from './source/cpp-source.ts';
export { pythonComment, pythonDocumentation, pythonNames, pythonString } from './source/python-source.ts';
export { isSourceName, type NameRules, sourceName, sourceNames } from './source/source-names.ts';
export * from './diagnostic/sarif.ts';
export { typeList } from './diagnostic/type-list.ts';
export type { AssemblyFormat } from './format/assembly-format.ts';
export * from './format/directive.ts';
export type { DirectiveArgument, FormatReference } from './format/format-element.ts';
export { type CompletionPlan, FormatState } from './format/format-state.ts';
export {
  bitWidth,
  bytesPerElement,
  bytesText,
  coordinatesOf,
  decodeFloat,
  type ElementKind,
  encodeFloat,
  encodeNarrowFloat,
  f32ToBits,
  f64ToBits,
  type FloatBits,
  floatDecodeTable,
  type FloatFormat,
  type FloatFormatName,
  floatFormats,
  floorDivide,
  type FloatKind,
  type FloatSpecials,
  greatestCommonDivisor,
  type IntegerKind,
  inversePermutation,
  isElementKind,
  isFloatKind,
  isIntegerKind,
  isSignedIntegerKind,
  printFloat,
  printFloatDigits,
  product,
  type Strided,
  stridedPositions,
} from './number/index.ts';
export * from './pass/closest-name.ts';
export * from './pass/crash-reproducer.ts';
export * from './pass/instrumentation.ts';
export {
  type AnyOptionValues,
  booleanOption,
  enumOption,
  floatOption,
  integerOption,
  type IntegerOptionType,
  listOption,
  type NoOptions,
  type OptionFailure,
  type OptionSpecs,
  type OptionValues,
  type PassOption,
  stringOption,
  withDefaults,
} from './pass/option.ts';
export * from './pass/pass-statistics.ts';
export * from './pass/pass-timing.ts';
export {
  type AnchorOp,
  definePass,
  type Pass,
  type PassDefinition,
  type PassInstance,
  type PassRun,
  type PassSpec,
} from './pass/pass.ts';
export * from './pass/pipeline-error.ts';
export * from './pass/pipeline-option.ts';
export * from './pass/pipeline-text.ts';
export {
  definePipeline,
  nest,
  nestImplicitly,
  type OpPipeline,
  type Pipeline,
  type PipelineDefinition,
  type PipelineElement,
  type PipelineSpec,
} from './pass/pipeline.ts';
export * from './pass/print-ir-tree.ts';
export * from './pass/print-ir.ts';
export * from './pass/run-passes.ts';
export type { NestedSchedules, Schedule, Stage } from './pass/schedule.ts';
export * from './passes/call-graph.ts';
export * from './passes/extension.ts';
export * from './passes/index.ts';
export { sortTopologically } from './passes/topological-sort.ts';
export * from './rewrite/builder.ts';
export * from './rewrite/change-journal.ts';
export * from './rewrite/conversion-pattern.ts';
export * from './rewrite/conversion-rewriter.ts';
export * from './rewrite/conversion-target.ts';
export * from './rewrite/conversion.ts';
export { eraseFromSignature, eraseOperands, eraseResults } from './rewrite/erase-parts.ts';
export { countExpansion, countParts } from './rewrite/expansion.ts';
export * from './rewrite/fold.ts';
export { constantOf, foldOp, type FoldOutcome } from './rewrite/fold-op.ts';
export * from './rewrite/greedy.ts';
export * from './rewrite/inline-call.ts';
export * from './rewrite/listener.ts';
export { m, match, type OpPattern, type ValuePattern } from './rewrite/match.ts';
export * from './rewrite/pattern-set.ts';
export * from './rewrite/pattern.ts';
export * from './rewrite/rewriter.ts';
export { type RegionSimplification, simplifyRegion } from './rewrite/simplify-region.ts';
export * from './rewrite/type-converter.ts';
export * from './text/lexer.ts';
export { parseAffineExpression, parseAffineMapBody } from './text/parse-affine.ts';
export * from './text/parse-module.ts';
export { parseDimensions } from './text/parse-type.ts';
export * from './text/parsed-op.ts';
export * from './text/parser.ts';
export type { PrintOptions, ValueNaming } from './text/print-options.ts';
export * from './text/print.ts';
export * from './text/printer.ts';
export * from './text/region-with-arguments.ts';
export { isBareIdentifier, quoteString } from './text/string-literal.ts';
export { decodeText } from './text/utf8.ts';
export { type Delimiter, TokenReader } from './text/token-reader.ts';
export * from './text/value-names.ts';
export * from './text/with-context.ts';
export * from './verify/report.ts';
export * from './verify/verifier.ts';
