import type { DeclaredAttr, DeclaredAttrClass, DeclaredType } from '../definition/define-attr.ts';
import type { EnumAttr, EnumAttrClass } from '../definition/define-enum-attr.ts';
import type { Parameters, ParameterValues } from '../definition/parameter.ts';
import type { Attribute, Class, Type } from '../ir/attribute.ts';
import type { DialectBytecode } from './dialect-bytecode.ts';
import type { EncodingReader } from './encoding-reader.ts';
import type { EncodingWriter } from './encoding-writer.ts';

/** The encoding of the attributes or types of one class in bytecode, after the number of the class. */
export interface Codec<A extends Attribute = Attribute> {
  readonly cls: Class<A>;
  /** The numbers that say that such an attribute follows. */
  readonly codes: readonly number[];
  /** Returns the number for an attribute; `null` where it is written as text. */
  codeOf(attribute: A): number | null;
  write(writer: EncodingWriter, attribute: A): void;
  /** Reads and verifies what follows the number. */
  read(reader: EncodingReader, code: number): A;
}

/** The fields of a codec that a declared class provides itself. */
export interface DeclaredCodec<P extends Parameters, A> extends Pick<
  DeclaredAttrClass<P, DeclaredAttr | DeclaredType>,
  'definition' | 'encode'
> {
  new (values: ParameterValues<P>): A;
  readonly prototype: A;
  decode<T>(this: new (values: ParameterValues<P>) => T, reader: EncodingReader): T;
}

/** Returns the codec of a declared class: its parameters in the order of the declaration. */
/* @__NO_SIDE_EFFECTS__ */
export function codec<P extends Parameters, A extends Attribute & ParameterValues<P>>(
  code: number,
  cls: DeclaredCodec<P, A>,
): Codec<A> {
  return {
    cls,
    codes: [code],
    codeOf: () => code,
    write: (writer, attribute) => cls.encode(writer, attribute),
    read: (reader) => cls.decode(reader),
  };
}

/** Returns the codec of an enumeration: its words are numbered in their order, from `first` on. */
/* @__NO_SIDE_EFFECTS__ */
export function enumCodec<const V extends string>(
  code: number,
  cls: EnumAttrClass<V>,
  first = 0,
): Codec<EnumAttr<V>> {
  return {
    cls,
    codes: [code],
    codeOf: () => code,
    write: (writer, { value }) => writer.varint(first + cls.values.indexOf(value)),
    read(reader) {
      const number = reader.varint();
      const value = cls.values[number - first];
      return value === undefined
        ? reader.fail(`unknown value of ${cls.mnemonic}: ${number}`)
        : cls.get(value);
    },
  };
}

/** Returns the encoding of a dialect whose attributes and types have these codecs. */
/* @__NO_SIDE_EFFECTS__ */
export function bytecodeOf(
  dialect: string,
  attributes: readonly Codec[],
  types: readonly Codec[] = [],
): DialectBytecode {
  const attributeTable = new CodecTable(`${dialect} attribute`, attributes);
  const typeTable = new CodecTable(`${dialect} type`, types);
  return {
    readAttribute: (reader) => attributeTable.read(reader),
    writeAttribute: (attribute, writer) => attributeTable.write(attribute, writer),
    // Codecs of types read types.
    readType: (reader) => typeTable.read(reader) as Type,
    writeType: (type, writer) => typeTable.write(type, writer),
  };
}

class CodecTable {
  readonly #what: string;
  readonly #byCode = new Map<number, Codec>();
  readonly #byClass = new Map<unknown, Codec>();

  constructor(what: string, codecs: readonly Codec[]) {
    this.#what = what;
    for (const each of codecs) {
      for (const code of each.codes) this.#byCode.set(code, each);
      this.#byClass.set(each.cls, each);
    }
  }

  read(reader: EncodingReader): Attribute {
    const code = reader.varint();
    const found = this.#byCode.get(code) ?? reader.fail(`unknown ${this.#what} code: ${code}`);
    return found.read(reader, code);
  }

  write(attribute: Attribute, writer: EncodingWriter): boolean {
    const found = this.#byClass.get(attribute.constructor);
    const code = found?.codeOf(attribute) ?? null;
    if (found === undefined || code === null) return false;
    writer.varint(code);
    found.write(writer, attribute);
    return true;
  }
}
