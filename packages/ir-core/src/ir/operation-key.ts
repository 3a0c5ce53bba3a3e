import type { OpDefinition } from '../definition/op-definition.ts';
import { commutative } from '../definition/traits.ts';
import type { Attribute } from './attribute.ts';
import type { Block } from './block.ts';
import type { Operation } from './operation.ts';
import type { Region } from './region.ts';
import type { BlockArgument, OpResult, Value } from './value.ts';

/** Values that a key mentions by their index in it, because they are defined inside. */
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

  /** The same for a region, which sees no values from outside or the same ones. */
  regionKey(region: Region): string {
    return this.#regionKey(region, new Map<Value | Block, number>());
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

/** Returns a number that is equal for operations that {@link isSameOperation} finds to be the same. */
export function hashOperation(op: Operation): number {
  const { operands, properties, results, definition, discardable } = op;
  let hash = hashOfDefinition(definition);
  let operandsHash = 0;
  const isCommutative = operands.length > 1 && definition.traits.has(commutative);
  for (const { value } of operands) {
    const operandHash = hashValue(value);
    operandsHash = isCommutative ? (operandsHash + operandHash) | 0 : mix(operandsHash, operandHash);
  }
  hash = mix(hash, operandsHash);
  for (const attribute of properties) hash = mix(hash, attribute?.id ?? 0);
  for (const { type } of results) hash = mix(hash, type.id);
  for (const region of op.regions) hash = mix(hash, hashRegion(region));
  return mix(hash, discardable === null ? 0 : discardable.size);
}

/** Returns a hash of the operations of a region, those inside their regions left out, and of the values that they take from outside. */
function hashRegion(region: Region): number {
  let hash = region.blocks.length;
  for (const block of region.blocks) {
    for (let op = block.firstOp; op !== null; op = op.next) {
      let captured = 0;
      for (const { value } of op.operands) {
        if (value.parentBlock?.parent !== region) captured = (captured + hashValue(value)) | 0;
      }
      hash = mix(mix(hash, hashOfDefinition(op.definition)), captured);
    }
  }
  return hash;
}

/** Returns the hash of what `hash` is of and one part more. */
export function mix(hash: number, part: number): number {
  const mixed = Math.imul(hash ^ part, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

const definitionHashes = new WeakMap<OpDefinition, number>();

function hashOfDefinition(definition: OpDefinition): number {
  let hash = definitionHashes.get(definition);
  if (hash === undefined) {
    hash = 0;
    for (let i = 0; i < definition.name.length; i++) hash = mix(hash, definition.name.charCodeAt(i));
    definitionHashes.set(definition, hash);
  }
  return hash;
}

/** Returns the position of the definition in its block: values of different blocks may share a number. */
function hashValue(value: Value): number {
  const { definingOp } = value;
  // A value is a result or, without a defining operation, a block argument.
  if (definingOp === null) return (value as BlockArgument).index;
  const block = definingOp.parent;
  if (block !== null && !block.orderIsValid) block.renumber();
  // Values with a defining operation are its results.
  return mix(definingOp.order, 1 + (value as OpResult).index);
}

/**
 * Returns true if two operations are equivalent: same name, operands (in any order for commutative operations),
 * attributes, result types and regions. Locations don't count.
 */
export function isSameOperation(a: Operation, b: Operation): boolean {
  if (a.regions.length > 0 || a.successors.length > 0) {
    const keys = new OperationKeys();
    return a.definition === b.definition && keys.key(a) === keys.key(b);
  }
  return isSameOperationUpToOperands(a, b) && hasSameOperands(a, b);
}

/**
 * Returns true if two operations differ at most in the values of their operands. Regions are not compared: there may be
 * none that are not empty.
 */
export function isSameOperationUpToOperands(a: Operation, b: Operation): boolean {
  if (a.definition !== b.definition || a.operands.length !== b.operands.length) return false;
  if (a.resultCount !== b.resultCount || a.regions.length !== b.regions.length) return false;
  if (a.properties.some((attribute, i) => attribute !== b.properties[i])) return false;
  if (a.results.some(({ type }, i) => type !== b.getResult(i).type)) return false;
  if (a.successors.length !== b.successors.length) return false;
  if (a.successors.some((block, i) => block !== b.successors[i])) return false;
  if (a.discardable === null || b.discardable === null) return a.discardable === b.discardable;
  if (a.discardable.size !== b.discardable.size) return false;
  for (const [name, attribute] of a.discardable) if (b.discardable.get(name) !== attribute) return false;
  return true;
}

function hasSameOperands(a: Operation, b: Operation): boolean {
  const count = a.operands.length;
  for (let i = 0; i < count; i++) {
    if (a.getOperand(i) === b.getOperand(i)) continue;
    return count > 1 && a.hasTrait(commutative) && isPermutation(a.operandValues(), b.operandValues());
  }
  return true;
}

function isPermutation(a: readonly Value[], b: readonly Value[]): boolean {
  const rest = [...b];
  for (const value of a) {
    const at = rest.indexOf(value);
    if (at < 0) return false;
    rest.splice(at, 1);
  }
  return true;
}

function attributesKey(op: Operation): string {
  let key = '';
  for (const attribute of op.properties) key += attribute === null ? '_' : `#${attribute.id}`;
  if (op.discardable === null) return key;
  const entry = ([name, attribute]: readonly [string, Attribute]): string =>
    `${JSON.stringify(name)}${attribute.id}`;
  return `${key}<${[...op.discardable].map(entry).sort().join()}>`;
}
