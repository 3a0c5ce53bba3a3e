import { checkInterrupt } from '../budget/budget.ts';
import { DictionaryAttr } from '../builtin/attrs/basic-attrs.ts';
import { UnregisteredOp } from '../builtin/ops/unregistered-op.ts';
import { NoneType } from '../builtin/types/integer-type.ts';
import type { AnyOpClass } from '../definition/define-op.ts';
import type { Attribute, Type } from '../ir/attribute.ts';
import { Block } from '../ir/block.ts';
import type { Context } from '../ir/context.ts';
import { type Location, UnknownLoc } from '../ir/location.ts';
import type { Operation } from '../ir/operation.ts';
import type { Region } from '../ir/region.ts';
import type { Value } from '../ir/value.ts';
import type { ByteReader } from './byte-reader.ts';
import { FileAttributes } from './file-attributes.ts';
import type { FileOpName } from './file-dialects.ts';
import { type Range, readSection } from './file-sections.ts';
import { type FileTables, unknownDialect } from './file-tables.ts';
import { opPart, section, since } from './format.ts';
import { readUseListOrders, restoreUseLists, type WrittenOrder } from './use-list-order.ts';

/** Regions that a file nests deeper are not read. */
const MAX_DEPTH = 200;

const NO_BLOCKS: readonly Block[] = [];

/** The values of the innermost isolated region and those around it that share their numbers. */
interface Scope {
  /** By number; a value that is used before it is defined has a placeholder here. */
  readonly values: (Value | undefined)[];
  /** Number of the next value to be defined. */
  next: number;
  /** Number after the last value of the region. */
  limit: number;
}

/** An operation name with its class and attributes. */
interface OpKind {
  readonly opClass: AnyOpClass;
  readonly attributes: FileAttributes;
}

/** Reads operations. */
export class IrReader {
  readonly #reader: ByteReader;
  readonly #version: number;
  readonly #context: Context;
  readonly #tables: FileTables;
  readonly #opNames: readonly FileOpName[];
  readonly #properties: readonly Range[];
  readonly #kinds: OpKind[] = [];
  readonly #placeholders = new Set<Value>();
  /** Values that were used before they were defined: their uses are out of order. */
  readonly #unordered = new Set<Value>();
  readonly #orders = new Map<Value, WrittenOrder>();
  #depth = 0;

  // Lists that an operation copies when it is created, so that one is enough.
  readonly #operands: Value[] = [];
  readonly #resultTypes: Type[] = [];

  constructor(
    reader: ByteReader,
    version: number,
    context: Context,
    tables: FileTables,
    opNames: readonly FileOpName[],
    properties: readonly Range[],
  ) {
    this.#reader = reader;
    this.#version = version;
    this.#context = context;
    this.#tables = tables;
    this.#opNames = opNames;
    this.#properties = properties;
  }

  /** Reads the section of operations: one block of what stands at the top of the program. */
  read(): Block {
    const top = new Block();
    this.#block(top, NO_BLOCKS, { values: [], next: 0, limit: 0 });
    const reader = this.#reader;
    if (reader.remaining > 0) reader.fail('unexpected trailing bytes in the IR section');
    if (this.#placeholders.size > 0) reader.fail('not all forward unresolved forward operand references');
    restoreUseLists(top, this.#unordered, this.#orders, reader);
    return top;
  }

  // ---- blocks and regions

  #block(block: Block, blocks: readonly Block[], scope: Scope): void {
    const reader = this.#reader;
    const header = reader.varint();
    const count = Math.floor(header / 2);
    if (count > reader.remaining)
      reader.fail(`expected ${count} operations, but only ${reader.remaining} bytes remain`);
    if (header % 2 === 1) this.#arguments(block, scope);
    for (let i = 0; i < count; i++) this.#operation(block, blocks, scope);
  }

  #arguments(block: Block, scope: Scope): void {
    const reader = this.#reader;
    const count = reader.count('block arguments');
    for (let i = 0; i < count; i++) {
      const number = reader.varint();
      let type: Type;
      let location: Location = UnknownLoc.instance;
      if (this.#version < since.elidedArgumentLocations) {
        type = this.#tables.type(number);
        location = this.#tables.location(reader.varint());
      } else {
        type = this.#tables.type(Math.floor(number / 2));
        if (number % 2 === 1) location = this.#tables.location(reader.varint());
      }
      this.#define(block.addArgument(type, location), scope);
    }
    if (this.#version < since.useListOrders || (reader.byte() & opPart.useListOrders) === 0) return;
    this.#keepOrders(block.arguments, readUseListOrders(count, reader));
  }

  #regions(op: Operation, count: number, isIsolated: boolean, scope: Scope): void {
    const reader = this.#reader;
    if (++this.#depth > MAX_DEPTH) reader.fail(`nesting is too deep (more than ${MAX_DEPTH} levels)`);
    const inner = isIsolated ? { values: [], next: 0, limit: 0 } : scope;
    if (isIsolated && this.#version >= since.regionSections) {
      const { id, range } = readSection(reader);
      if (id !== section.ir) reader.fail('expected IR section for region');
      const { end } = reader;
      reader.at = range.start;
      reader.end = range.end;
      for (let i = 0; i < count; i++) this.#region(op.getRegion(i), inner);
      if (reader.remaining > 0) reader.fail('unexpected trailing bytes in the IR section');
      reader.end = end;
    } else for (let i = 0; i < count; i++) this.#region(op.getRegion(i), inner);
    this.#depth--;
  }

  #region(region: Region, scope: Scope): void {
    const reader = this.#reader;
    const blockCount = reader.count('blocks');
    if (blockCount === 0) return;
    const valueCount = reader.count('values');
    const { next, limit } = scope;
    scope.next = limit;
    scope.limit = limit + valueCount;
    for (let i = 0; i < blockCount; i++) region.addBlock();
    for (const block of region.blocks) this.#block(block, region.blocks, scope);
    if (scope.values.length > limit) this.#forget(scope.values, limit);
    scope.next = next;
    scope.limit = limit;
  }

