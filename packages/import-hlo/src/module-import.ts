import type { Computation, HloModule, Instruction } from '@shardform/hlo-module';
import { FuncOp, ReturnOp } from '@shardform/dialect-func';
import { hloAttributes } from '@shardform/dialect-hlo';
import {
  Builder,
  type Context,
  currentBudget,
  FunctionType,
  ModuleOp,
  type Operation,
  StringAttr,
} from '@shardform/ir-core';
import { ComputationImport } from './computation-import.ts';
import { entryAttributes } from './entry-attributes.ts';
import type { ImportHloOptions } from './import-hlo.ts';
import { isPartitioned } from './is-partitioned.ts';
import { Locations } from './locations.ts';
import { moduleAttributes } from './module-attributes.ts';
import { SymbolNames } from './symbol-names.ts';

/** Imports a module: the entry as `@main`, called computations as private functions. */
export class ModuleImport {
  readonly source: HloModule;
  readonly options: ImportHloOptions;
  readonly builder: Builder;
  readonly locations: Locations;
  /** The attribute that holds shardings: those of parts of values don't split the values. */
  readonly shardingName: string;
  readonly #names = new SymbolNames();
  /** Functions by their computation, in the order in which they were first called. */
  readonly #functions = new Map<Computation, { readonly name: string; readonly fusionKind: string | null }>();
  readonly #copied = new Set<Computation>();
  /** The instruction that is being imported, for messages. */
  #current: Instruction | null = null;

  constructor(source: HloModule, context: Context, options: ImportHloOptions) {
    this.source = source;
    this.options = options;
    this.builder = new Builder(context);
    this.locations = new Locations(source, options.sourceName, options.nameOf);
    this.shardingName = isPartitioned(source) ? hloAttributes.sharding : 'mhlo.sharding';
  }

  get current(): Instruction | null {
    return this.#current;
  }

  /** Notes the instruction that is being imported. */
  at(instruction: Instruction): void {
    this.#current = instruction;
  }

  run(): ModuleOp {
    const { builder, source } = this;
    const module = ModuleOp.empty();
    builder.location = this.locations.line(0);
    builder.setInsertionPointToEnd(module.body);
    module.setAttr('sym_name', StringAttr.get(this.#names.sanitized(source.name)));
    for (const [name, attribute] of moduleAttributes(source, this.options)) module.setAttr(name, attribute);
    this.#names.unique('main');
    const main = this.#define(source.entry, 'main');
    for (const [name, attribute] of entryAttributes(source, main, this.shardingName))
      main.setAttr(name, attribute);
    // Functions call functions; the map grows while they are made.
    const bodies: FuncOp[] = [];
    for (const [computation, { name, fusionKind }] of this.#functions) {
      const func = this.#define(computation, name);
      func.symVisibility = StringAttr.get('private');
      if (fusionKind !== null) func.setAttr(hloAttributes.fusionKind, StringAttr.get(fusionKind));
      bodies.push(func);
    }
    return module;
  }

  /** Returns the name of the function of a computation, which is made when all that is called is known. */
  functionOf(computation: Computation, fusionKind: string | null = null): string {
    let found = this.#functions.get(computation);
    if (found === undefined) {
      found = { name: this.#names.unique(computation.name), fusionKind };
      this.#functions.set(computation, found);
    }
    return found.name;
  }

  /** Counts what a computation adds to the program when it is imported once more. */
  spendCopy(computation: Computation): void {
    if (!this.#copied.has(computation)) this.#copied.add(computation);
    else
      currentBudget().spend(
        'operations',
        'computations of HLO that are called more than once add',
        computation.instructions.length,
      );
  }

  trace(instruction: Instruction, op: Operation): void {
    this.options.onOperation?.(instruction, op);
  }

  #define(computation: Computation, name: string): FuncOp {
    const { builder } = this;
    builder.location = this.locations.line(computation.line);
    return builder.atSavedPoint(() => {
      const func = builder.create(
        FuncOp,
        { symName: StringAttr.get(name), functionType: FunctionType.get([], []) },
        [],
      );
      const block = builder.createBlock(func.body);
      const body = new ComputationImport(this, computation, 0);
      body.addParameters(block);
      const operands = body.run();
      builder.location = this.locations.of(computation.root);
      builder.create(ReturnOp, { operands });
      func.functionType = FunctionType.get(
        block.arguments.map(({ type }) => type),
        operands.map(({ type }) => type),
      );
      return func;
    });
  }
}
