import type { InstructionAttributes, Metadata, Shape, Sharding } from '@shardform/hlo-module';
import type { ComputationDraft, InstructionDraft } from './instruction-draft.ts';
import type { ModuleBuilder } from './module-builder.ts';
import { operationName } from './names.ts';
import { postOrder } from './post-order.ts';

type Called = InstructionDraft['called'];

/** The parts of an instruction that not all have. */
export interface InstructionParts {
  readonly attributes?: InstructionAttributes;
  readonly called?: Called;
  readonly backendConfig?: string;
}

/** What the instructions of one operation have in common. */
export interface InstructionScope {
  readonly metadata: Metadata | null;
  readonly sharding: Sharding | null;
  readonly frontendAttributes: ReadonlyMap<string, string>;
}

const nothing: InstructionScope = { metadata: null, sharding: null, frontendAttributes: new Map() };

/** Collects the instructions of a computation in the order in which they are made. */
export class ComputationBuilder {
  readonly #module: ModuleBuilder;
  readonly #name: string;
  readonly #instructions: InstructionDraft[] = [];
  readonly #parameters: InstructionDraft[] = [];
  #scope: InstructionScope = nothing;

  constructor(module: ModuleBuilder, name: string) {
    this.#module = module;
    this.#name = name;
  }

  get scope(): InstructionScope {
    return this.#scope;
  }

  /** Makes what a function makes with other metadata, sharding or frontend attributes. */
  within<T>(scope: Partial<InstructionScope>, make: () => T): T {
    const outer = this.#scope;
    this.#scope = { ...outer, ...scope };
    try {
      return make();
    } finally {
      this.#scope = outer;
    }
  }

  /** Adds an instruction with the metadata, sharding and frontend attributes of the scope. */
  add(
    opcode: string,
    shape: Shape,
    operands: readonly InstructionDraft[],
    { attributes = {}, called = [], backendConfig }: InstructionParts = {},
    name?: string,
  ): InstructionDraft {
    const { metadata, sharding, frontendAttributes } = this.#scope;
    const opName = metadata?.opName ?? '';
    const base = opName === '' ? opcode : operationName(opName.slice(opName.lastIndexOf('/') + 1));
    const instruction: InstructionDraft = {
      name: this.#module.names.unique(name ?? base),
      opcode,
      shape,
      operands,
      attributes,
      called,
      line: 0,
    };
    if (metadata !== null) instruction.metadata = metadata;
    if (sharding !== null) instruction.sharding = sharding;
    if (frontendAttributes.size > 0) instruction.frontendAttributes = frontendAttributes;
    if (backendConfig !== undefined) instruction.backendConfig = backendConfig;
    this.#instructions.push(instruction);
    return instruction;
  }

  parameter(number: number, shape: Shape, name: string): InstructionDraft {
    // XLA makes the name unique before it looks at the location.
    const parameter = this.add('parameter', shape, [], { attributes: { parameterNumber: number } }, name);
    this.#parameters[number] = parameter;
    return parameter;
  }

  /** Finishes the computation: its instructions get their last names. */
  build(root: InstructionDraft | null): ComputationDraft {
    const last = root ?? this.#instructions.at(-1);
    if (last === undefined) throw new Error(`computation '${this.#name}' has no instruction`);
    for (const instruction of this.#instructions) {
      instruction.name = this.#module.names.unique(instruction.name);
    }
    return this.#module.finish(this.#name, {
      instructions: postOrder(this.#instructions),
      parameters: this.#parameters,
      root: last,
    });
  }
}
