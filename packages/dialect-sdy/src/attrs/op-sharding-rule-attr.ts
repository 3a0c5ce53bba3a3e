import {
  Attribute,
  type AttrReference,
  idKey,
  InternTable,
  type Parser,
  type Printer,
} from '@shardform/ir-core';
import { parameter } from './attribute-parameter.ts';
import { factorSymbol, parseFactorSymbols, parseSingleFactorSymbol } from './factor-symbol.ts';
import { TensorMappingAttr } from './tensor-mapping-attr.ts';

/** The treatment that a factor needs where it is split. */
export type FactorType = 'pass-through' | 'reduction' | 'need-replication' | 'permutation';

/** The sets of factors that are treated specially; each is ascending. */
export interface SpecialFactors {
  readonly reduction?: readonly number[];
  readonly needReplication?: readonly number[];
  readonly permutation?: readonly number[];
  readonly blockedPropagation?: readonly number[];
}

/**
 * The correspondence between the dimensions of an operation's operands and results: factors, each shared by the
 * dimensions that can be split alike. Text: `<([i, k], [k, j])->([i, j]) {i=8, j=16, k=8} reduction={k}>`.
 *
 * By hand: keeps what kind each factor is, and its sizes as numbers and exact.
 */
export class OpShardingRuleAttr extends Attribute {
  static readonly mnemonic = 'sdy.op_sharding_rule';
  static readonly definition: AttrReference = {
    summary: 'Specifies how an operation can be partitioned.',
    parameters: [
      ['factor_sizes', 'array of integer'],
      ['operand_mappings', 'array of `#sdy.tensor_mapping`'],
      ['result_mappings', 'array of `#sdy.tensor_mapping`'],
      ['reduction_factors', 'array of integer'],
      ['need_replication_factors', 'array of integer'],
      ['permutation_factors', 'array of integer'],
      ['blocked_propagation_factors', 'array of integer'],
      ['is_custom_rule', 'boolean'],
    ],
    syntax:
      '`<` `(` $operand_mappings `)` `->` `(` $result_mappings `)` `{` $factor_sizes `}` (`reduction` `=` `{` $reduction_factors^ `}`)? (`need_replication` `=` `{` $need_replication_factors^ `}`)? (`permutation` `=` `{` $permutation_factors^ `}`)? (`blocked_propagation` `=` `{` $blocked_propagation_factors^ `}`)? (`,` `custom` $is_custom_rule^)? `>`',
  };
  static readonly #table = new InternTable<OpShardingRuleAttr>();
  /** Size by factor. Sizes beyond 2^53 are rounded; the text keeps them exact. */
  readonly factorSizes: readonly number[];
  readonly operands: readonly TensorMappingAttr[];
  readonly results: readonly TensorMappingAttr[];
  readonly reduction: readonly number[];
  readonly needReplication: readonly number[];
  readonly permutation: readonly number[];
  /** Factors along which nothing is propagated; independent of the other sets. */
  readonly blockedPropagation: readonly number[];
  /** Written by a user: never removed. */
  readonly isCustom: boolean;
  readonly #exactSizes: readonly bigint[];
  readonly #types: readonly FactorType[];
  #batching: readonly number[] | null = null;

  private constructor(
    exactSizes: readonly bigint[],
    operands: readonly TensorMappingAttr[],
    results: readonly TensorMappingAttr[],
    special: SpecialFactors,
    isCustom: boolean,
  ) {
    super();
    this.#exactSizes = exactSizes;
    this.factorSizes = exactSizes.map(Number);
    this.operands = operands;
    this.results = results;
    this.reduction = special.reduction ?? [];
    this.needReplication = special.needReplication ?? [];
    this.permutation = special.permutation ?? [];
    this.blockedPropagation = special.blockedPropagation ?? [];
    this.isCustom = isCustom;
    const types = new Array<FactorType>(exactSizes.length).fill('pass-through');
    for (const factor of this.reduction) types[factor] = 'reduction';
    for (const factor of this.needReplication) types[factor] = 'need-replication';
    for (const factor of this.permutation) types[factor] = 'permutation';
    this.#types = types;
  }

