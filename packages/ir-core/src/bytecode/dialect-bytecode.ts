import type { Attribute, Type } from '../ir/attribute.ts';
import type { EncodingReader } from './encoding-reader.ts';
import type { EncodingWriter } from './encoding-writer.ts';

/**
 * The encoding of a dialect's attributes and types in MLIR bytecode. Those without an encoding are written as text.
 * Every encoding begins with a number that says which attribute or type follows.
 */
export interface DialectBytecode {
  /** Numbers that say which version of the dialect is written; a file says nothing without them. */
  readonly version?: readonly number[];
  /** Reads an attribute. What is wrong stops with {@link EncodingReader.fail}. */
  readAttribute?(reader: EncodingReader): Attribute;
  readType?(reader: EncodingReader): Type;
  /**
   * Writes an attribute.
   *
   * @returns whether there is an encoding; nothing may be written without one.
   */
  writeAttribute?(attribute: Attribute, writer: EncodingWriter): boolean;
  writeType?(type: Type, writer: EncodingWriter): boolean;
  /**
   * The inherent attributes of an operation in the order in which a file has them, where another version of
   * the dialect has others than the operation declares; `null` when no version is known that has `count` fields.
   */
  attrNames?(op: string, count: number): readonly string[] | null;
}
