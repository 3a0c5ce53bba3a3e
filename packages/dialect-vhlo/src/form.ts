import {
  Attribute,
  type EncodingReader,
  type EncodingWriter,
  InternTable,
  type Parser,
  type Printer,
  Type,
} from '@shardform/ir-core';
import type { Field, Fields, Params, Values } from './field.ts';
import { type Format, parseFormat, printFormat } from './format.ts';
import { knownVersion, type Version } from './version.ts';

/** The declaration of a kind of VHLO's attributes or types. */
export interface FormSpec<F extends Fields> {
  /** Without the dialect, such as `array_v1`. */
  readonly mnemonic: string;
  /** Its number in bytecode (StableHLO, `VhloBytecode.cpp`). */
  readonly code: number;
  /** The first version that has it. */
  readonly since: string;
  readonly fields: F;
  /** The syntax between the angle brackets; see {@link Format}. */
  readonly format: Format<F>;
  /** Returns an error message for invalid parameters, or `null`. */
  readonly problem?: (params: Values<F>) => string | null;
}

/**
 * An attribute of VHLO.
 *
 * By hand: forms declare what each is, with versions and codes of bytecode, and one class has the attributes of all of
 * them.
 */
export class VhloAttribute extends Attribute {
  /** Tells the dialect; the form tells which attribute of it. */
  static readonly mnemonic: string = 'vhlo.attribute';
  readonly form: AnyForm;
  readonly params: Params;

  /** @internal */
  constructor(form: AnyForm, params: Params) {
    super();
    this.form = form;
    this.params = params;
  }

  override subAttributes(): readonly Attribute[] {
    return this.form.partsOf(this.params);
  }

  override withSubAttributes(parts: readonly Attribute[]): Attribute {
    return this.form.withParts(this.params, parts);
  }

  print(printer: Printer): void {
    this.form.print(printer, this.params);
  }
}

/**
 * A type of VHLO.
 *
 * By hand, as {@link VhloAttribute}.
 */
export class VhloType extends Type {
  /** Tells the dialect; the form tells which type of it. */
  static readonly mnemonic: string = 'vhlo.type';
  readonly form: AnyForm;
  readonly params: Params;

  /** @internal */
  constructor(form: AnyForm, params: Params) {
    super();
    this.form = form;
    this.params = params;
  }

  override subAttributes(): readonly Attribute[] {
    return this.form.partsOf(this.params);
  }

  override withSubAttributes(parts: readonly Attribute[]): Attribute {
    return this.form.withParts(this.params, parts);
  }

  print(printer: Printer): void {
    this.form.print(printer, this.params);
  }
}

/** A form whose parameters are not known statically. */
export type AnyForm = Form<Fields, VhloAttribute | VhloType>;

/**
 * A kind of VHLO's attributes or types, as data: text, encoding and interning follow from its declaration. To a
 * context it is what the class of an attribute is.
 */
export class Form<F extends Fields, A extends VhloAttribute | VhloType> {
  /** With the dialect. */
  readonly mnemonic: string;
  readonly name: string;
  readonly prototype: A;
  readonly spec: FormSpec<F>;
  readonly since: Version;
  readonly #fields: readonly (readonly [name: string, field: Field<unknown>])[];
  readonly #table = new InternTable<A>();
  readonly #make: (form: AnyForm, params: Params) => A;
  readonly parse: (parser: Parser) => A;

  constructor(spec: FormSpec<F>, prototype: A, make: (form: AnyForm, params: Params) => A) {
    this.spec = spec;
    this.mnemonic = `vhlo.${spec.mnemonic}`;
    this.name = spec.mnemonic;
    this.prototype = prototype;
    this.since = knownVersion(spec.since);
    this.#fields = Object.entries(spec.fields);
    this.#make = make;
    this.parse = (parser) => this.#parse(parser);
  }

  get(params: Values<F>): A {
    let key = '';
    for (const [name, field] of this.#fields) key += `${field.key(params[name])}|`;
    // The form knows its own fields only; the table takes any form.
    return this.#table.get(key, () => this.#make(this as unknown as AnyForm, params));
  }

  /** The parameters of an attribute of this form; `null` for any other. */
  of(attribute: Attribute | null | undefined): Values<F> | null {
    const isMine =
      (attribute instanceof VhloAttribute || attribute instanceof VhloType) &&
      // The form of an attribute is one of any fields.
      (attribute.form as unknown) === this;
    // Attributes of this form have its parameters.
    return isMine ? (attribute.params as Values<F>) : null;
  }

  /** The attributes and types among the parameters. */
  partsOf(params: Params): Attribute[] {
    return this.#fields.flatMap(([name, field]) => field.parts?.(params[name]) ?? []);
  }

  withParts(params: Params, parts: readonly Attribute[]): A {
    const changed: Record<string, unknown> = { ...params };
    let at = 0;
    for (const [name, field] of this.#fields) {
      const count = field.parts?.(params[name]).length ?? 0;
      if (count === 0) continue;
      changed[name] = field.withParts!(params[name], parts.slice(at, at + count));
      at += count;
    }
    // Each field has been copied or replaced.
    return this.get(changed as Values<F>);
  }

  write(writer: EncodingWriter, params: Params): void {
    writer.varint(this.spec.code);
    for (const [name, field] of this.#fields) field.write(writer, params[name], params);
  }

  /** Reads what follows the number of the form. */
  read(reader: EncodingReader): A {
    const params: Record<string, unknown> = {};
    for (const [name, field] of this.#fields) params[name] = field.read(reader, params);
    return this.#checked(params, (problem) => reader.fail(problem));
  }

  print(printer: Printer, params: Params): void {
    const { prototype, mnemonic, spec } = this;
    printer.printDialectSymbol(prototype instanceof Type ? '!' : '#', mnemonic, () =>
      printFormat(printer, spec.format, spec.fields, params),
    );
  }

  #parse(parser: Parser): A {
    const { offset } = parser;
    const params = parseFormat(parser, this.spec.format, this.spec.fields);
    return this.#checked(params, (problem) => parser.fail(problem, offset));
  }

  #checked(params: Params, fail: (problem: string) => never): A {
    // All fields were given a value of theirs.
    const values = params as Values<F>;
    const problem = this.spec.problem?.(values) ?? null;
    return problem === null ? this.get(values) : fail(problem);
  }
}

/** Declares a kind of attributes. */
/* @__NO_SIDE_EFFECTS__ */
export function attributeForm<const F extends Fields>(spec: FormSpec<F>): Form<F, VhloAttribute> {
  return new Form(spec, VhloAttribute.prototype, (form, params) => new VhloAttribute(form, params));
}

/** Declares a kind of types. */
/* @__NO_SIDE_EFFECTS__ */
export function typeForm<const F extends Fields>(spec: FormSpec<F>): Form<F, VhloType> {
  return new Form(spec, VhloType.prototype, (form, params) => new VhloType(form, params));
}
