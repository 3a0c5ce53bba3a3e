import { Attribute, idKey, InternTable, type Parser, type Printer } from '@shardform/ir-core';
import { parameter } from './attribute-parameter.ts';
import { printAxisList } from './axis-list-text.ts';
import { AxisRefAttr } from './axis-ref-attr.ts';

/** `{"x", "y"}`: axes in an order that matters. */
export class AxisRefListAttr extends Attribute {
  static readonly mnemonic = 'sdy.axis_ref_list';
  static readonly #table = new InternTable<AxisRefListAttr>();
  readonly axes: readonly AxisRefAttr[];

  private constructor(axes: readonly AxisRefAttr[]) {
    super();
    this.axes = axes;
  }

  static get(axes: readonly AxisRefAttr[]): AxisRefListAttr {
    return this.#table.get(idKey(axes), () => new AxisRefListAttr([...axes]));
  }

  static parse(this: void, parser: Parser): AxisRefListAttr {
    parser.expect('{');
    if (parser.accept('}')) return AxisRefListAttr.get([]);
    const axes = parameter(parser, 'AxisRefList', 'value', '::llvm::ArrayRef<AxisRefAttr>', () =>
      parser.parseList('none', () => AxisRefAttr.parse(parser)),
    );
    parser.expect('}');
    return AxisRefListAttr.get(axes);
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', AxisRefListAttr.mnemonic, () => this.printBody(printer));
  }

  printBody(printer: Printer): void {
    printAxisList(printer, this.axes);
  }
}

/** `[{"x"}, {}]`: one list of axes per dimension. */
export class ListOfAxisRefListsAttr extends Attribute {
  static readonly mnemonic = 'sdy.list_of_axis_ref_lists';
  static readonly #table = new InternTable<ListOfAxisRefListsAttr>();
  readonly lists: readonly AxisRefListAttr[];

  private constructor(lists: readonly AxisRefListAttr[]) {
    super();
    this.lists = lists;
  }

  static get(lists: readonly AxisRefListAttr[]): ListOfAxisRefListsAttr {
    return this.#table.get(idKey(lists), () => new ListOfAxisRefListsAttr([...lists]));
  }

  /** From plain lists. */
  static of(lists: readonly (readonly AxisRefAttr[])[]): ListOfAxisRefListsAttr {
    return ListOfAxisRefListsAttr.get(lists.map((axes) => AxisRefListAttr.get(axes)));
  }

  static parse(this: void, parser: Parser): ListOfAxisRefListsAttr {
    parser.expect('[');
    if (parser.accept(']')) return ListOfAxisRefListsAttr.get([]);
    const lists = parameter(parser, 'ListOfAxisRefLists', 'value', '::llvm::ArrayRef<AxisRefListAttr>', () =>
      parser.parseList('none', () => AxisRefListAttr.parse(parser)),
    );
    parser.expect(']');
    return ListOfAxisRefListsAttr.get(lists);
  }

  get isEmpty(): boolean {
    return this.lists.every(({ axes }) => axes.length === 0);
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', ListOfAxisRefListsAttr.mnemonic, () => this.printBody(printer));
  }

  printBody(printer: Printer): void {
    printer.write('[');
    printer.writeList(this.lists, (list) => list.printBody(printer));
    printer.write(']');
  }
}
