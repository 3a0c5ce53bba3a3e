import {
  anyTypeParameter,
  booleanParameter,
  defineAttr,
  integerParameter,
  type Parameter,
  type Type,
} from '@shardform/ir-core';

/** The algorithm by which hardware is to compute a contraction (StableHLO spec, "dot_general", `algorithm`). */
interface DotAlgorithm {
  readonly lhsPrecisionType: Type;
  readonly rhsPrecisionType: Type;
  readonly accumulationType: Type;
  /** Into how many numbers of the precision type each element is split. */
  readonly lhsComponentCount: number;
  readonly rhsComponentCount: number;
  /** Number of contractions of components that are added up. */
  readonly numPrimitiveOperations: number;
  readonly allowImpreciseAccumulation: boolean;
}

const typeParameter: Parameter<Type> = {
  ...anyTypeParameter,
  // Types are never aliased here.
  print: (printer, type) => printer.write(String(type)),
};

/** Read as an integer, `true` among them. */
const flagParameter: Parameter<boolean> = {
  ...booleanParameter,
  parse: (parser) => parser.parseInteger() !== 0n,
};

/** `#stablehlo.dot_algorithm<lhs_precision_type = tf32, ...>`. */
export class DotAlgorithmAttr extends defineAttr('stablehlo.dot_algorithm', {
  summary: 'Attribute that models the algorithm constraints to use for computing dot.',
  parameters: {
    lhs_precision_type: typeParameter,
    rhs_precision_type: typeParameter,
    accumulation_type: typeParameter,
    lhs_component_count: integerParameter,
    rhs_component_count: integerParameter,
    num_primitive_operations: integerParameter,
    allow_imprecise_accumulation: flagParameter,
  },
  format:
    '`<` `lhs_precision_type` `=` $lhs_precision_type `,` `rhs_precision_type` `=` $rhs_precision_type `,` `accumulation_type` `=` $accumulation_type `,` `lhs_component_count` `=` $lhs_component_count `,` `rhs_component_count` `=` $rhs_component_count `,` `num_primitive_operations` `=` $num_primitive_operations `,` `allow_imprecise_accumulation` `=` $allow_imprecise_accumulation `>`',
  verify: algorithmProblem,
}) {}

const FLOAT8 = ['f8E3M4', 'f8E4M3', 'f8E4M3FN', 'f8E4M3FNUZ', 'f8E4M3B11FNUZ', 'f8E5M2', 'f8E5M2FNUZ'];

/** Numbers of primitive operations by operand type and accumulation type, all with exact accumulation. */
const KNOWN: Readonly<Record<string, readonly number[]>> = {
  'f16>f16': [1],
  'f16>f32': [1],
  'bf16>bf16': [1],
  'bf16>f32': [1, 3, 6, 9],
  'tf32>f32': [1, 3],
  'f32>f32': [1],
  'f64>f64': [1],
};

/** Why the algorithm is none that some hardware has, or `null` (StableHLO spec, "dot_general", table of algorithms). */
function algorithmProblem(algorithm: DotAlgorithm): string | null {
  if (algorithm.lhsComponentCount < 1) return 'lhs component count must be positive';
  if (algorithm.rhsComponentCount < 1) return 'rhs component count must be positive';
  if (algorithm.numPrimitiveOperations < 1) return 'num primitive operations must be positive';
  return isKnown(algorithm)
    ? null
    : `dot algorithm not known to be supported on any hardware: ${describe(algorithm)}`;
}

function isKnown(algorithm: DotAlgorithm): boolean {
  if (algorithm.lhsComponentCount !== 1 || algorithm.rhsComponentCount !== 1) return false;
  const [lhs, rhs, sum] = [
    String(algorithm.lhsPrecisionType),
    String(algorithm.rhsPrecisionType),
    String(algorithm.accumulationType),
  ];
  if (FLOAT8.includes(lhs) && FLOAT8.includes(rhs) && sum === 'f32') {
    return algorithm.numPrimitiveOperations === 1;
  }
  if (lhs !== rhs || algorithm.allowImpreciseAccumulation) return false;
  return KNOWN[`${lhs}>${sum}`]?.includes(algorithm.numPrimitiveOperations) ?? false;
}

function describe(algorithm: DotAlgorithm): string {
  return `{lhs:'${String(algorithm.lhsPrecisionType)}', rhs:'${String(algorithm.rhsPrecisionType)}', accum:'${String(algorithm.accumulationType)}', lhs_components:${algorithm.lhsComponentCount}, rhs_components:${algorithm.rhsComponentCount}, primitive_ops:${algorithm.numPrimitiveOperations}, imprecise:${algorithm.allowImpreciseAccumulation ? 1 : 0}}`;
}
