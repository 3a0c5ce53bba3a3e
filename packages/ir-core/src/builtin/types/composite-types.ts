import { type Attribute, Type } from '../../ir/attribute.ts';
import { idKey, InternTable } from '../../ir/intern.ts';
import type { Printer } from '../../text/printer.ts';

/** `complex<f32>`: a pair of real and imaginary part. */
export class ComplexType extends Type {
  static readonly #table = new InternTable<ComplexType>();
  readonly elementType: Type;

  private constructor(elementType: Type) {
    super();
    this.elementType = elementType;
  }

  static get(elementType: Type): ComplexType {
    return this.#table.get(String(elementType.id), () => new ComplexType(elementType));
  }

  override subAttributes(): readonly Attribute[] {
    return [this.elementType];
  }

  override withSubAttributes([elementType]: readonly Attribute[]): ComplexType {
    // Types are replaced by types, here and below.
    return ComplexType.get(elementType as Type);
  }

  print(printer: Printer): void {
    printer.write('complex<');
    printer.printType(this.elementType);
    printer.write('>');
  }
}

/** `tuple<A, B>`. */
export class TupleType extends Type {
  static readonly #table = new InternTable<TupleType>();
  readonly types: readonly Type[];

  private constructor(types: readonly Type[]) {
    super();
    this.types = types;
  }

  static get(types: readonly Type[]): TupleType {
    return this.#table.get(idKey(types), () => new TupleType([...types]));
  }

  override subAttributes(): readonly Attribute[] {
    return this.types;
  }

  override withSubAttributes(parts: readonly Attribute[]): TupleType {
    // Sub-elements of types are types, and are replaced by types.
    return TupleType.get(parts as readonly Type[]);
  }

  print(printer: Printer): void {
    printer.write('tuple<');
    printer.printTypes(this.types);
    printer.write('>');
  }
}

/** `(A, B) -> C`. */
export class FunctionType extends Type {
  static readonly #table = new InternTable<FunctionType>();
  readonly inputs: readonly Type[];
  readonly results: readonly Type[];

  private constructor(inputs: readonly Type[], results: readonly Type[]) {
    super();
    this.inputs = inputs;
    this.results = results;
  }

  static get(inputs: readonly Type[], results: readonly Type[]): FunctionType {
    return this.#table.get(
      `${idKey(inputs)}>${idKey(results)}`,
      () => new FunctionType([...inputs], [...results]),
    );
  }

  override get isFunctionType(): boolean {
    return true;
  }

  override subAttributes(): readonly Attribute[] {
    return [...this.inputs, ...this.results];
  }

  override withSubAttributes(parts: readonly Attribute[]): FunctionType {
    // Sub-elements of types are types, and are replaced by types.
    const types = parts as readonly Type[];
    return FunctionType.get(types.slice(0, this.inputs.length), types.slice(this.inputs.length));
  }

  print(printer: Printer): void {
    printer.printFunctionType(this.inputs, this.results);
  }
}

/** A type of a dialect that is not loaded, kept as text: `!dialect.body`. */
export class OpaqueType extends Type {
  static readonly #table = new InternTable<OpaqueType>();
  readonly dialect: string;
  /** The text after the dialect's name and dot. */
  readonly body: string;

  private constructor(dialect: string, body: string) {
    super();
    this.dialect = dialect;
    this.body = body;
  }

  static get(dialect: string, body: string): OpaqueType {
    return this.#table.get(`${dialect}.${body}`, () => new OpaqueType(dialect, body));
  }

  print(printer: Printer): void {
    printer.writeDialectSymbol('!', this.dialect, this.body);
  }
}
