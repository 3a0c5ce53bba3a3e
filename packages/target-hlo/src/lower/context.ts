import type { FuncOp } from '@shardform/dialect-func';
import type { ArrayShape, Computation, Shape, Sharding } from '@shardform/hlo-module';
import type { Operation, Region, Type, Value } from '@shardform/ir-core';
import type { ComputationBuilder, InstructionParts } from '../build/computation-builder.ts';
import type { InstructionDraft } from '../build/instruction-draft.ts';
import { arrayOf } from '../build/shapes.ts';
import { ExportError } from './export-error.ts';
import { shapeOfType } from './types.ts';

/** How a region becomes a computation. */
export interface RegionOptions {
  /** Values of outside that the computation gets as arguments behind those of the region. */
  readonly captured?: readonly Value[];
  /** Captured values that it returns behind its own results. */
  readonly returned?: readonly Value[];
  /** Whether several arguments are one tuple. */
  readonly hasSingleArgument?: boolean;
  readonly argumentShardings?: readonly (Sharding | null)[];
  readonly resultShardings?: readonly (Sharding | null)[];
}

/** Makes the computations that operations call. */
export interface ComputationSource {
  function(func: FuncOp): Computation;
  /** The function of a name. @throws ExportError if there is none. */
  named(name: string, user: Operation): FuncOp;
  region(region: Region, options?: RegionOptions): Computation;
  /** A copy of a function for one call of it. */
  copyOf(func: FuncOp): Computation;
}

/** The computation in which an operation is exported. */
export class LoweringContext {
  readonly builder: ComputationBuilder;
  readonly computations: ComputationSource;
  readonly #values: Map<Value, InstructionDraft>;

  constructor(
    builder: ComputationBuilder,
    computations: ComputationSource,
    values: Map<Value, InstructionDraft>,
  ) {
    this.builder = builder;
    this.computations = computations;
    this.#values = values;
  }

  /** The instruction of a value. */
  get(value: Value): InstructionDraft {
    const instruction = this.#values.get(value);
    if (instruction === undefined) throw new Error('a value is used before it is exported');
    return instruction;
  }

  getAll(values: readonly Value[]): InstructionDraft[] {
    return values.map((value) => this.get(value));
  }

  set(value: Value, instruction: InstructionDraft): void {
    this.#values.set(value, instruction);
  }

  /** Adds an instruction for the only result of an operation. */
  result(
    op: Operation,
    opcode: string,
    shape: Shape,
    operands: readonly InstructionDraft[],
    parts?: InstructionParts,
  ): InstructionDraft {
    const instruction = this.builder.add(opcode, shape, operands, parts);
    this.set(op.getResult(), instruction);
    return instruction;
  }

  /** Gives each result of an operation its element of a tuple. */
  untuple(op: Operation, tuple: InstructionDraft): void {
    const { sharding } = this.builder.scope;
    op.results.forEach((result, i) => {
      const own = sharding?.kind === 'tuple' ? (sharding.elements[i] ?? null) : sharding;
      this.set(
        result,
        this.builder.within({ sharding: own }, () => this.element(tuple, i)),
      );
    });
  }

  /** Gives the results of an operation their instructions: the one itself, or the elements of its tuple. */
  results(op: Operation, instruction: InstructionDraft): void {
    if (op.resultCount === 1) this.set(op.getResult(), instruction);
    else this.untuple(op, instruction);
  }

  element(tuple: InstructionDraft, index: number): InstructionDraft {
    const { shape } = tuple;
    const element = shape.kind === 'tuple' ? shape.elements[index] : undefined;
    if (element === undefined) throw new Error(`a tuple has no element ${index}`);
    return this.builder.add('get-tuple-element', element, [tuple], { attributes: { tupleIndex: index } });
  }

  tuple(elements: readonly InstructionDraft[]): InstructionDraft {
    return this.builder.add(
      'tuple',
      { kind: 'tuple', elements: elements.map(({ shape }) => shape) },
      elements,
    );
  }
}

/** Returns the shape of a type. @throws ExportError for a type that HLO does not have. */
export function shapeOf(type: Type, user: Operation): Shape {
  const shape = shapeOfType(type);
  if (shape === null) {
    throw new ExportError(
      user,
      `HLO has no type for '${String(type)}'; give dimensions a size or a bound, and legalize quantized types before`,
    );
  }
  return shape;
}

/** Returns the shape of a tensor's type. */
export function arrayShapeOf(type: Type, user: Operation): ArrayShape {
  return arrayOf(shapeOf(type, user));
}

/** Returns the shape of an array instruction. */
export function shapeOfArray({ shape }: InstructionDraft): ArrayShape {
  return arrayOf(shape);
}

/** Returns the shape of several results: a tuple unless there is one. */
export function jointShape(shapes: readonly Shape[]): Shape {
  const [only] = shapes;
  return shapes.length === 1 && only !== undefined ? only : { kind: 'tuple', elements: shapes };
}
