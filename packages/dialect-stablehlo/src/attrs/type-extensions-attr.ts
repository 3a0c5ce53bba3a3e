import {
  Attribute,
  type AttrClass,
  DYNAMIC,
  InternTable,
  type Parser,
  type Printer,
  RankedTensorType,
  type Type,
} from '@shardform/ir-core';

/**
 * `#stablehlo.bounds<4, ?>`: upper bounds of the dimensions of a tensor whose sizes are not known; written as the
 * tensor's encoding. {@link DYNAMIC} stands for no bound. `#stablehlo.type_extensions<bounds = [4, ?]>` is read
 * as the same attribute (StableHLO's "Bounded dynamism" RFC).
 */
export class TypeExtensionsAttr extends Attribute {
  static readonly mnemonic = 'stablehlo.type_extensions';
  static readonly #table = new InternTable<TypeExtensionsAttr>();
  readonly bounds: readonly number[];

  private constructor(bounds: readonly number[]) {
    super();
    this.bounds = bounds;
  }

  static get(bounds: readonly number[]): TypeExtensionsAttr {
    return this.#table.get(bounds.join(), () => new TypeExtensionsAttr([...bounds]));
  }

  static parse(this: void, parser: Parser): TypeExtensionsAttr {
    parser.expect('<');
    parser.expectKeyword('bounds');
    parser.expect('=');
    const bounds = parser.parseList('square', () => parseBound(parser));
    parser.expect('>');
    return TypeExtensionsAttr.get(bounds);
  }

  /** Why no tensor of this shape can have the bounds, or `null`; asked when a type is read. */
  verifyEncoding(shape: readonly number[], elementType: Type): string | null {
    const tensor = (): string => `tensor '${String(RankedTensorType.get(shape, elementType))}'`;
    if (this.bounds.length !== shape.length) {
      return `Bounds length is ${this.bounds.length}, expected to be equal to rank(${shape.length}) of the ${tensor()}`;
    }
    const at = shape.findIndex((size, d) => size !== DYNAMIC && this.bounds[d] !== DYNAMIC);
    if (at < 0) return null;
    return `Static dimension ${at} cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in ${tensor()}`;
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', boundsSpelling.mnemonic, () =>
      printer.write(`<${this.bounds.map((bound) => (bound === DYNAMIC ? '?' : bound)).join(', ')}>`),
    );
  }
}

/** The short spelling `#stablehlo.bounds<...>` of {@link TypeExtensionsAttr}. */
export const boundsSpelling: AttrClass<TypeExtensionsAttr> = {
  mnemonic: 'stablehlo.bounds',
  name: 'BoundsSpelling',
  prototype: TypeExtensionsAttr.prototype,
  parse: (parser) => TypeExtensionsAttr.get(parser.parseList('angle', () => parseBound(parser))),
};

function parseBound(parser: Parser): number {
  return parser.accept('?') ? DYNAMIC : parser.parseNumber();
}
