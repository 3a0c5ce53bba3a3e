/** Numbers as FlatBuffers has them. */
export type ScalarType =
  | 'bool'
  | 'uint8'
  | 'int8'
  | 'uint16'
  | 'int16'
  | 'uint32'
  | 'int32'
  | 'uint64'
  | 'int64'
  | 'float'
  | 'double';

/** Bytes of each kind of number. */
export const SCALAR_BYTES: Readonly<Record<ScalarType, number>> = {
  bool: 1,
  uint8: 1,
  int8: 1,
  uint16: 2,
  int16: 2,
  uint32: 4,
  int32: 4,
  float: 4,
  uint64: 8,
  int64: 8,
  double: 8,
};

/** The declarations of a schema by their names. */
export interface Schema {
  readonly enums: ReadonlyMap<string, EnumType>;
  readonly structs: ReadonlyMap<string, StructType>;
  readonly unions: ReadonlyMap<string, UnionType>;
  readonly tables: ReadonlyMap<string, TableType>;
}

/** An enumeration, which is stored as a number. */
export interface EnumType {
  readonly kind: 'enum';
  readonly name: string;
  readonly base: ScalarType;
  readonly names: ReadonlyMap<number, string>;
  readonly numbers: ReadonlyMap<string, number>;
}

/** Numbers side by side, without any that may be missing. */
export interface StructType {
  readonly kind: 'struct';
  readonly name: string;
  readonly fields: readonly StructField[];
  readonly bytes: number;
  readonly alignment: number;
}

/** A member of a struct. */
export interface StructField {
  readonly name: string;
  readonly type: ScalarKind | EnumType | StructType;
  readonly offset: number;
}

/** A kind of number. */
export interface ScalarKind {
  readonly kind: 'scalar';
  readonly scalar: ScalarType;
}

/** One of several tables. */
export interface UnionType {
  readonly kind: 'union';
  readonly name: string;
  /** Names of tables by their numbers, which count from 1. */
  readonly members: ReadonlyMap<number, string>;
  readonly numbers: ReadonlyMap<string, number>;
}

/** A table, each of whose fields may be missing. */
export interface TableType {
  readonly kind: 'table';
  readonly name: string;
  readonly fields: readonly TableField[];
  /** Number of slots. */
  readonly slots: number;
}

/** A field of a table. */
export interface TableField {
  readonly name: string;
  /** The place in the table; of a union, whose number lies in the slot before, that of its table. */
  readonly slot: number;
  readonly type: FieldType;
  /** The value of a number that is not stored; `null` for one that may be missing. */
  readonly fallback: number | null;
}

/** The type of what a field holds. */
export type FieldType =
  | ScalarKind
  | EnumType
  | StructType
  | UnionType
  | { readonly kind: 'string' }
  /** By name, as tables refer to each other in circles. */
  | { readonly kind: 'table'; readonly name: string }
  | { readonly kind: 'vector'; readonly element: Exclude<FieldType, { readonly kind: 'vector' }> };

/** The value of a table: fields by name, `null` or absent for what it does not have. */
export interface TableValue {
  readonly [field: string]: FieldValue | undefined;
}

/**
 * The value of a field. Members of enumerations are names, unions tables under the name of their type:
 * `{ ReshapeOp: {...} }`, vectors of bytes arrays of bytes, and 64-bit numbers beyond 2^53 `bigint`.
 */
export type FieldValue =
  null | boolean | number | bigint | string | Uint8Array | TableValue | readonly FieldValue[];
