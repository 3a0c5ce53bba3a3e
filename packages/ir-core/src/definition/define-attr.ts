import type { EncodingReader } from '../bytecode/encoding-reader.ts';
import type { EncodingWriter } from '../bytecode/encoding-writer.ts';
import { parseAttrFormat } from '../format/attr-format-element.ts';
import { attrFormatReader, type ReadValues } from '../format/attr-format-reader.ts';
import { attrFormatWriter, type WrittenValues } from '../format/attr-format-writer.ts';
import { Attribute, Type } from '../ir/attribute.ts';
import type { AttrClass } from '../ir/dialect.ts';
import { InternTable } from '../ir/intern.ts';
import type { Parser } from '../text/parser.ts';
import type { Printer } from '../text/printer.ts';
import type { AttrAssembly, AttrDefinition, AttrSpec } from './attr-definition.ts';
import { type AttrConstraint, attrOf } from './constraint.ts';
import { camelCase } from './define-op.ts';
import {
  type DefinedParameter,
  definedParameters,
  type Parameter,
  type ParameterArgs,
  type ParameterEncoding,
  type Parameters,
  type ParameterValues,
} from './parameter.ts';

/** The members that every declared attribute has beside its parameters. */
export interface DeclaredAttr extends Attribute {
  print(printer: Printer): void;
  /** Writes what follows the mnemonic; other attributes may leave the mnemonic out. */
  printBody(printer: Printer): void;
}

/** The members that every declared type has beside its parameters. */
export interface DeclaredType extends Type {
  print(printer: Printer): void;
  /** Writes what follows the mnemonic. */
  printBody(printer: Printer): void;
}

/** The constructor side of an attribute or type declared with {@link defineAttr} or {@link defineType}. */
export interface DeclaredAttrClass<P extends Parameters, B extends DeclaredAttr | DeclaredType> extends Omit<
  AttrClass<B & ParameterValues<P>>,
  'parse'
> {
  new (values: ParameterValues<P>): B & ParameterValues<P>;
  readonly definition: AttrDefinition;
  /** Returns the attribute with these values. Nothing is verified. */
  get<T>(
    this: new (values: ParameterValues<P>) => T,
    ...args: Partial<ParameterArgs<P>> extends ParameterArgs<P> ? [ParameterArgs<P>?] : [ParameterArgs<P>]
  ): T;
  /** Parses and verifies what follows the mnemonic. */
  parse<T>(this: new (values: ParameterValues<P>) => T, parser: Parser): T;
  /** Returns what is wrong with the values, or `null`. */
  problemOf(values: ParameterValues<P>): string | null;
  /** Writes the values in MLIR bytecode. */
  encode(writer: EncodingWriter, values: ParameterValues<P>): void;
  /** Reads and verifies what {@link DeclaredAttrClass.encode} writes. */
  decode<T>(this: new (values: ParameterValues<P>) => T, reader: EncodingReader): T;
  /** The constraint of op attributes of this class. */
  readonly constraint: AttrConstraint<B & ParameterValues<P>>;
  /** The only attribute of a class without parameters. */
  readonly instance: [keyof P] extends [never] ? B & ParameterValues<P> : never;
}

type Values = Record<string, unknown>;

/** The parameters of a declaration that lists none. */
// eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- no members is what is meant
type NoParameters = Readonly<Record<never, Parameter>>;

/**
 * Declares an attribute. Extend the returned class: the subclass names the attribute in types and may add methods
 * and getters.
 *
 * ```ts
 * class ShapeAttr extends defineAttr('ttnn.shape', { summary: 'shape', parameters: { shape: gridParameter },
 *   format: '`<` $shape `>`' }) {}
 * ```
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineAttr<const P extends Parameters = NoParameters>(
  mnemonic: string,
  spec: AttrSpec<P>,
): DeclaredAttrClass<P, DeclaredAttr> {
  // The class made from the parameters has their accessors; the checker can't see that.
  return declare<P>(Attribute, '#', mnemonic, spec) as DeclaredAttrClass<P, DeclaredAttr>;
}

/** Declares a type as {@link defineAttr} declares an attribute. */
/* @__NO_SIDE_EFFECTS__ */
export function defineType<const P extends Parameters = NoParameters>(
  mnemonic: string,
  spec: AttrSpec<P>,
): DeclaredAttrClass<P, DeclaredType> {
  // As above.
  return declare<P>(Type, '!', mnemonic, spec) as DeclaredAttrClass<P, DeclaredType>;
}

// What is left of a declared class when the types of its parameters are not known.
interface AnyDeclared {
  new (values: Values): Attribute;
  get(args?: Values): Attribute;
}

