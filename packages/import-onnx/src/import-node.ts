import type { Builder, Tensor, Type } from '@shardform/ir-core';
import type { KnownTensor } from './known-tensor.ts';
import type { OnnxAttribute, OnnxNode, OnnxTensor } from './proto/onnx-model.ts';
import { BroadcastingBuilder } from './broadcasting-builder.ts';

/** Thrown for what a model asks for that can't be imported; the message says why. */
export class OnnxImportError extends Error {
  override readonly name = 'OnnxImportError';
}

/** A value of a graph: known while the model is read, or computed by the program, or both. */
export interface OnnxValue {
  readonly elementType: Type;
  readonly shape: readonly number[];
  readonly known: KnownTensor | null;
  /** The value in the program; made when it is first used. */
  tensor(): Tensor;
}

/** An operation that is being imported: its operands and attributes, and what makes its results. */
export class ImportedNode {
  readonly node: OnnxNode;
  readonly build: BroadcastingBuilder;
  /** Version of ONNX's operations. */
  readonly opset: number;
  readonly #inputs: readonly (OnnxValue | null)[];

  constructor(node: OnnxNode, inputs: readonly (OnnxValue | null)[], opset: number, builder: Builder) {
    this.node = node;
    this.opset = opset;
    this.#inputs = inputs;
    this.build = new BroadcastingBuilder(builder);
  }

  get inputCount(): number {
    return this.#inputs.length;
  }

  /** An operand; those that are left out are `null`. */
  optional(index: number): OnnxValue | null {
    return this.#inputs[index] ?? null;
  }

  /** @throws OnnxImportError when the operand is left out. */
  value(index: number): OnnxValue {
    const value = this.optional(index);
    if (value === null) throw new OnnxImportError(`has no operand ${index}`);
    return value;
  }

  tensor(index: number): Tensor {
    return this.value(index).tensor();
  }

  /** All operands. */
  tensors(): Tensor[] {
    return this.#inputs.map((_, i) => this.tensor(i));
  }

  /** The elements of an operand that have to be known. @throws OnnxImportError when they are not. */
  numbers(index: number, what: string): readonly number[] {
    const { known } = this.value(index);
    if (known === null) throw new OnnxImportError(`needs ${what} that don't depend on the inputs`);
    return known.values;
  }

  /** An attribute of older versions that later ones have as an operand; `null` without both. */
  numbersOrAttribute(index: number, name: string): readonly number[] | null {
    if (this.optional(index) !== null) return this.numbers(index, name);
    return this.attribute(name)?.ints ?? null;
  }

  attribute(name: string): OnnxAttribute | null {
    return this.node.attributes.get(name) ?? null;
  }

  int(name: string, otherwise: number): number {
    return this.attribute(name)?.int ?? otherwise;
  }

  float(name: string, otherwise: number): number {
    return this.attribute(name)?.float ?? otherwise;
  }

  ints(name: string): readonly number[] | null {
    return this.attribute(name)?.ints ?? null;
  }

  string(name: string, otherwise: string): string {
    return this.attribute(name)?.string ?? otherwise;
  }

  /** A dimension that may count from the end. @throws OnnxImportError when there is none of that number. */
  dimension(axis: number, rank: number): number {
    const dim = axis < 0 ? axis + rank : axis;
    if (dim >= 0 && dim < rank) return dim;
    throw new OnnxImportError(`has no dimension ${axis} in a tensor of rank ${rank}`);
  }
}

/** The result of an operation: in the program, known, or a tensor that is given as it is. */
export type ImportedResult = Tensor | KnownTensor | OnnxTensor;

/** Imports an operation. @returns its results in order. @throws OnnxImportError or RangeError. */
export type NodeImporter = (node: ImportedNode) => readonly ImportedResult[];
