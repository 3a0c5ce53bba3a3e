import type { CalledRole, Computation, Instruction, InstructionAttributes } from '@shardform/hlo-module';
import { tensorOf } from '@shardform/dialect-stablehlo';
import {
  type Builder,
  type CreatableOp,
  type Operation,
  RankedTensorType,
  type Region,
  type Tensor,
  type Type,
  type Value,
} from '@shardform/ir-core';
import type { ComputationImport } from './computation-import.ts';
import { failAt } from './hlo-import-error.ts';
import { typesOf } from './types.ts';

/** Imports an instruction. @returns its values, those of a tuple one by one. @throws HloImportError */
export type InstructionImporter = (from: ImportedInstruction) => readonly Value[];

/** An instruction that is being imported: its operands, attributes and called computations, and a builder of its operations. */
export class ImportedInstruction {
  readonly instruction: Instruction;
  readonly computation: ComputationImport;
  #types: readonly Type[] | null = null;

  constructor(instruction: Instruction, computation: ComputationImport) {
    this.instruction = instruction;
    this.computation = computation;
  }

  get attributes(): InstructionAttributes {
    return this.instruction.attributes;
  }

  get builder(): Builder {
    return this.computation.builder;
  }

  /** The types of the values. */
  get types(): readonly Type[] {
    return (this.#types ??= typesOf(this.instruction.shape));
  }

  /** The type of the only value, a tensor. */
  get type(): RankedTensorType {
    const [type] = this.types;
    if (this.types.length === 1 && type instanceof RankedTensorType) return type;
    return this.fail('must have the shape of one array');
  }

  get operandCount(): number {
    return this.instruction.operands.length;
  }

  /** The values of an operand. */
  values(index: number): readonly Value[] {
    const operand = this.instruction.operands[index];
    if (operand === undefined) return this.fail(`has no operand ${index}`);
    return this.computation.valuesOf(operand, this.instruction);
  }

  /** The values of all operands from one on. */
  allValues(from = 0): readonly Value[] {
    return this.instruction.operands.slice(from).flatMap((_, i) => this.values(from + i));
  }

  /** The only value of an operand. */
  value(index: number): Value {
    const values = this.values(index);
    if (values.length !== 1) this.fail(`has a tuple as operand ${index} in place of one value`);
    return values[0]!;
  }

  /** The only value of an operand, a tensor. */
  tensor(index: number): Tensor {
    const value = this.value(index);
    return value.type instanceof RankedTensorType
      ? tensorOf(value)
      : this.fail(`has a value of type ${String(value.type)} as operand ${index} in place of an array`);
  }

  /** An attribute that the opcode must have. */
  required<K extends keyof InstructionAttributes>(name: K): NonNullable<InstructionAttributes[K]> {
    return this.attributes[name] ?? this.fail(`has no ${name}`);
  }

  /** The computation that is called in a role. */
  called(...roles: readonly CalledRole[]): Computation {
    const found = this.instruction.called.find(({ role }) => roles.includes(role));
    return found?.computation ?? this.fail(`has no computation as ${roles.join(' or ')}`);
  }

  /** Makes an operation at the instruction's place. */
  create<A, T extends Operation>(
    opClass: CreatableOp<A, T>,
    args: NoInfer<A>,
    types: readonly Type[] = this.types,
    options: { readonly regionCount?: number } = {},
  ): T {
    return this.computation.created(this.instruction, this.builder.create(opClass, args, types, options));
  }

  /** Imports a computation into a region, whose arguments are its parameters. */
  importRegion(region: Region, computation: Computation): void {
    this.computation.importRegion(region, computation, null);
  }

  /** Imports the computation that combines two elements of each operand into a region. */
  importReducer(region: Region, computation: Computation, operands: readonly Value[]): void {
    const elements = operands.map((operand) => RankedTensorType.get([], tensorOf(operand).type.elementType));
    this.computation.importReducer(region, computation, elements);
  }

  fail(message: string): never {
    return failAt(this.instruction, message);
  }
}
