import {
  type DeviceGroup,
  operationCost,
  isElementwise,
  fusionRole,
  type PermutedPair,
  memoryRole,
  CostError,
} from '@shardform/cost-model';
import { CallOp, type FuncOp } from '@shardform/dialect-func';
import { hloAttributes, isAsyncEnd, isAsyncStart, isFusionCall, isScheduled } from '@shardform/dialect-hlo';
import {
  AllGatherOp,
  AllReduceOp,
  AllToAllOp,
  BitcastConvertOp,
  bodyFrame,
  CaseOp,
  CollectiveBroadcastOp,
  collectiveName,
  CollectivePermuteOp,
  CollectiveReduceOp,
  ConstantOp,
  ConvertOp,
  CrossReplicaSumOp,
  IfOp,
  IotaOp,
  isRaggedAllToAll,
  OptimizationBarrierOp,
  PartitionIdOp,
  ReduceScatterOp,
  ReplicaIdOp,
  ReshapeOp,
  ScalarFrame,
  tripCount,
  WhileOp,
} from '@shardform/dialect-stablehlo';
import {
  type AnyOpClass,
  type Block,
  type Context,
  DYNAMIC,
  elementByteWidth,
  type Operation,
  positionOf,
  RankedTensorType,
  type Region,
  StringAttr,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { groupsByDevice, Machine, movingStrategy, reducingStrategy } from '@shardform/runtime-sim';

import type { AttentionKernel } from '../attention/attention-kernel.ts';
import { type AttentionPlan, costOfPassing } from '../attention/attention-plan.ts';
import type { MemoryRules } from '../memory/memory-rules.ts';
import { sumKind, wideningOf } from './compiled-collective.ts';
import { donatedArguments } from './donation.ts';
import { fuseOperations } from './fuse-operations.ts';
import { FlatBuilder, type FlatProgram, type PerDevice } from './flat-program.ts';
import { refuseBranch } from './refuse-branch.ts';
import { InlinedCalls } from './inlined-calls.ts';
import { LoopIterations } from './loop-iterations.ts';
import { kindNumber, type OpKind } from './op-kind.ts';

/** Operations that are free: values known statically, and views. */
const free: ReadonlyMap<AnyOpClass, OpKind> = new Map<AnyOpClass, OpKind>([
  [ConstantOp, 'Constant'],
  [IotaOp, 'Constant'],
  [PartitionIdOp, 'Constant'],
  [ReplicaIdOp, 'Constant'],
  [ReshapeOp, 'Reshape'],
  [BitcastConvertOp, 'Reshape'],
]);

/** A simulation keeps every operation that a device executes: so many take about 2 GB. */
const MOST_OPERATIONS = 20_000_000;

/** Loops with an unknown trip count are assumed to run once. */
const UNKNOWN_TRIPS = 1;

/**
 * Flattens a program that all devices run on local shapes: device `i` has number `i + 1`, since 0 is a host. Calls and
 * loops are unrolled; of branches the one with the most operations is taken.
 *
 * @throws CostError for dynamic shapes.
 */
export function flattenSpmd(
  func: FuncOp,
  deviceCount: number,
  context: Context,
  { fuses = true, representative = false, attention = null, target = 'cpu' }: FlattenOptions = {},
): FlatProgram {
  const devices = { builder: new FlatBuilder(), count: deviceCount, first: 1, representative, target };
  const program = new SpmdFlattening(devices, context, attention).run(attention?.func ?? func);
  // The kernels of a compiled program are those that its compiler fused.
  return fuses && !isScheduled(func) ? fuseOperations(program) : program;
}

/** Options of flattening a program. */
export interface FlattenOptions {
  /** True if elementwise operations are fused into their users, as compilers do; true by default. */
  readonly fuses?: boolean;
  /**
   * True if only what one device does is flattened, which stands for all: its collectives take as long as those of the slowest of
   * their groups. Work then does not grow with the number of devices; false by default.
   */
  readonly representative?: boolean;
  /** The kernels of attention that take the place of operations; none by default. */
  readonly attention?: AttentionPlan | null;
  /**
   * The devices on which collectives of a program are timed that XLA compiled for CPUs; `cpu` by default. Compilers for accelerators make a
   * reduce-scatter of a sum of which each device uses its part, and do not widen the elements.
   */
  readonly target?: MemoryRules;
}

/** Where the operations of a program are put, and the devices that run it. */
export interface FlatDevices {
  readonly builder: FlatBuilder;
  readonly count: number;
  /** The number of the first one. */
  readonly first: number;
  /** True if the first one stands for all. */
  readonly representative?: boolean;
  /** As in {@link FlattenOptions}. */
  readonly target?: MemoryRules;
}

/**
 * Adds what devices do that all run a function on local shapes.
 *
 * @param operands the function's arguments, on each of the devices.
 * @returns its results.
 * @throws CostError for dynamic shapes.
 */
export function addSpmd(
  func: FuncOp,
  operands: readonly PerDevice[],
  devices: FlatDevices,
  context: Context,
): readonly PerDevice[] {
  return new SpmdFlattening(devices, context, null).inline(func, operands);
}

class SpmdFlattening {
  readonly #machine: Machine;
  readonly #first: number;
  /** The devices whose operations are flattened, from 0. */
  readonly #flattened: readonly number[];
  readonly #context: Context;
  readonly #builder: FlatBuilder;
  readonly #values = new Map<Value, PerDevice>();
  /** By future of several tensors, these. */
  readonly #started = new Map<Value, readonly PerDevice[]>();
  /** The integers known at the current operation. */
  #scalars = new ScalarFrame();
  readonly #inlined = new InlinedCalls();
  readonly #labels = new Map<Operation, string>();
  readonly #groups = new Map<Operation, readonly DeviceGroup[]>();
  readonly #attention: AttentionPlan | null;
  readonly #target: MemoryRules;

  constructor(
    { builder, count, first, representative = false, target = 'cpu' }: FlatDevices,
    context: Context,
    attention: AttentionPlan | null,
  ) {
    this.#attention = attention;
    this.#target = target;
    this.#builder = builder;
    this.#machine = new Machine(count);
    this.#flattened = representative ? [0] : this.#machine.devices;
    this.#first = first;
    this.#context = context;
    this.#builder.devices(first + count);
  }

  inline(func: FuncOp, operands: readonly PerDevice[]): readonly PerDevice[] {
    this.#bind(func.entry.arguments, operands);
    return this.#block(func.entry);
  }

  run(func: FuncOp): FlatProgram {
    for (const argument of func.entry.arguments) {
      const type = this.#typeOf(argument.type, func);
      this.#values.set(
        argument,
        type === null
          ? null
          : this.#flattened.map((device) => this.#builder.input(type, this.#first + device)),
      );
    }
    const results = this.#block(func.entry);
    const donated = donatedArguments(func);
    const inputs = func.entry.arguments.map((argument) => this.#of(argument));
    this.#builder.returns(
      results.flatMap((parts, i) => {
        const input = inputs[donated.get(i) ?? -1] ?? null;
        return (parts ?? []).map((value, device) => ({ value, donated: input?.[device] ?? null }));
      }),
    );
    return this.#builder.build();
  }

  /** @returns what the block's terminator passes on. */
  #block(block: Block): readonly PerDevice[] {
    for (const op of block) {
      refuseBranch(op);
      if (op.definition.isTerminator) return op.operandValues().map((value) => this.#of(value));
      this.#operation(op);
    }
    return [];
  }

  #of(value: Value): PerDevice {
    return this.#values.get(value) ?? null;
  }

  #bind(values: readonly Value[], parts: readonly PerDevice[]): void {
    values.forEach((value, i) => this.#values.set(value, parts[i] ?? null));
  }

  #operation(op: Operation): void {
    const kernel = this.#attention?.kernels.get(op);
    if (kernel !== undefined) this.#fused(kernel);
    if (kernel !== undefined || this.#attention?.skipped.has(op) === true) return;
    const operands = op.operandValues().map((value) => this.#of(value));
    if (op instanceof OptimizationBarrierOp) this.#barrier(op, operands);
    else if (isAsyncStart(op)) this.#start(op, operands);
    // Who uses the result waits for it.
    else if (isAsyncEnd(op)) this.#bindStarted(op, this.#started.get(op.getOperand(0)) ?? operands);
    else if (isFusionCall(op)) this.#compute(op);
    else if (op instanceof CallOp) this.#call(op, operands);
    else if (op instanceof WhileOp) this.#loop(op, operands);
    else if (op instanceof IfOp || op instanceof CaseOp)
      this.#bind(op.results, this.#block(longest(op.regions)));
    else if (op instanceof AllReduceOp) this.#collective(op, sumKind(op, this.#target), reducingStrategy(op));
    else if (op instanceof AllGatherOp) this.#collective(op, 'MPIAllgather', reducingStrategy(op));
    else if (op instanceof CrossReplicaSumOp) this.#collective(op, 'MPIAllreduce', 'cross_replica');
    else if (op instanceof ReduceScatterOp || op instanceof CollectiveReduceOp)
      this.#collective(op, 'MPIReduceScatter', reducingStrategy(op));
    else if (op instanceof AllToAllOp) this.#collective(op, 'MPIAlltoall', movingStrategy(op));
    else if (op instanceof CollectiveBroadcastOp) this.#collective(op, 'MPIAllgather', movingStrategy(op));
    else if (op instanceof CollectivePermuteOp) this.#permute(op);
    // At most the operand is sent, to whom the numbers of the program say: as to all alike.
    else if (isRaggedAllToAll(op)) this.#collective(op, 'MPIAlltoall', 'flattened_ids');
    // JAX writes these, of which compilers make nothing.
    else if (op instanceof ConvertOp && op.isIdentity) this.#bind(op.results, operands);
    else this.#compute(op);
  }

  #barrier(op: OptimizationBarrierOp, operands: readonly PerDevice[]): void {
    this.#bind(op.results, operands);
    if (!op.results.some((result) => result.hasUses)) return;
    for (const parts of operands) if (parts !== null) this.#builder.awaits(parts);
  }

  /** What it starts takes the time; its future is the result. */
  #start(op: Operation & { readonly body: Region }, operands: readonly PerDevice[]): void {
    this.#bind(op.body.entry.arguments, operands);
    this.#bindStarted(op, this.#block(op.body.entry));
  }

  /** Binds the results of an operation, or its future, to what was started. */
  #bindStarted({ results }: Operation, parts: readonly PerDevice[]): void {
    this.#bind(results, parts);
    if (results.length === 1 && parts.length > 1) this.#started.set(results[0], parts);
  }

  #call(op: CallOp, operands: readonly PerDevice[]): void {
    this.#inlined.inline(op, this.#builder.opCount, ({ entry }) => {
      const outside = this.#scalars;
      this.#scalars = new ScalarFrame().set(
        entry.arguments,
        op.operandValues().map((value) => outside.evaluate(value)),
      );
      this.#bind(entry.arguments, operands);
      this.#bind(op.results, this.#block(entry));
      this.#scalars = outside;
    });
  }

  #loop(op: WhileOp, operands: readonly PerDevice[]): void {
    let carried = operands;
    const outside = this.#scalars;
    const trips = tripCount(op, outside) ?? UNKNOWN_TRIPS;
    this.#scalars = bodyFrame(op, outside, trips);
    const iterations = new LoopIterations(this.#builder);
    for (let trip = 0; trip < trips; trip += 1) {
      iterations.begin(carried);
      this.#bind(op.cond.entry.arguments, carried);
      this.#block(op.cond.entry);
      this.#bind(op.body.entry.arguments, carried);
      carried = this.#block(op.body.entry);
      const left = iterations.isRepeating(carried) ? trips - trip - 1 : 0;
      if (this.#builder.opCount + left * iterations.operations > MOST_OPERATIONS)
        throw new CostError(
          op,
          `runs ${trips} times: more than ${MOST_OPERATIONS.toLocaleString('en')} operations of all devices can't be simulated; simulate fewer iterations, or fewer devices`,
        );
      if (left === 0) continue;
      carried = iterations.repeat(carried, left);
      break;
    }
    this.#scalars = outside;
    this.#bind(op.results, carried);
  }

  /**
   * Adds a collective for each group of devices. Of several operands, the flat operation has all devices' tensors of the
   * first, then those of the second, and results in the same order.
   */
  #collective(
    op: Parameters<typeof groupsByDevice>[0],
    kind: OpKind,
    strategy: Parameters<typeof groupsByDevice>[1],
  ): void {
    const moved = op.results.flatMap((result, i) => {
      const [operand, type] = [this.#of(op.operandValues()[i]), this.#typeOf(result.type, op)];
      return operand === null || type === null ? [] : [{ result, operand, type, parts: [...operand] }];
    });
    if (moved.length === 0) return;
    const groups = this.#groupsOf(op, strategy);
    const first = this.#builder.opCount;
    if (this.#isRepresentative && groups.length > 0) {
      this.#begin(
        kind,
        moved.map(({ operand }) => operand[0]),
        op,
      );
      this.#builder.collective({ groups, index: null, first });
      for (const { type, parts } of moved) parts[0] = this.#builder.result(type, this.#first);
    }
    for (const [index, members] of this.#isRepresentative ? [] : groups.entries()) {
      const group = members.map((device) => device - this.#first);
      this.#begin(
        kind,
        moved.flatMap(({ operand }) => group.map((device) => operand[device])),
        op,
      );
      if (groups.length > 1) this.#builder.collective({ groups, index, first });
      for (const { type, parts } of moved)
        for (const device of group) parts[device] = this.#builder.result(type, this.#first + device);
    }
    for (const { result, parts } of moved) this.#values.set(result, parts);
  }

  /** Whether one device stands for several. */
  get #isRepresentative(): boolean {
    return this.#flattened.length < this.#machine.devices.length;
  }

  /** The groups of a collective that have several devices, which each iteration of a loop asks for. */
  #groupsOf(
    op: Parameters<typeof groupsByDevice>[0],
    strategy: Parameters<typeof groupsByDevice>[1],
  ): readonly DeviceGroup[] {
    let groups = this.#groups.get(op);
    if (groups === undefined) {
      const byDevice = new Set(groupsByDevice(op, strategy, this.#machine));
      groups = [...byDevice].flatMap((group) =>
        group === null || group.length < 2 ? [] : [group.map((device) => this.#first + device)],
      );
      this.#groups.set(op, groups);
    }
    return groups;
  }

  /** All pairs at once: operand `i` of the flat operation becomes its result `i`. */
  #permute(op: CollectivePermuteOp): void {
    const operand = this.#of(op.operand);
    const type = this.#typeOf(op.result.type, op);
    if (operand === null || type === null) return;
    const parts = [...operand];
    const ids = op.sourceTargetPairs.integers().map(Number);
    const sources: number[] = [];
    const targets: number[] = [];
    if (this.#isRepresentative) {
      this.#permuteOfOne(op, ids, operand[0], type);
      return;
    }
    for (let i = 0; i < ids.length; i += 2) {
      const [source, target] = [ids[i], ids[i + 1]];
      if (source === target || Math.max(source, target) >= parts.length) continue;
      sources.push(operand[source]);
      targets.push(target);
    }
    if (sources.length > 0) this.#begin('CollectivePermute', sources, op);
    for (const target of targets) parts[target] = this.#builder.result(type, this.#first + target);
    this.#values.set(op.result, parts);
  }

  /** As the representative sends and receives, in the time of the slowest pair. */
  #permuteOfOne(op: CollectivePermuteOp, ids: readonly number[], operand: number, type: number): void {
    const pairs: PermutedPair[] = [];
    for (let i = 0; i < ids.length; i += 2)
      if (ids[i] !== ids[i + 1]) pairs.push({ from: this.#first + ids[i], to: this.#first + ids[i + 1] });
    if (pairs.length === 0) {
      this.#values.set(op.result, [operand]);
      return;
    }
    this.#begin('CollectivePermute', [operand], op);
    this.#builder.permutes(pairs);
    this.#values.set(op.result, [this.#builder.result(type, this.#first)]);
  }

  #compute(op: Operation): void {
    // Operations with a declaration are made by such a class; any other is not found.
    const kind = free.get(op.constructor as unknown as AnyOpClass) ?? 'Composite';
    const operands = op.operandValues().map((value) => this.#of(value));
    const types = op.results.map(({ type }) => this.#typeOf(type, op));
    const full = kind === 'Composite' ? operationCost(op, this.#context, this.#scalars) : null;
    const cost = full === null || this.#attention === null ? full : costOfPassing(op, full, this.#attention);
    const results = types.map((type): number[] | null => (type === null ? null : []));
    // An operation with only tokens keeps an order that the program has anyway, and takes no time.
    if (operands.every((operand) => operand === null) && results.every((result) => result === null)) return;
    const isUpdate = memoryRole(op, this.#context) === 'update';
    // The elements of a reshape are in the same order as its operand's.
    const isAligned = kind === 'Reshape' || isElementwise(op, this.#context);
    // A reshape has no kernel, and kernels read through it.
    const role = kind === 'Reshape' ? 'loop' : fusionRole(op, this.#context);
    for (const device of this.#flattened) {
      this.#builder.begin(kindNumber(kind));
      operands.forEach((operand, i) => {
        if (operand !== null)
          this.#builder.operand(operand[device], isAligned || (isUpdate && i === 0), cost?.reads[i] ?? null);
      });
      this.#builder.fusion(role);
      this.#builder.label(this.#labelOf(op));
      this.#source(op);
      if (cost !== null) this.#builder.cost(cost);
      types.forEach((type, i) => {
        if (type !== null) results[i]!.push(this.#builder.result(type, this.#first + device));
      });
    }
    this.#bind(op.results, results);
  }

  #fused({ main, pass, operands, results, ...cost }: AttentionKernel): void {
    const values = results.map((): number[] => []);
    for (const device of this.#flattened) {
      this.#builder.begin(kindNumber('Composite'));
      for (const [value, reads] of operands) {
        const parts = this.#of(value);
        if (parts !== null) this.#builder.operand(parts[device], false, reads);
      }
      this.#builder.label(`attention${pass === 'forward' ? '' : ' backward'}${placeOf(main)}`);
      this.#source(main);
      this.#builder.cost({ ...cost, traffic: null, launches: 1 });
      results.forEach((result, i) => {
        const type = this.#typeOf(result.type, main);
        if (type !== null) values[i].push(this.#builder.result(type, this.#first + device));
      });
    }
    this.#bind(results, values);
  }

  #source(op: Operation): void {
    this.#builder.source(this.#attention?.origins.get(op) ?? op);
  }

  /** Each device, and each iteration of a loop, asks for it. */
  #labelOf(op: Operation): string {
    let label = this.#labels.get(op);
    if (label === undefined) this.#labels.set(op, (label = operationLabel(op)));
    return label;
  }

  /** Begins a collective. */
  #begin(kind: OpKind, operands: readonly number[], op: Operation): void {
    this.#builder.begin(kindNumber(kind));
    const widening = wideningOf(op, this.#target);
    if (widening !== 1) this.#builder.widened(widening);
    for (const operand of operands) this.#builder.operand(operand);
    this.#builder.label(this.#labelOf(op));
    this.#source(op);
  }

  /** The number of a type; `null` for other types than tensors. */
  #typeOf(type: Type, op: Operation): number | null {
    if (!(type instanceof RankedTensorType)) return null;
    if (type.shape.includes(DYNAMIC)) throw new CostError(op, `the shape of '${String(type)}' is not known`);
    return this.#builder.types.of(type.shape, elementByteWidth(type.elementType) ?? 1);
  }
}

/** `dot_general at train.py:31`: the operation and its innermost location in the user's program. */
export function operationLabel(op: Operation): string {
  const own = fusionName(op) ?? op.name.slice(op.name.indexOf('.') + 1);
  const isCombined = op.results.length > 1 && collectiveName(op.name) !== null;
  const name = isCombined ? `${own} of ${op.results.length} tensors` : own;
  return `${name}${placeOf(op)}`;
}

/** ` at train.py:31`, where that is known. */
function placeOf(op: Operation): string {
  const position = positionOf(op.location);
  return position === null
    ? ''
    : ` at ${position.file.slice(position.file.lastIndexOf('/') + 1)}:${position.line}`;
}

/** The name of a fusion without the number of its instruction: `add_multiply_fusion`. */
function fusionName(op: Operation): string | null {
  const name = isFusionCall(op) ? op.getAttr(hloAttributes.name) : null;
  return name instanceof StringAttr ? name.value.replace(/(\.\d+)+$/, '') : null;
}

function longest(regions: readonly Region[]): Block {
  const count = (region: Region): number => [...region.entry].length;
  return regions.reduce((most, region) => (count(region) > count(most) ? region : most)).entry;
}
