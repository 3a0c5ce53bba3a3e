import { Attribute, InternTable, type Parser, type Printer, type Type } from '@shardform/ir-core';

/** How a contraction is to be computed on hardware (StableHLO spec, "dot_general", `algorithm`). */
export interface DotAlgorithm {
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

/** `#stablehlo.dot_algorithm<lhs_precision_type = tf32, ...>`. */
export class DotAlgorithmAttr extends Attribute {
  static readonly mnemonic = 'stablehlo.dot_algorithm';
  static readonly #table = new InternTable<DotAlgorithmAttr>();
  readonly algorithm: DotAlgorithm;

  private constructor(algorithm: DotAlgorithm) {
    super();
    this.algorithm = algorithm;
  }

  static get(algorithm: DotAlgorithm): DotAlgorithmAttr {
    return this.#table.get(describe(algorithm), () => new DotAlgorithmAttr(algorithm));
  }

  /** `<lhs_precision_type = tf32, ...>`, the parameters in their order. */
  static parse(this: void, parser: Parser): DotAlgorithmAttr {
    const start = parser.offset;
    let separator: '<' | ',' = '<';
    const field = <T>(name: string, value: () => T): T => {
      parser.expect(separator);
      separator = ',';
      parser.expectKeyword(name);
      parser.expect('=');
      return value();
    };
    const algorithm: DotAlgorithm = {
      lhsPrecisionType: field('lhs_precision_type', () => parser.parseType()),
      rhsPrecisionType: field('rhs_precision_type', () => parser.parseType()),
      accumulationType: field('accumulation_type', () => parser.parseType()),
      lhsComponentCount: field('lhs_component_count', () => parser.parseNumber()),
      rhsComponentCount: field('rhs_component_count', () => parser.parseNumber()),
      numPrimitiveOperations: field('num_primitive_operations', () => parser.parseNumber()),
      allowImpreciseAccumulation: field('allow_imprecise_accumulation', () => parser.parseInteger() !== 0n),
    };
    parser.expect('>');
    const attribute = DotAlgorithmAttr.get(algorithm);
    const problem = attribute.invalid();
    return problem === null ? attribute : parser.fail(problem, start);
  }

  /** Why no hardware is known to have the algorithm, or `null`. */
  invalid(): string | null {
    return algorithmProblem(this.algorithm);
  }

  override subAttributes(): readonly Attribute[] {
    const { lhsPrecisionType, rhsPrecisionType, accumulationType } = this.algorithm;
    return [lhsPrecisionType, rhsPrecisionType, accumulationType];
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', DotAlgorithmAttr.mnemonic, () => this.printFields(printer));
  }

  /** Writes what follows the mnemonic, which is all that dot_general's own text has. */
  printFields(printer: Printer): void {
    const { algorithm } = this;
    printer.write(
      `<lhs_precision_type = ${String(algorithm.lhsPrecisionType)}, rhs_precision_type = ${String(algorithm.rhsPrecisionType)}, accumulation_type = ${String(algorithm.accumulationType)}, lhs_component_count = ${algorithm.lhsComponentCount}, rhs_component_count = ${algorithm.rhsComponentCount}, num_primitive_operations = ${algorithm.numPrimitiveOperations}, allow_imprecise_accumulation = ${String(algorithm.allowImpreciseAccumulation)}>`,
    );
  }
}

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
