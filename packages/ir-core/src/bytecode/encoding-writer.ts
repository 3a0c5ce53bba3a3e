import type { Attribute, Type } from '../ir/attribute.ts';

/**
 * Writes a dialect's encoding of an attribute or type. Attributes and types inside are written as references, so that
 * each stands in the file once.
 */
export interface EncodingWriter {
  /** The version of the format, 0 to 6. */
  readonly version: number;
  attribute(attribute: Attribute): void;
  /** An attribute, or the mark that there is none. */
  optionalAttribute(attribute: Attribute | null): void;
  attributes(list: readonly Attribute[]): void;
  type(type: Type): void;
  types(list: readonly Type[]): void;
  /** An unsigned integer below 2^53. */
  varint(value: number): void;
  /** An integer of 64 bits. */
  signedVarint(value: number | bigint): void;
  signedVarints(list: readonly (number | bigint)[]): void;
  /** An integer or the bits of a float; readers know the width. */
  integer(value: number | bigint, width: number): void;
  string(text: string): void;
  /** Bytes with their number. */
  blob(bytes: Uint8Array): void;
  bool(value: boolean): void;
  /** The name of a resource of the builtin dialect. */
  resource(key: string): void;
}

/** Finds what an encoding refers to and writes nothing. */
export class ReferenceCollector implements EncodingWriter {
  readonly version: number;
  readonly attribute: (attribute: Attribute) => void;
  readonly type: (type: Type) => void;
  readonly resource: (key: string) => void;

  constructor(
    version: number,
    found: {
      readonly attribute: (attribute: Attribute) => void;
      readonly type: (type: Type) => void;
      readonly resource: (key: string) => void;
    },
  ) {
    this.version = version;
    this.attribute = found.attribute;
    this.type = found.type;
    this.resource = found.resource;
  }

  optionalAttribute(attribute: Attribute | null): void {
    if (attribute !== null) this.attribute(attribute);
  }

  attributes(list: readonly Attribute[]): void {
    for (const attribute of list) this.attribute(attribute);
  }

  types(list: readonly Type[]): void {
    for (const type of list) this.type(type);
  }

  varint(): void {
    // Numbers refer to nothing.
  }

  signedVarint(): void {
    // Numbers refer to nothing.
  }

  signedVarints(): void {
    // Numbers refer to nothing.
  }

  integer(): void {
    // Numbers refer to nothing.
  }

  string(): void {
    // Strings are collected when they are written.
  }

  blob(): void {
    // Bytes refer to nothing.
  }

  bool(): void {
    // Numbers refer to nothing.
  }
}
