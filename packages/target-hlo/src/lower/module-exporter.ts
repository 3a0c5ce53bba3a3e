import { CallOp, FuncOp, ReturnOp as FuncReturnOp } from '@shardform/dialect-func';
import { ReturnOp } from '@shardform/dialect-stablehlo';
import type { Computation, Metadata, Sharding } from '@shardform/hlo-module';
import {
  type Block,
  type Location,
  type ModuleOp,
  type Operation,
  type Region,
  SymbolTable,
  type Value,
} from '@shardform/ir-core';
import type { ComputationBuilder } from '../build/computation-builder.ts';
import type { InstructionDraft } from '../build/instruction-draft.ts';
import { ModuleBuilder } from '../build/module-builder.ts';
import { operationName } from '../build/names.ts';
import { equalShapes } from '../build/shapes.ts';
import { type ComputationSource, LoweringContext, type RegionOptions, shapeOf } from './context.ts';
import { ExportError } from './export-error.ts';
import { frontendAttributesOf } from './frontend-attributes.ts';
import { functionSignature } from './function-signature.ts';
import { locationName, metadataOf } from './locations.ts';
import { lowerings } from './lowerings.ts';
import { shardingAttribute, tupleSharding } from './shardings.ts';

/** The name of the entry function. */
export const ENTRY = 'main';

/** The parts of a computation that depend on what it is made of. */
interface BlockOptions extends RegionOptions {
  readonly isEntry?: boolean;
  readonly argumentAttributes?: readonly ReadonlyMap<string, string>[];
}

/** Exports the functions of a module as computations. */
export class ModuleExporter implements ComputationSource {
  readonly #builder = new ModuleBuilder();
  readonly #symbols: SymbolTable;
  readonly #module: ModuleOp;
  readonly #done = new Map<FuncOp, Computation>();
  readonly #open = new Set<FuncOp>();

  constructor(module: ModuleOp) {
    this.#module = module;
    this.#symbols = new SymbolTable(module);
  }

  /** Exports all functions. @throws ExportError */
  run(): { readonly computations: readonly Computation[]; readonly entry: Computation } {
    const main = this.named(ENTRY, this.#module);
    for (const op of this.#module.body) {
      if (op instanceof FuncOp) {
        if (!op.isDeclaration) this.function(op);
      } else throw new ExportError(op, `HLO has no form for '${op.name}' beside functions`);
    }
    return { computations: this.#builder.computations, entry: this.function(main) };
  }

  named(name: string, user: Operation): FuncOp {
    const func = this.#symbols.lookup(name);
    if (!(func instanceof FuncOp)) throw new ExportError(user, `expected a function named '${name}'`);
    return func;
  }

  function(func: FuncOp): Computation {
    const done = this.#done.get(func);
    if (done !== undefined) return done;
    const computation = this.copyOf(func, func.symName.value === ENTRY);
    this.#done.set(func, computation);
    return computation;
  }

  copyOf(func: FuncOp, isEntry = false): Computation {
    if (func.isDeclaration) throw new ExportError(func, `function '${func.symName.value}' has no body`);
    if (func.body.blocks.length !== 1) throw new ExportError(func, 'HLO has functions of one block only');
    if (this.#open.has(func)) throw new ExportError(func, 'HLO has no recursive functions');
    this.#open.add(func);
    const computation = this.#block(func.entry, this.#builder.function(func.symName.value), {
      ...functionSignature(func),
      isEntry,
    });
    this.#open.delete(func);
    return computation;
  }

  region(region: Region, options: RegionOptions = {}): Computation {
    return this.#block(region.entry, this.#builder.region(), options);
  }

  #block(block: Block, builder: ComputationBuilder, options: BlockOptions): Computation {
    const values = new Map<Value, InstructionDraft>();
    const context = new LoweringContext(builder, this, values);
    const { hasSingleArgument = false, captured = [] } = options;
    const inputs = [...block.arguments, ...captured];
    if (hasSingleArgument && inputs.length !== 1) tupleArgument(inputs, block, context, options);
    else inputs.forEach((value, i) => separateArgument(value, i, block, context, options));
    let root: InstructionDraft | null = null;
    for (const op of block) {
      if (op instanceof ReturnOp || op instanceof FuncReturnOp) root = returned(op, context, options);
      else this.#operation(op, context);
    }
    return builder.build(root);
  }

  #operation(op: Operation, context: LoweringContext): void {
    const lowering = lowerings.get(op.name);
    if (lowering === undefined) {
      throw new ExportError(op, `HLO has no form for '${op.name}'${remedy(op)}`);
    }
    if (lowering.isBare === true) {
      lowering.lower(op, context);
      return;
    }
    const scope = {
      sharding: normalized(shardingAttribute(op), op),
      frontendAttributes: frontendAttributesOf(op),
      // XLA exports the function that is called before it looks at the location of the call.
      metadata: metadataOf(op.location),
    };
    if (op instanceof CallOp) this.function(this.named(op.callee.root, op));
    context.builder.within(scope, () => lowering.lower(op, context));
  }
}

