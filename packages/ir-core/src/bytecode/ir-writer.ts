import { checkInterruptAfter, STEPS_PER_OPERATION } from '../budget/budget.ts';
import type { Block } from '../ir/block.ts';
import { UnknownLoc } from '../ir/location.ts';
import type { Operation } from '../ir/operation.ts';
import type { Region } from '../ir/region.ts';
import type { Value } from '../ir/value.ts';
import type { ByteWriter } from './byte-writer.ts';
import { opPart, since } from './format.ts';
import type { NumberedOp, Numbering } from './numbering.ts';
import type { PropertyTable } from './property-table.ts';
import { type UseListOrder, writeUseListOrders } from './use-list-order.ts';

/** Writes operations with the numbers of what they refer to. */
export class IrWriter {
  readonly #bytes: ByteWriter;
  readonly #numbering: Numbering;
  readonly #properties: PropertyTable;
  readonly #isOpen: ReadonlySet<Operation>;
  readonly #orders: ReadonlyMap<Value, UseListOrder>;
  readonly #version: number;

  /**
   * @param isOpen the operations whose regions use values from outside.
   * @param orders of the uses of values, where a reader would not find them.
   */
  constructor(
    bytes: ByteWriter,
    numbering: Numbering,
    properties: PropertyTable,
    isOpen: ReadonlySet<Operation>,
    orders: ReadonlyMap<Value, UseListOrder>,
  ) {
    this.#bytes = bytes;
    this.#numbering = numbering;
    this.#properties = properties;
    this.#isOpen = isOpen;
    this.#orders = orders;
    this.#version = numbering.version;
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
    const name = numbering.opNames.get(op.definition)!;
    bytes.varint(name.number);
    const maskAt = bytes.length;
    bytes.byte(0);
    bytes.varint(numbering.locationNumber(op));
    let mask = this.#attributes(op, name.value);
    const { resultCount, operands, successors, regions } = op;
    if (resultCount > 0) {
      mask |= opPart.results;
      bytes.varint(resultCount);
      for (let i = 0; i < resultCount; i++) bytes.varint(numbering.typeNumber(op.getResult(i).type));
    }
    if (operands.length > 0) {
      mask |= opPart.operands;
      bytes.varint(operands.length);
      for (const { current } of operands) bytes.varint(numbering.valueNumber(current));
    }
    if (successors.length > 0) {
      mask |= opPart.successors;
      bytes.varint(successors.length);
      for (const successor of successors) bytes.varint(numbering.blockNumber(successor));
    }
    if (this.#orders.size > 0 && writeUseListOrders(op.results, this.#orders, bytes))
      mask |= opPart.useListOrders;
    if (regions.length > 0) mask |= opPart.regions;
    bytes.patch(maskAt, mask);
    if (regions.length > 0) this.#regions(op);
  }

  #attributes(op: Operation, name: NumberedOp): number {
    let mask = 0;
    const dictionary = this.#numbering.dictionaryOf(op);
    if (dictionary !== null) {
      mask |= opPart.attributes;
      this.#bytes.varint(this.#numbering.attributeNumber(dictionary));
    }
    if (this.#version >= since.properties) {
      const index = this.#properties.numberOf(op, name);
      if (index !== null) {
        mask |= opPart.properties;
        this.#bytes.varint(index);
      }
    }
    return mask;
  }

  #regions(op: Operation): void {
    const isIsolated = !this.#isOpen.has(op);
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
    this.#bytes.flagged(this.#numbering.opCount(block), block.arguments.length > 0);
    if (block.arguments.length > 0) this.#arguments(block);
    for (let op = block.firstOp; op !== null; op = op.next) this.#operation(op);
  }

  #arguments(block: Block): void {
    const bytes = this.#bytes;
    bytes.varint(block.arguments.length);
    for (const { type, location } of block.arguments) {
      const number = this.#numbering.typeNumber(type);
      if (this.#version < since.elidedArgumentLocations) {
        bytes.varint(number);
        bytes.varint(this.#numbering.attributeNumber(location));
        continue;
      }
      const hasLocation = !(location instanceof UnknownLoc);
      bytes.flagged(number, hasLocation);
      if (hasLocation) bytes.varint(this.#numbering.attributeNumber(location));
    }
    if (this.#version < since.useListOrders) return;
    const maskAt = bytes.length;
    bytes.byte(0);
    if (this.#orders.size > 0 && writeUseListOrders(block.arguments, this.#orders, bytes)) {
      bytes.patch(maskAt, opPart.useListOrders);
    }
  }
}
