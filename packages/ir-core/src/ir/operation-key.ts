import { commutative } from '../definition/traits.ts';
import type { Attribute } from './attribute.ts';
import type { Block } from './block.ts';
import type { Operation } from './operation.ts';
import type { Region } from './region.ts';
import type { Value } from './value.ts';

/** Values that a key speaks of by their place in it, because they are defined inside. */
type LocalValues = Map<Value | Block, number>;

/**
 * Texts that are equal for operations that do the same: same name, operands, attributes, result types and,
 * up to the identity of what is defined inside, regions. Locations don't count. Operands of commutative
 * operations are compared without their order.
 */
export class OperationKeys {
  readonly #numbers = new Map<Value | Block, number>();

  /** O(size of the operation with its regions). */
  key(op: Operation): string {
    return this.#opKey(op, null);
  }

  /** The key of a block's arguments and operations; equal blocks can stand for each other. */
  blockKey(block: Block): string {
    return this.#blockKey(block, new Map());
  }

  #opKey(op: Operation, locals: LocalValues | null): string {
    let key = op.name;
    const operands = op.operands.map((operand) => this.#reference(operand.value, locals));
    if (operands.length > 1 && op.hasTrait(commutative)) operands.sort();
    key += `(${operands.join()})`;
    if (op.successors.length > 0) {
      key += `[${op.successors.map((block) => this.#reference(block, locals)).join()}]`;
    }
    key += attributesKey(op);
    for (const result of op.results) key += `:${result.type.id}`;
    if (op.regions.length === 0) return key;
    const inner = locals ?? new Map<Value | Block, number>();
    for (const region of op.regions) key += `{${this.#regionKey(region, inner)}}`;
    return key;
  }

  #regionKey(region: Region, locals: LocalValues): string {
    // Blocks may be mentioned before they come.
    for (const block of region.blocks) locals.set(block, locals.size);
    return region.blocks.map((block) => this.#blockKey(block, locals)).join('^');
  }

  #blockKey(block: Block, locals: LocalValues): string {
    let key = '';
    for (const argument of block.arguments) {
      locals.set(argument, locals.size);
      key += `:${argument.type.id}`;
    }
    // Graph regions use values before they are defined: all results get their number first.
    for (let op = block.firstOp; op !== null; op = op.next) {
      for (const result of op.results) locals.set(result, locals.size);
    }
    for (let op = block.firstOp; op !== null; op = op.next) key += `;${this.#opKey(op, locals)}`;
    return key;
  }

  #reference(value: Value | Block, locals: LocalValues | null): string {
    const local = locals?.get(value);
    if (local !== undefined) return `_${local}`;
    let number = this.#numbers.get(value);
    if (number === undefined) this.#numbers.set(value, (number = this.#numbers.size));
    return String(number);
  }
}

function attributesKey(op: Operation): string {
  let key = '';
  for (const attribute of op.properties) key += attribute === null ? '_' : `#${attribute.id}`;
  if (op.discardable === null) return key;
  const entry = ([name, attribute]: readonly [string, Attribute]): string =>
    `${JSON.stringify(name)}${attribute.id}`;
  return `${key}<${[...op.discardable].map(entry).sort().join()}>`;
}
