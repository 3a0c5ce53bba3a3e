import { CallOp } from '@shardform/dialect-func';
import { type Operation, type Value } from '@shardform/ir-core';
import type { FieldValue, TableField, TableType, TableValue } from '../flatbuffers/schema.ts';
import { attributeValue, UnwritableValue } from '../binary/attribute-value.ts';
import { layoutOf, memoryConfig } from '../binary/tensor-desc.ts';
import { refKind } from '../binary/value-refs.ts';
import { computations } from './computations.ts';
import { elementwise } from './elementwise.ts';
import type { Encoding, EncodingContext } from './encoding.ts';
import { hostCallEncoding, programs } from './programs.ts';
import { quantization } from './quantization.ts';
import { tensors } from './tensors.ts';

const ENCODINGS: ReadonlyMap<string, Encoding> = new Map(
  Object.entries({ ...elementwise, ...tensors, ...computations, ...quantization, ...programs }),
);

/** Fields that hold what an operation computes. */
const RESULT_FIELD = /(^|_)(out|outs|output|outputs)$/;

/** Fields that say in which memory the result is put. */
const MEMORY_FIELDS = new Set(['memory_config', 'memcfg', 'output_memory_config']);

/**
 * Returns the table of an operation. Fields are operands, results and attributes of the same name; operands and results
 * that no field is named after have the fields that are left, in order. An {@link Encoding} says what is otherwise.
 *
 * @throws UnwritableValue for an operation that has no table.
 */
export function operationTable(
  op: Operation,
  context: EncodingContext,
): Readonly<Record<string, TableValue>> {
  const encoding = encodingOf(op);
  const name = encoding.table ?? tableName(op, context);
  const type = context.schema.tables.get(name);
  if (type === undefined) throw new UnwritableValue(`'${op.name}' has no form in this version of the format`);
  return { [name]: new TableWriter(op, type, encoding, context).fields() };
}

function encodingOf(op: Operation): Encoding {
  if (op instanceof CallOp && op.hasAttr('ttir.cpu_hoist_call')) return hostCallEncoding;
  return ENCODINGS.get(op.name) ?? {};
}

/** `ReshapeOp` for `ttnn.reshape`; names of tables may have capital letters elsewhere. */
function tableName(op: Operation, { schema }: EncodingContext): string {
  const plain = `${op.name.slice(op.name.indexOf('.') + 1).replaceAll('_', '')}op`;
  const operations = schema.unions.get('OpType');
  const isOfTtnn = op.name.startsWith('ttnn.');
  const found =
    isOfTtnn && [...(operations?.numbers.keys() ?? [])].find((name) => name.toLowerCase() === plain);
  if (found === false || found === undefined)
    throw new UnwritableValue(`'${op.name}' has no form in this version of the format`);
  return found;
}

/** Operands or results of one name. */
interface Group {
  readonly name: string;
  readonly values: readonly Value[];
}

class TableWriter {
  readonly #op: Operation;
  readonly #type: TableType;
  readonly #encoding: Encoding;
  readonly #context: EncodingContext;

  constructor(op: Operation, type: TableType, encoding: Encoding, context: EncodingContext) {
    this.#op = op;
    this.#type = type;
    this.#encoding = encoding;
    this.#context = context;
  }

  fields(): Record<string, FieldValue> {
    const op = this.#op;
    const { refs } = this.#context;
    for (const value of op.operandValues()) refs.of(value, op);
    const given = this.#encoding.fields?.(op, this.#context) ?? {};
    for (const result of op.results) refs.of(result, op);
    const values = this.#valueFields(given);
    const fields: Record<string, FieldValue> = {};
    for (const field of this.#type.fields) {
      const own = given[field.name] ?? values.get(field.name);
      fields[field.name] =
        own === undefined && !(field.name in given) ? this.#attribute(field) : (own ?? null);
    }
    return fields;
  }

  /** Returns the operands and results by the fields that refer to them. */
  #valueFields(given: Readonly<Record<string, unknown>>): Map<string, FieldValue> {
    const fields = this.#type.fields.filter((field) => isReference(field) && !(field.name in given));
    const found = new Map<string, FieldValue>();
    const isResult = ({ name }: TableField): boolean => RESULT_FIELD.test(name);
    const { definition } = this.#op;
    this.#assign(this.#groups(definition.results, this.#op.results), fields, isResult, found);
    const left = fields.filter(({ name }) => !found.has(name));
    this.#assign(
      this.#groups(definition.operands, this.#op.operandValues()),
      left,
      (field) => !isResult(field),
      found,
    );
    return found;
  }

  #assign(
    groups: readonly Group[],
    fields: readonly TableField[],
    isOwn: (field: TableField) => boolean,
    found: Map<string, FieldValue>,
  ): void {
    const named = (group: Group): TableField | undefined => fields.find(({ name }) => name === group.name);
    const unnamed = groups.filter((group) => named(group) === undefined);
    for (const group of groups) {
      const field = named(group);
      if (field !== undefined) found.set(field.name, this.#reference(field, group.values));
    }
    const rest = fields.filter((field) => isOwn(field) && !found.has(field.name));
    const [first] = rest;
    // Several results may be one list.
    if (first?.type.kind === 'vector' && rest.length === 1) {
      found.set(
        first.name,
        this.#reference(
          first,
          unnamed.flatMap(({ values }) => values),
        ),
      );
      return;
    }
    for (const [i, field] of rest.entries()) {
      const group = unnamed[i];
      if (group !== undefined) found.set(field.name, this.#reference(field, group.values));
    }
  }

  #reference(field: TableField, values: readonly Value[]): FieldValue {
    const refs = values
      .filter((value) => refersTo(field) === refKind(value))
      .map((value) => this.#context.refs.of(value, this.#op));
    return field.type.kind === 'vector' ? refs : (refs[0] ?? null);
  }

  #groups(
    declared: readonly { readonly name: string; readonly accessor: string }[],
    values: readonly Value[],
  ): Group[] {
    const groups = declared.map(({ name, accessor }) => {
      // Declared operands and results are properties: a value, a list, or nothing.
      const own = Reflect.get(this.#op, accessor) as Value | readonly Value[] | null;
      return { name, values: own === null ? [] : isList(own) ? own : [own] };
    });
    const isComplete = groups.reduce((sum, group) => sum + group.values.length, 0) === values.length;
    return isComplete ? groups : values.map((value) => ({ name: '', values: [value] }));
  }

  #attribute({ name, type }: TableField): FieldValue {
    const attribute = this.#op.getAttr(name);
    if (attribute === null && MEMORY_FIELDS.has(name)) return this.#memoryOfResult();
    try {
      return attributeValue(attribute, type, this.#context.schema);
    } catch (error) {
      if (error instanceof UnwritableValue) throw new UnwritableValue(`'${name}': ${error.message}`);
      throw error;
    }
  }

  #memoryOfResult(): FieldValue {
    const [result] = this.#op.results;
    return result === undefined ? null : memoryConfig(layoutOf(result.type), this.#context.schema);
  }
}

function isReference(field: TableField): boolean {
  return ['TensorRef', 'DeviceRef', 'GlobalSemaphoreRef'].includes(refersTo(field) ?? '');
}

function refersTo({ type }: TableField): string | null {
  const element = type.kind === 'vector' ? type.element : type;
  return element.kind === 'table' ? element.name : null;
}

function isList(values: Value | readonly Value[]): values is readonly Value[] {
  return Array.isArray(values);
}