  /** Nothing is checked; the operation that carries the rule is. */
  static get(
    factorSizes: readonly (number | bigint)[],
    operands: readonly TensorMappingAttr[],
    results: readonly TensorMappingAttr[],
    special: SpecialFactors = {},
    isCustom = false,
  ): OpShardingRuleAttr {
    const { reduction, needReplication, permutation, blockedPropagation } = special;
    const sets = [reduction, needReplication, permutation, blockedPropagation].map((set) =>
      (set ?? []).join(),
    );
    const key = `${factorSizes.join()}|${idKey(operands)}|${idKey(results)}|${sets.join('|')}${isCustom ? 'c' : ''}`;
    return this.#table.get(
      key,
      () => new OpShardingRuleAttr(factorSizes.map(BigInt), [...operands], [...results], special, isCustom),
    );
  }

  static parse(this: void, parser: Parser): OpShardingRuleAttr {
    parser.expect('<');
    const operands = parseMappings(parser, 'operand_mappings');
    parser.expect('->');
    const results = parseMappings(parser, 'result_mappings');
    const sizes = parseFactorSizes(parser);
    const special: SpecialFactors = {
      reduction: parseFactorSet(parser, 'reduction'),
      needReplication: parseFactorSet(parser, 'need_replication'),
      permutation: parseFactorSet(parser, 'permutation'),
      blockedPropagation: parseFactorSet(parser, 'blocked_propagation'),
    };
    const isCustom = parser.accept(',');
    if (isCustom) parser.expectKeyword('custom');
    parser.expect('>');
    return OpShardingRuleAttr.get(sizes, operands, results, special, isCustom);
  }

  get factorCount(): number {
    return this.factorSizes.length;
  }

  /** Operand mappings, then result mappings. */
  get mappings(): readonly TensorMappingAttr[] {
    return [...this.operands, ...this.results];
  }

  factorType(factor: number): FactorType {
    return this.#types[factor] ?? 'pass-through';
  }

  isPassThrough(factor: number): boolean {
    return this.#types[factor] === 'pass-through';
  }

  isBlocked(factor: number): boolean {
    return this.blockedPropagation.includes(factor);
  }

  /** True if some factor needs all its values on each device. */
  get hasNeedReplication(): boolean {
    return this.needReplication.length > 0;
  }

  /** Pass-through factors that every tensor of rank 1 or more has, ascending. */
  get batchingFactors(): readonly number[] {
    return (this.#batching ??= this.factorSizes
      .map((_, factor) => factor)
      .filter((factor) => this.isPassThrough(factor) && this.isInAllNonScalars(factor)));
  }

  /** Returns true if every tensor of rank 1 or more has the factor. */
  isInAllNonScalars(factor: number): boolean {
    for (const mapping of this.operands) if (mapping.rank > 0 && !mapping.hasFactor(factor)) return false;
    for (const mapping of this.results) if (mapping.rank > 0 && !mapping.hasFactor(factor)) return false;
    return true;
  }

  /** Number of elements of a tensor: the product of the sizes of its factors. */
  tensorSize(mapping: TensorMappingAttr): number {
    let product = 1;
    for (const dim of mapping.dimMappings)
      for (const factor of dim.factorIndices) product *= this.factorSizes[factor]!;
    return product;
  }

  print(printer: Printer): void {
    printer.write('#sdy.op_sharding_rule');
    this.printBody(printer);
  }

  printBody(printer: Printer): void {
    const mappings = (list: readonly TensorMappingAttr[]): void => {
      printer.write('(');
      printer.writeList(list, (mapping) => mapping.printBody(printer));
      printer.write(')');
    };
    printer.write('<');
    mappings(this.operands);
    printer.write('->');
    mappings(this.results);
    if (this.#exactSizes.length > 0) {
      printer.write(` {${this.#exactSizes.map((size, i) => `${factorSymbol(i)}=${size}`).join(', ')}}`);
    }
    const set = (name: string, factors: readonly number[]): void => {
      if (factors.length > 0) printer.write(` ${name}={${factors.map(factorSymbol).join(', ')}}`);
    };
    set('reduction', this.reduction);
    set('need_replication', this.needReplication);
    set('permutation', this.permutation);
    set('blocked_propagation', this.blockedPropagation);
    if (this.isCustom) printer.write(', custom');
    printer.write('>');
  }
}

function parseMappings(parser: Parser, name: string): TensorMappingAttr[] {
  parser.expect('(');
  const mappings = parameter(parser, 'OpShardingRule', name, '::llvm::ArrayRef<TensorMappingAttr>', () =>
    parser.parseList('none', () => TensorMappingAttr.parse(parser)),
  );
  parser.expect(')');
  return mappings;
}

function parseFactorSizes(parser: Parser): bigint[] {
  const sizes: bigint[] = [];
  if (!parser.accept('{')) return sizes;
  if (parser.accept('}')) return sizes;
  do {
    const symbol = parseSingleFactorSymbol(parser, parser.parseKeyword());
    if (symbol !== sizes.length) {
      parser.fail(
        `expecting factor indices to be ordered like an iota ([0,1,2,...], e.g. {i=#, j=#, ...}). Expecting factor index symbol '${factorSymbol(sizes.length)}', received: '${factorSymbol(symbol)}'`,
      );
    }
    parser.expect('=');
    sizes.push(parser.parseInteger());
  } while (parser.accept(','));
  parser.expect('}');
  return sizes;
}

function parseFactorSet(parser: Parser, name: string): number[] {
  if (!parser.acceptKeyword(name)) return [];
  parser.expect('=');
  return parser.parseList('brace', () => {
    // Symbols after the first one of a word are ignored, as upstream does.
    const [first] = parseFactorSymbols(parser, parser.parseKeyword());
    return first!;
  });
}
