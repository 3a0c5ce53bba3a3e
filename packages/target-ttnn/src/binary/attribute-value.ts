import { GridAttr, LoopBoundAttr, ReduceTypeAttr } from '@shardform/dialect-ttcore';
import {
  CoreCoordAttr,
  CoreRangeAttr,
  CoreRangeSetAttr,
  MeshOffsetAttr,
  MeshShapeAttr,
  type Placement,
  PlacementAttr,
  ShapeAttr,
} from '@shardform/dialect-ttnn';
import {
  ArrayAttr,
  Attribute,
  camelCase,
  DenseArrayAttr,
  FloatAttr,
  IntegerAttr,
  isInstance,
  StringAttr,
  SymbolRefAttr,
} from '@shardform/ir-core';
import type { FieldType, FieldValue, Schema, StructType, TableValue } from '../flatbuffers/schema.ts';
import { enumMember } from './enum-names.ts';

/** An attribute that a file has no place for. */
export class UnwritableValue extends Error {
  override readonly name = 'UnwritableValue';
}

/**
 * Returns an attribute, or a value of an attribute's parameter, as a field of a file holds it. Tables have what the
 * attribute calls by the same name.
 *
 * @throws UnwritableValue
 */
export function attributeValue(value: unknown, type: FieldType, schema: Schema): FieldValue {
  if (value === null || value === undefined) return null;
  switch (type.kind) {
    case 'scalar':
      return type.scalar === 'bool' ? booleanOf(value) : numberOf(value);
    case 'enum':
      return memberOf(value, type);
    case 'string':
      return wordOf(value);
    case 'vector':
      return elementsOf(value).map((element) => attributeValue(element, type.element, schema));
    case 'struct':
      return structOf(value, type);
    case 'union':
      return numberTable(value, type.name);
    case 'table':
      return tableOf(value, type.name, schema);
  }
}

function booleanOf(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (value instanceof IntegerAttr) return value.number !== 0;
  throw unwritable(value, 'true or false');
}

function numberOf(value: unknown): number | bigint {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (value instanceof FloatAttr) return value.value;
  // Files have its number.
  if (value instanceof ReduceTypeAttr) return ReduceTypeAttr.values.indexOf(value.value);
  if (!(value instanceof IntegerAttr)) throw unwritable(value, 'a number');
  return Number.isSafeInteger(Number(value.value)) ? Number(value.value) : value.value;
}

function memberOf(
  value: unknown,
  type: Extract<FieldType, { readonly kind: 'enum' }>,
): string | number | bigint {
  if (value instanceof IntegerAttr) return numberOf(value);
  const member = enumMember(type, wordOf(value));
  if (member === null) throw unwritable(value, `a member of ${type.name}`);
  return member;
}

/** The word of an enumeration's attribute, or a text. */
function wordOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof StringAttr) return value.value;
  const word = value instanceof Attribute ? property(value, 'value') : null;
  if (typeof word === 'string') return word;
  throw unwritable(value, 'a word');
}

function elementsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (value instanceof ArrayAttr) return value.elements;
  if (value instanceof DenseArrayAttr) return value.numbers();
  if (isInstance(ShapeAttr, value) || isInstance(MeshShapeAttr, value) || isInstance(GridAttr, value))
    return value.shape;
  throw unwritable(value, 'a list');
}

function structOf(value: unknown, { name, fields }: StructType): TableValue {
  if (isInstance(CoreCoordAttr, value)) return { x: value.x, y: value.y };
  if (isInstance(CoreRangeAttr, value)) return coreRange(value);
  if (isInstance(PlacementAttr, value)) return placement(value.type, value.dim);
  if (name === 'Placement' && isPlacement(value)) return placement(value.kind, value.dim);
  const numbers = isInstance(MeshOffsetAttr, value) ? value.offset : elementsOf(value);
  if (numbers.length !== fields.length) throw unwritable(value, `a ${name}`);
  return Object.fromEntries(fields.map((field, i) => [field.name, numberOf(numbers[i])]));
}

/** A rectangle of cores, by its first and its last one. */
export function coreRange({
  startCoord,
  endCoord,
}: Pick<CoreRangeAttr, 'startCoord' | 'endCoord'>): TableValue {
  const core = ([x, y]: readonly number[]): TableValue => ({ x: x!, y: y! });
  return { start_coord: core(startCoord), end_coord: core(endCoord) };
}

/** Returns true for an element of the list of a configuration of a mesh. */
function isPlacement(value: unknown): value is Placement {
  return typeof value === 'object' && value !== null && 'kind' in value && 'dim' in value;
}

/** An axis of the mesh along which a tensor is split or not. */
function placement(kind: Placement['kind'], dim: number | null): TableValue {
  return { type: kind === 'shard' ? 'Shard' : 'Replicate', dim: dim ?? -1 };
}

/** A number under the name of its kind. */
function numberTable(value: unknown, union: string): TableValue {
  if (union === 'NumberType' && value instanceof FloatAttr)
    return { FloatingPointType: { value: value.value } };
  if (union === 'NumberType' && value instanceof IntegerAttr)
    return { IntegralType: { value: numberOf(value) } };
  throw unwritable(value, `a ${union}`);
}

function tableOf(value: unknown, name: string, schema: Schema): TableValue {
  if (isInstance(CoreRangeSetAttr, value)) return { core_ranges: value.ranges.map(coreRange) };
  if (isInstance(LoopBoundAttr, value)) return { value: value.value, operand: value.operand };
  const type = schema.tables.get(name);
  if (!(value instanceof Attribute) || type === undefined) throw unwritable(value, `a ${name}`);
  return Object.fromEntries(
    type.fields.map((field) => {
      const own = attributeValue(property(value, camelCase(field.name)), field.type, schema);
      // Functions without numbers have a list of none.
      return [field.name, name === 'UnaryWithParam' ? (own ?? []) : own];
    }),
  );
}

/** A parameter of a declared attribute. */
function property(attribute: Attribute, name: string): unknown {
  return Reflect.get(attribute, name);
}

function unwritable(value: unknown, expected: string): UnwritableValue {
  const text = value instanceof SymbolRefAttr ? `@${value.root}` : String(value);
  return new UnwritableValue(`expected ${expected}, found ${text}`);
}
