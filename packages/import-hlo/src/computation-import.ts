import type { Computation, Instruction } from '@shardform/hlo-module';
import { ConvertOp, ReturnOp } from '@shardform/dialect-stablehlo';
import {
  type Block,
  type Builder,
  checkInterrupt,
  currentBudget,
  type Operation,
  type RankedTensorType,
  type Region,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { failAt } from './hlo-import-error.ts';
import { ImportedInstruction } from './imported-instruction.ts';
import { importerOf } from './importers.ts';
import { annotate } from './annotations.ts';
import type { ModuleImport } from './module-import.ts';
import { typesOf } from './types.ts';

/** Imports the instructions of one computation into a block. */
export class ComputationImport {
  readonly module: ModuleImport;
  readonly source: Computation;
  /** The number of regions around. */
  readonly #depth: number;
  readonly #values = new Map<Instruction, readonly Value[]>();

  constructor(module: ModuleImport, source: Computation, depth: number) {
    this.module = module;
    this.source = source;
    this.#depth = depth;
  }

  get builder(): Builder {
    return this.module.builder;
  }

  /** Makes the arguments of a block for the parameters. */
  addParameters(block: Block): void {
    for (const parameter of this.source.parameters) {
      const location = this.module.locations.of(parameter);
      this.#values.set(
        parameter,
        typesOf(parameter.shape).map((type) => block.addArgument(type, location)),
      );
    }
  }

  /** Gives the parameters the values of a caller. */
  bindParameters(values: readonly Value[], caller: Instruction): void {
    let next = 0;
    for (const parameter of this.source.parameters) {
      const types = typesOf(parameter.shape);
      const own = values.slice(next, next + types.length);
      next += types.length;
      if (own.length !== types.length || types.some((type, i) => own[i]!.type !== type))
        failAt(caller, `gives '${this.source.name}' values of other types than its parameters have`);
      this.#values.set(parameter, own);
    }
    if (next !== values.length)
      failAt(caller, `gives '${this.source.name}' more values than it has parameters`);
  }

  /** Imports the instructions at the builder's place. @returns the values of the root. */
  run(): readonly Value[] {
    const { builder, module } = this;
    for (const instruction of this.source.instructions) {
      if (instruction.opcode === 'parameter') continue;
      checkInterrupt();
      module.at(instruction);
      builder.location = module.locations.of(instruction);
      const values = importerOf(instruction)(new ImportedInstruction(instruction, this));
      this.#values.set(instruction, values);
    }
    module.at(this.source.root);
    return this.valuesOf(this.source.root, this.source.root);
  }

  /** The values of an operand of an instruction. */
  valuesOf(operand: Instruction, user: Instruction): readonly Value[] {
    const values = this.#values.get(operand);
    return values ?? failAt(user, `uses '${operand.name}', which nothing before it defines`);
  }

  /** Adds the attributes of an instruction to an operation that was made of it. */
  created<T extends Operation>(instruction: Instruction, op: T): T {
    annotate(op, instruction, this.module.shardingName);
    this.module.trace(instruction, op);
    return op;
  }

  /**
   * Imports a computation into a region that ends with `stablehlo.return`.
   *
   * @param given the values of its parameters; `null` where the region has arguments for them.
   */
  importRegion(
    region: Region,
    source: Computation,
    given: { readonly values: readonly Value[]; readonly caller: Instruction } | null,
  ): void {
    const { builder } = this;
    const depth = this.#depth + 1;
    currentBudget().check('nesting', 'computations of HLO that call computations take', 2 * depth);
    this.module.spendCopy(source);
    const { location } = builder;
    builder.atSavedPoint(() => {
      const block = builder.createBlock(region);
      const inner = new ComputationImport(this.module, source, depth);
      if (given === null) inner.addParameters(block);
      else inner.bindParameters(given.values, given.caller);
      const results = inner.run();
      builder.location = this.module.locations.of(source.root);
      builder.create(ReturnOp, { results });
    });
    builder.location = location;
  }

  /**
   * Imports a computation that combines two elements of each type into a region. XLA for CPUs widens collectives without widening their
   * computations, whose parameters are narrower then.
   */
  importReducer(region: Region, source: Computation, elements: readonly RankedTensorType[]): void {
    const types = [...elements, ...elements];
    const own = source.parameters.flatMap(({ shape }) => typesOf(shape));
    if (own.length !== types.length || types.every((type, i) => own[i] === type)) {
      this.importRegion(region, source, null);
      return;
    }
    const { builder } = this;
    const { location } = builder;
    builder.atSavedPoint(() => {
      const block = builder.createBlock(region);
      const converted = (value: Value, type: Type): Value =>
        value.type === type ? value : builder.create(ConvertOp, { operand: value }, [type]).result;
      const args = types.map((type) => block.addArgument(type, location));
      const narrow = args.map((value, i) => converted(value, own[i]!));
      const results = this.inline(source, narrow, source.root);
      builder.create(ReturnOp, { results: results.map((value, i) => converted(value, elements[i]!)) });
    });
    builder.location = location;
  }

  /** Imports a computation in the place of a call. @returns the values of its root. */
  inline(source: Computation, values: readonly Value[], caller: Instruction): readonly Value[] {
    const depth = this.#depth + 1;
    currentBudget().check('nesting', 'computations of HLO that call computations take', 2 * depth);
    this.module.spendCopy(source);
    const inner = new ComputationImport(this.module, source, depth);
    inner.bindParameters(values, caller);
    const { location } = this.builder;
    const results = inner.run();
    this.builder.location = location;
    return results;
  }
}