/** The sharding of a tuple of results has an element for each; XLA repeats the only one that is given. */
function normalized(sharding: Sharding | null, op: Operation): Sharding | null {
  if (sharding === null || sharding.kind === 'tuple' || op.resultCount === 1) return sharding;
  return { kind: 'tuple', elements: new Array<Sharding>(Math.max(1, op.resultCount)).fill(sharding) };
}

function remedy({ definition }: Operation): string {
  if (definition.dialect === 'sdy') return '; propagate and export shardings before';
  if (definition.dialect === 'stablehlo') return '; refine the shapes of the program before';
  return '; legalize the program to StableHLO before';
}

/** Parameters are named after their locations. */
function parameterName(location: Location, fallback: string): string {
  const name = locationName(location);
  if (name === '') return fallback;
  const last = name.slice(name.lastIndexOf('/') + 1);
  return operationName(last === '' ? '.' : last);
}

function parameterMetadata(location: Location): Metadata | null {
  const opName = locationName(location);
  return opName === '' ? null : { opName };
}

function separateArgument(
  value: Value,
  index: number,
  block: Block,
  context: LoweringContext,
  options: BlockOptions,
): void {
  const { argumentShardings = [], argumentAttributes = [], hasSingleArgument = false } = options;
  const { builder } = context;
  const shape = shapeOf(value.type, block.parentOp!);
  const { location } = value;
  const parameter = builder.within(
    {
      sharding: argumentShardings[index] ?? null,
      frontendAttributes: argumentAttributes[index] ?? new Map(),
      metadata: parameterMetadata(location),
    },
    () =>
      builder.parameter(index, shape, parameterName(location, hasSingleArgument ? 'Arg_' : `Arg_${index}`)),
  );
  context.set(value, parameter);
}

function tupleArgument(
  inputs: readonly Value[],
  block: Block,
  context: LoweringContext,
  { argumentShardings = [] }: BlockOptions,
): void {
  const { builder } = context;
  const user = block.parentOp!;
  const shape = { kind: 'tuple' as const, elements: inputs.map(({ type }) => shapeOf(type, user)) };
  if (inputs.length === 0) {
    builder.parameter(0, shape, 'arg_empty_tuple');
    return;
  }
  const tuple = builder.within({ sharding: tupleSharding(argumentShardings) }, () =>
    builder.parameter(0, shape, 'arg_tuple'),
  );
  inputs.forEach((value, i) => {
    context.set(
      value,
      builder.within({ sharding: argumentShardings[i] ?? null }, () => context.element(tuple, i)),
    );
  });
}

/** The root of a computation: the only value that it returns, or a tuple. */
function returned(op: Operation, context: LoweringContext, options: BlockOptions): InstructionDraft {
  const { returned: extra = [], resultShardings = [], isEntry = false } = options;
  const { builder } = context;
  const results = context.getAll([...op.operandValues(), ...extra]);
  const sharding = tupleSharding(resultShardings);
  const [only] = results;
  if (results.length === 1 && only !== undefined) {
    return sharding === null ? only : shardedResult(only, resultShardings[0] ?? null, context);
  }
  const elements =
    isEntry && sharding !== null
      ? results.map((result, i) => laidOutResult(op, i, result, resultShardings[i] ?? null, context))
      : results;
  return builder.within({ sharding }, () => context.tuple(elements));
}

/** An only result with a sharding is an element of a tuple, which has it. */
function shardedResult(
  result: InstructionDraft,
  sharding: Sharding | null,
  context: LoweringContext,
): InstructionDraft {
  const { builder } = context;
  const own = result.shape.kind === 'token' ? null : (result.sharding ?? null);
  const tuple = builder.within({ sharding: own === null ? null : tupleSharding([own]) }, () =>
    context.tuple([result]),
  );
  return builder.within({ sharding }, () => context.element(tuple, 0));
}

/** XLA reshapes each result of the program to the layout of its type, and drops the reshape where that changes nothing. */
function laidOutResult(
  op: Operation,
  index: number,
  result: InstructionDraft,
  sharding: Sharding | null,
  { builder }: LoweringContext,
): InstructionDraft {
  if (result.shape.kind !== 'array') return result;
  const shape = shapeOf(op.getOperand(index).type, op);
  const reshaped = builder.within({ sharding }, () => builder.add('reshape', shape, [result]));
  return equalShapes(result.shape, shape) ? result : reshaped;
}
