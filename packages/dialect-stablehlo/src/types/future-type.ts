import {
  type Attribute,
  idKey,
  InternTable,
  isInstance,
  type Parser,
  type Printer,
  RankedTensorType,
  Type,
} from '@shardform/ir-core';

/** `!stablehlo.future<tensor<f32>, ...>`: what an `async_start` will have computed (StableHLO spec, "Types"). */
export class FutureType extends Type {
  static readonly mnemonic = 'stablehlo.future';
  static readonly #table = new InternTable<FutureType>();
  readonly types: readonly Type[];

  private constructor(types: readonly Type[]) {
    super();
    this.types = types;
  }

  static get(types: readonly Type[]): FutureType {
    return this.#table.get(idKey(types), () => new FutureType([...types]));
  }

  static parse(this: void, parser: Parser): FutureType {
    const start = parser.offset;
    parser.expect('<');
    const types = parser.parseTypeList();
    parser.expect('>');
    const wrong = types.find((type) => !isInstance(RankedTensorType, type));
    if (wrong !== undefined) {
      return parser.fail(`future element type must be a ranked tensor, but got '${String(wrong)}'`, start);
    }
    return FutureType.get(types);
  }

  override subAttributes(): readonly Attribute[] {
    return this.types;
  }

  override withSubAttributes(parts: readonly Attribute[]): FutureType {
    // Types are replaced by types.
    return FutureType.get(parts as readonly Type[]);
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('!', FutureType.mnemonic, () => {
      printer.write('<');
      printer.printTypes(this.types);
      printer.write('>');
    });
  }
}