/* @__NO_SIDE_EFFECTS__ */
function declare<P extends Parameters>(
  base: typeof Attribute,
  sigil: '#' | '!',
  mnemonic: string,
  spec: AttrSpec<P>,
): unknown {
  const defined = definedParameters(spec.parameters ?? {}, accessorOf);
  const table = new InternTable<Attribute>();
  let compiled: AttrAssembly<Values> | null = null;
  const assembly = (): AttrAssembly<Values> => (compiled ??= assemblyOf(mnemonic, defined, spec));
  // Values are those of the parameters.
  const problemOf = (values: Values): string | null => spec.verify?.(values as ParameterValues<P>) ?? null;

  abstract class Declared extends base {
    static readonly mnemonic = mnemonic;
    static readonly definition: AttrDefinition = {
      name: mnemonic,
      defined,
      summary: spec.summary,
      parameters: defined.map(({ name, parameter, absent }) => [
        name,
        absent === null ? parameter.kind : `optional ${parameter.kind}`,
      ]),
      syntax: syntaxOf(spec),
    };

    constructor(values: Values) {
      super();
      for (const { accessor } of defined) setValue(this, accessor, values[accessor]);
    }

    static get(this: AnyDeclared, args: Values = {}): Attribute {
      let key = '';
      for (const { accessor, parameter, absent } of defined) {
        const value = args[accessor];
        key += `${parameter.key(value === undefined && absent !== null ? absent() : value)}|`;
      }
      return table.get(key, () => new this(completed(defined, args)));
    }

    static parse(this: AnyDeclared, parser: Parser): Attribute {
      const { offset } = parser;
      const values = assembly().parse(parser);
      const problem = problemOf(values);
      return problem === null ? this.get(values) : parser.fail(problem, offset);
    }

    static problemOf(this: void, values: Values): string | null {
      return problemOf(values);
    }

    static encode(this: void, writer: EncodingWriter, values: Values): void {
      for (const { name, accessor, parameter } of defined)
        encodingOf(mnemonic, name, parameter).write(writer, values[accessor]);
    }

    static decode(this: AnyDeclared, reader: EncodingReader): Attribute {
      const values: Values = {};
      for (const { name, accessor, parameter } of defined)
        values[accessor] = encodingOf(mnemonic, name, parameter).read(reader);
      reader.check(problemOf(values));
      return this.get(values);
    }

    static get constraint(): AttrConstraint {
      return attrOf(this, spec.summary);
    }

    static get instance(): Attribute {
      // Classes that are used have all members: the constructor of such a one is called.
      return (this as unknown as AnyDeclared).get();
    }

    printBody(printer: Printer): void {
      assembly().print(printer, valuesOf(this));
    }

    print(printer: Printer): void {
      printer.printDialectSymbol(sigil, mnemonic, () => this.printBody(printer));
    }
  }
  if (defined.some(({ parameter }) => parameter.parts !== undefined)) defineParts(Declared, defined);
  return Declared;
}

const MEMBERS: ReadonlySet<string> = new Set(['id', 'print', 'printBody']);

function accessorOf(name: string): string {
  const accessor = camelCase(name);
  return accessor in Attribute.prototype || MEMBERS.has(accessor) ? `${accessor}Value` : accessor;
}

/** An attribute has one property for each of its parameters. */
function valuesOf(attribute: Attribute): Values {
  // Accessors of the parameters have been defined on the class.
  return attribute as unknown as Values;
}

function setValue(attribute: Attribute, accessor: string, value: unknown): void {
  valuesOf(attribute)[accessor] = value;
}

/** Values with those that were not given; lists are the attribute's own. */
function completed(defined: readonly DefinedParameter[], args: Values): Values {
  const values: Values = {};
  for (const { accessor, absent } of defined) {
    const given = args[accessor];
    const value = given === undefined && absent !== null ? absent() : given;
    // Values of array parameters are arrays.
    values[accessor] = Array.isArray(value) ? [...(value as unknown[])] : value;
  }
  return values;
}

function syntaxOf<P extends Parameters>({ format }: AttrSpec<P>): string {
  return format === undefined ? '' : typeof format === 'string' ? format : format.syntax;
}

function assemblyOf<P extends Parameters>(
  mnemonic: string,
  defined: readonly DefinedParameter[],
  { format, cppName }: AttrSpec<P>,
): AttrAssembly<Values> {
  // What is written by hand makes and takes the values of the parameters.
  if (typeof format === 'object') return format;
  const elements = parseAttrFormat(mnemonic, defined, format ?? '');
  const read = attrFormatReader(elements, cppName ?? null);
  const print: (printer: Printer, values: WrittenValues) => void = attrFormatWriter(elements);
  return {
    syntax: format ?? '',
    parse(parser) {
      const values: ReadValues = {};
      read(parser, values);
      for (const { accessor, absent } of defined)
        if (!(accessor in values) && absent !== null) values[accessor] = absent();
      return values;
    },
    print,
  };
}

function encodingOf(mnemonic: string, name: string, { encoding }: Parameter): ParameterEncoding<unknown> {
  if (encoding === undefined) throw new Error(`parameter '${name}' of '${mnemonic}' has no encoding`);
  return encoding;
}

/** Makes the attributes and types in the values those that can be found and replaced. */
function defineParts(cls: { readonly prototype: Attribute }, defined: readonly DefinedParameter[]): void {
  const partsOf = (attribute: Attribute, { accessor, parameter }: DefinedParameter): readonly Attribute[] =>
    parameter.parts?.(valuesOf(attribute)[accessor]) ?? [];

  Object.defineProperties(cls.prototype, {
    subAttributes: {
      value(this: Attribute): readonly Attribute[] {
        return defined.flatMap((each) => partsOf(this, each));
      },
    },
    withSubAttributes: {
      value(this: Attribute, parts: readonly Attribute[]): Attribute {
        const values: Values = {};
        let at = 0;
        for (const each of defined) {
          const { accessor, parameter } = each;
          const value = valuesOf(this)[accessor];
          const count = partsOf(this, each).length;
          values[accessor] =
            count === 0 ? value : parameter.withParts!(value, parts.slice(at, (at += count)));
        }
        // The class of a declared attribute is a declared class.
        return (this.constructor as unknown as AnyDeclared).get(values);
      },
    },
  });
}