  /** Leaves a region: its values can't be used any more. */
  #forget(values: (Value | undefined)[], from: number): void {
    if (this.#placeholders.size > 0) {
      for (let i = from; i < values.length; i++) {
        const value = values[i];
        if (value !== undefined && this.#placeholders.has(value)) {
          this.#reader.fail('not all forward unresolved forward operand references');
        }
      }
    }
    values.length = from;
  }

  // ---- values

  /** Orders are restored at the end, when all uses are known. */
  #keepOrders(values: readonly Value[], orders: readonly WrittenOrder[]): void {
    for (const order of orders) this.#orders.set(values[order.index]!, order);
  }

  #define(value: Value, scope: Scope): void {
    const number = scope.next++;
    if (number >= scope.limit)
      this.#reader.fail('value index range was outside of the expected range for the parent region');
    const known = scope.values[number];
    scope.values[number] = value;
    if (known === undefined) return;
    known.replaceAllUsesWith(value);
    this.#placeholders.delete(known);
    this.#unordered.add(value);
  }

  #use(number: number, scope: Scope): Value {
    const known = scope.values[number];
    if (known !== undefined) return known;
    if (number >= scope.limit) this.#reader.fail(`invalid value index: ${number}`);
    const placeholder = new Block().addArgument(NoneType.instance, UnknownLoc.instance);
    scope.values[number] = placeholder;
    this.#placeholders.add(placeholder);
    return placeholder;
  }

  // ---- operations

  #operation(block: Block, blocks: readonly Block[], scope: Scope): void {
    checkInterrupt();
    const reader = this.#reader;
    const nameIndex = reader.varint();
    const { opClass, attributes } = this.#kinds[nameIndex] ?? this.#kind(nameIndex);
    const mask = reader.byte();
    const location = this.#tables.location(reader.varint());
    const dictionary = (mask & opPart.attributes) === 0 ? null : this.#dictionary();
    const propertyIndex = (mask & opPart.properties) === 0 ? null : reader.varint();
    const split = attributes.read(dictionary, propertyIndex);
    const resultTypes = this.#resultTypes;
    const resultCount = (mask & opPart.results) === 0 ? 0 : reader.count('results');
    shorten(resultTypes, resultCount);
    for (let i = 0; i < resultCount; i++) resultTypes[i] = this.#tables.type(reader.varint());
    const operands = this.#operands;
    const operandCount = (mask & opPart.operands) === 0 ? 0 : reader.count('operands');
    shorten(operands, operandCount);
    for (let i = 0; i < operandCount; i++) operands[i] = this.#use(reader.varint(), scope);
    const successors = (mask & opPart.successors) === 0 ? NO_BLOCKS : this.#successors(blocks);
    const orders = (mask & opPart.useListOrders) === 0 ? null : readUseListOrders(resultTypes.length, reader);
    let regionCount = 0;
    let isIsolated = false;
    if ((mask & opPart.regions) !== 0) {
      const header = reader.varint();
      regionCount = Math.floor(header / 2);
      isIsolated = header % 2 === 1;
      if (regionCount > reader.remaining)
        reader.fail(`expected ${regionCount} regions, but only ${reader.remaining} bytes remain`);
    }
    const op = new opClass({
      location,
      operands,
      resultTypes,
      properties: split.properties,
      discardable: split.discardable,
      successors,
      regionCount,
    });
    block.append(op);
    for (let i = 0; i < resultTypes.length; i++) this.#define(op.getResult(i), scope);
    if (orders !== null) this.#keepOrders(op.results, orders);
    if (regionCount > 0) this.#regions(op, regionCount, isIsolated, scope);
  }

  #dictionary(): DictionaryAttr {
    const attribute: Attribute = this.#tables.attribute(this.#reader.varint());
    if (attribute instanceof DictionaryAttr) return attribute;
    return this.#reader.fail(`expected attribute of type: DictionaryAttr, but got: ${String(attribute)}`);
  }

  #successors(blocks: readonly Block[]): Block[] {
    const reader = this.#reader;
    const count = reader.count('successors');
    const successors: Block[] = [];
    for (let i = 0; i < count; i++) {
      const index = reader.varint();
      successors.push(blocks[index] ?? reader.fail(`invalid successor index: ${index}`));
    }
    return successors;
  }

  #kind(index: number): OpKind {
    const opName = this.#opNames[index] ?? this.#reader.fail(`invalid operation name index: ${index}`);
    const opClass = this.#context.ops.get(opName.name) ?? this.#unregistered(opName);
    const attributes = new FileAttributes(
      opClass.definition,
      opName,
      this.#reader,
      this.#version,
      this.#tables,
      this.#properties,
    );
    const kind = { opClass, attributes };
    this.#kinds[index] = kind;
    return kind;
  }

  #unregistered({ name, dialect }: FileOpName): AnyOpClass {
    if (dialect.isLoaded && this.#context.dialects.get(dialect.name)?.isPartial !== true) {
      this.#reader.fail(
        `unregistered operation '${name}' found in dialect ('${dialect.name}') that does not allow unknown operations`,
      );
    }
    if (!this.#context.allowUnregisteredDialects) this.#reader.fail(unknownDialect(dialect.name));
    return UnregisteredOp.classFor(name);
  }
}

/** Leaves at most `count` elements. Setting the length of a list is a call into the engine. */
function shorten(list: unknown[], count: number): void {
  while (list.length > count) list.pop();
}
