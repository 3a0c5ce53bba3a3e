import { checkInterruptAfter, STEPS_PER_OPERATION } from '../budget/budget.ts';
import type { Attribute } from '../ir/attribute.ts';
import type { Block } from '../ir/block.ts';
import { UnknownLoc } from '../ir/location.ts';
import type { Operation } from '../ir/operation.ts';
import type { Region } from '../ir/region.ts';
import type { ByteWriter } from './byte-writer.ts';
import type { EntryTables } from './entry-tables.ts';
import { opPart, since } from './format.ts';
import type { Entry } from './numbering-order.ts';
import type { Numbering } from './numbering.ts';
import type { PropertyTable } from './property-table.ts';
import { writeUseListOrders } from './use-list-order.ts';

/** Writes operations with the numbers of what they refer to. */
export class IrWriter {
  readonly #bytes: ByteWriter;
  readonly #numbering: Numbering;
  readonly #tables: EntryTables;
  readonly #properties: PropertyTable;
  readonly #version: number;

  constructor(bytes: ByteWriter, numbering: Numbering, properties: PropertyTable) {
    this.#bytes = bytes;
    this.#numbering = numbering;
    this.#properties = properties;
    this.#tables = numbering.tables;
    this.#version = numbering.tables.version;
  }

  /** Writes an operation as if it stood alone in a block. */
  writeRoot(root: Operation): void {
    this.#bytes.flagged(1, false);
    this.#operation(root);
  }

  #operation(op: Operation): void {
    checkInterruptAfter(STEPS_PER_OPERATION);
    const bytes = this.#bytes;
    const numbering = this.#numbering;
    const index = op.worklistIndex;
    const name = numbering.names[index]!;
    bytes.varint(name.number);
    const maskAt = bytes.length;
    bytes.byte(0);
    bytes.varint(numbering.locations[index]!.number);
    let mask = 0;
    const dictionary = numbering.dictionaries[index] ?? null;
    if (dictionary !== null) {
      mask |= opPart.attributes;
      bytes.varint(dictionary.number);
    }
    if (this.#version >= since.properties) {
      const properties = this.#properties.numberOf(op, name.value);
      if (properties !== null) {
        mask |= opPart.properties;
        bytes.varint(properties);
      }
    }
    const { resultCount, operands, successors, regions } = op;
    if (resultCount > 0) {
      mask |= opPart.results;
      bytes.varint(resultCount);
      for (let i = 0; i < resultCount; i++) bytes.varint(this.#tables.typeNumber(op.getResult(i).type));
    }
    if (operands.length > 0) {
      mask |= opPart.operands;
      bytes.varint(operands.length);
      for (const { current } of operands) bytes.varint(numbering.valueNumber(current));
    }
    if (successors.length > 0) {
      mask |= opPart.successors;
      bytes.varint(successors.length);
      for (const successor of successors) bytes.varint(numbering.block(successor).number);
    }
    if (numbering.useListOrders.size > 0 && writeUseListOrders(op.results, numbering.useListOrders, bytes))
      mask |= opPart.useListOrders;
    if (regions.length > 0) mask |= opPart.regions;
    bytes.patch(maskAt, mask);
    if (regions.length > 0) this.#regions(op);
  }

  #regions(op: Operation): void {
    const isIsolated = this.#numbering.isIsolated(op);
    this.#bytes.flagged(op.regions.length, isIsolated);
    if (!isIsolated || this.#version < since.regionSections) {
      for (const region of op.regions) this.#region(region);
      return;
    }
    const start = this.#bytes.beginSection();
    for (const region of op.regions) this.#region(region);
    this.#bytes.endSection(start);
  }

  #region(region: Region): void {
    this.#bytes.varint(region.blocks.length);
    if (region.blocks.length === 0) return;
    this.#bytes.varint(this.#numbering.valueCount(region));
    for (const block of region.blocks) this.#block(block);
  }

  #block(block: Block): void {
    const { opCount, argumentLocations } = this.#numbering.block(block);
    this.#bytes.flagged(opCount, block.arguments.length > 0);
    if (block.arguments.length > 0) this.#arguments(block, argumentLocations);
    for (let op = block.firstOp; op !== null; op = op.next) this.#operation(op);
  }

  #arguments(block: Block, locations: readonly Entry<Attribute>[]): void {
    const bytes = this.#bytes;
    bytes.varint(block.arguments.length);
    block.arguments.forEach(({ type, location }, i) => {
      const typeNumber = this.#tables.typeNumber(type);
      const isElided = this.#version >= since.elidedArgumentLocations && location instanceof UnknownLoc;
      if (this.#version < since.elidedArgumentLocations) bytes.varint(typeNumber);
      else bytes.flagged(typeNumber, !isElided);
      if (!isElided) bytes.varint(locations[i]!.number);
    });
    if (this.#version < since.useListOrders) return;
    const maskAt = bytes.length;
    bytes.byte(0);
    const orders = this.#numbering.useListOrders;
    if (orders.size > 0 && writeUseListOrders(block.arguments, orders, bytes)) {
      bytes.patch(maskAt, opPart.useListOrders);
    }
  }
}
