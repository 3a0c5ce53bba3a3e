import {
  Attribute,
  type AttrReference,
  idKey,
  InternTable,
  type Parser,
  type Printer,
  type SymbolRefAttr,
} from '@shardform/ir-core';
import { parameter } from './attribute-parameter.ts';
import type { MeshAttr } from './mesh-attr.ts';
import { TensorShardingAttr } from './tensor-sharding-attr.ts';

/**
 * The shardings of several values, such as the results of an operation: `<[<@mesh, [{"x"}]>, <@mesh, [{}]>]>`.
 *
 * By hand: has one text with angle brackets and one without.
 */
export class TensorShardingPerValueAttr extends Attribute {
  static readonly mnemonic = 'sdy.sharding_per_value';
  static readonly definition: AttrReference = {
    summary: 'Tensor sharding per operand/result of an op',
    parameters: [['shardings', 'array of `#sdy.sharding`']],
    syntax: '`<` `[` $shardings `]` `>`',
  };
  static readonly #table = new InternTable<TensorShardingPerValueAttr>();
  readonly shardings: readonly TensorShardingAttr[];

  private constructor(shardings: readonly TensorShardingAttr[]) {
    super();
    this.shardings = shardings;
  }

  static get(shardings: readonly TensorShardingAttr[]): TensorShardingPerValueAttr {
    return this.#table.get(idKey(shardings), () => new TensorShardingPerValueAttr([...shardings]));
  }

  /**
   * Fully open shardings with one exception.
   *
   * @param ranks the rank of each value.
   */
  static openExcept(
    meshOrRef: MeshAttr | SymbolRefAttr,
    ranks: readonly number[],
    index: number,
    sharding: TensorShardingAttr,
  ): TensorShardingPerValueAttr {
    return TensorShardingPerValueAttr.get(
      ranks.map((rank, i) => (i === index ? sharding : TensorShardingAttr.fullyOpen(meshOrRef, rank))),
    );
  }

  static parse(this: void, parser: Parser): TensorShardingPerValueAttr {
    parser.expect('<');
    const attribute = TensorShardingPerValueAttr.parseBody(parser);
    parser.expect('>');
    return attribute;
  }

  /** `[<@mesh, [{"x"}]>]`: the form inside operations. */
  static parseBody(this: void, parser: Parser): TensorShardingPerValueAttr {
    parser.expect('[');
    if (parser.accept(']')) return TensorShardingPerValueAttr.get([]);
    const shardings = parameter(
      parser,
      'TensorShardingPerValue',
      'shardings',
      '::llvm::ArrayRef<TensorShardingAttr>',
      () => parser.parseList('none', () => parseShardingElement(parser)),
    );
    parser.expect(']');
    return TensorShardingPerValueAttr.get(shardings);
  }

  get length(): number {
    return this.shardings.length;
  }

  /** The list with one sharding exchanged. */
  withSharding(index: number, sharding: TensorShardingAttr): TensorShardingPerValueAttr {
    if (this.shardings[index] === sharding) return this;
    return TensorShardingPerValueAttr.get(this.shardings.map((old, i) => (i === index ? sharding : old)));
  }

  /** The list with each sharding transformed. */
  map(
    transform: (sharding: TensorShardingAttr, index: number) => TensorShardingAttr,
  ): TensorShardingPerValueAttr {
    return TensorShardingPerValueAttr.get(this.shardings.map(transform));
  }

  override subAttributes(): readonly Attribute[] {
    return this.shardings;
  }

  override withSubAttributes(parts: readonly Attribute[]): TensorShardingPerValueAttr {
    // Shardings are replaced by shardings.
    return TensorShardingPerValueAttr.get(parts as readonly TensorShardingAttr[]);
  }

  print(printer: Printer): void {
    printer.write('#sdy.sharding_per_value<');
    this.printBody(printer);
    printer.write('>');
  }

  /** `[<@mesh, [{"x"}]>]`: the form inside operations. */
  printBody(printer: Printer): void {
    printer.write('[');
    printer.writeList(this.shardings, (sharding) => sharding.printBody(printer));
    printer.write(']');
  }
}

/** A sharding in its short form, or in full. */
export function parseShardingElement(parser: Parser): TensorShardingAttr {
  if (!parser.at('hash')) return TensorShardingAttr.parse(parser);
  const { offset } = parser;
  const attribute = parser.parseAttribute();
  return attribute instanceof TensorShardingAttr
    ? attribute
    : parser.fail('invalid kind of attribute specified', offset);
}
