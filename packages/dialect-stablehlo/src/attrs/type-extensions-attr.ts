import {
  type AttrAssembly,
  type AttrClass,
  defineAttr,
  DYNAMIC,
  type ParameterValues,
  type Printer,
  RankedTensorType,
  sizeParameter,
  sizesParameter,
  type Type,
} from '@shardform/ir-core';

const parameters = { bounds: sizesParameter };

/** Read by the name of the parameter, written short. */
const boundsText: AttrAssembly<ParameterValues<typeof parameters>> = {
  syntax: '`<` `bounds` `=` $bounds `>`',
  parse(parser) {
    parser.expect('<');
    parser.expectKeyword('bounds');
    parser.expect('=');
    const bounds = sizesParameter.parse(parser);
    parser.expect('>');
    return { bounds };
  },
  print(printer, { bounds }) {
    printer.write('<');
    printer.writeList(bounds, (bound) => sizeParameter.print(printer, bound));
    printer.write('>');
  },
};

/**
 * `#stablehlo.bounds<4, ?>`: upper bounds of the dimensions of a tensor whose sizes are not known; written as the
 * tensor's encoding. {@link DYNAMIC} stands for no bound. `#stablehlo.type_extensions<bounds = [4, ?]>` is read
 * as the same attribute (StableHLO's "Bounded dynamism" RFC).
 */
export class TypeExtensionsAttr extends defineAttr('stablehlo.type_extensions', {
  summary: 'Attribute that extends tensor type with StableHLO type properties.',
  parameters,
  format: boundsText,
}) {
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

  override print(printer: Printer): void {
    printer.printDialectSymbol('#', boundsShortForm.mnemonic, () => this.printBody(printer));
  }
}

/** The short form `#stablehlo.bounds<...>` of {@link TypeExtensionsAttr}. */
export const boundsShortForm: AttrClass<TypeExtensionsAttr> = {
  mnemonic: 'stablehlo.bounds',
  name: 'BoundsSpelling',
  prototype: TypeExtensionsAttr.prototype,
  parse: (parser) =>
    TypeExtensionsAttr.get({ bounds: parser.parseList('angle', () => sizeParameter.parse(parser)) }),
};
