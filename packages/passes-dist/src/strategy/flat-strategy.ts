import { FlatBuilder, type FlatProgram, kindNumber, NONE } from '@shardform/runtime-dist';
import type { ModelOp, SequentialModel } from '../model/sequential-model.ts';
import type { Timestep } from '../schedule/stage-graph.ts';
import type { Degrees } from './degrees.ts';
import { distributeFromHost, type PlacedInputs } from './from-host.ts';
import { lookUp, zip } from '@shardform/ir-core';

/** Options of the generated program beside the model's operations. */
export interface FlatStrategyOptions {
  /** Replicas don't exchange what they have computed of the batch, such as losses. */
  readonly skipAllGathers?: boolean;
  /** One update of all weights per device at the end. */
  readonly update?: boolean;
  /**
   * Inputs are on device 0, and the program distributes them, as DistIR's results of March 2021 have it; by default
   * they are where they are needed. Gradients are then added up among the shards of a replica if there are shards,
   * not among replicas: an error that all of those results share.
   */
  readonly fromHost?: boolean;
}

/** Why a strategy can't be applied to a model. */
export class StrategyError extends Error {
  override readonly name = 'StrategyError';
}

/**
 * Returns the program of a model on `data * horizontal * pipeline` devices, numbered from 1: replica `i`, shard `j` and
 * stage `k` are on device `1 + (i * horizontal + j) * pipeline + k`. Inputs are where they are needed. Operations are
 * in the order of DistIR's `mlp_dhp_transform`, so that simulated times are the same to the last bit.
 *
 * @param schedule one for a replica; stages are the model's.
 * @throws StrategyError when dimensions can't be divided.
 */
export function flatStrategy(
  model: SequentialModel,
  degrees: Degrees,
  schedule: readonly Timestep[],
  options: FlatStrategyOptions = {},
): FlatProgram {
  return new FlatStrategy(model, degrees, options).build(schedule);
}

/** The end of a replica. */
interface Epilogue {
  /** Values by result of the model, then by shard. */
  readonly outputs: ReadonlyMap<number, number[]>;
}

class FlatStrategy {
  readonly #model: SequentialModel;
  readonly #degrees: Degrees;
  readonly #options: FlatStrategyOptions;
  readonly #builder = new FlatBuilder();
  readonly #opsOfStage: ModelOp[][];
  readonly #firstResult = new Map<ModelOp, number>();
  readonly #valueCount: number;
  /** Devices of the pipeline that use a value. */
  readonly #users: number[][];
  /** By stage, the values that other stages use or that are results. */
  readonly #stageOutputs: number[][];
  readonly #resultTypes = new Map<ModelOp, readonly number[]>();
  readonly #kinds = new Map<ModelOp, number>();
  /** Values of inputs by replica, shard, input, device of the pipeline, microbatch. */
  readonly #inputs: PlacedInputs[] = [];
  readonly #concatTypes = new Map<number, number>();

  constructor(model: SequentialModel, degrees: Degrees, options: FlatStrategyOptions) {
    this.#model = model;
    this.#degrees = degrees;
    this.#options = options;
    this.#opsOfStage = model.stages.map(() => []);
    const users: Set<number>[] = model.inputs.map(() => new Set());
    const isUsedElsewhere: boolean[] = model.inputs.map(() => false);
    const stageOfValue: number[] = model.inputs.map(() => NONE);
    let values = model.inputs.length;
    for (const op of model.ops) {
      this.#opsOfStage[op.stage]!.push(op);
      this.#firstResult.set(op, values);
      this.#kinds.set(op, kindNumber(op.kind));
      for (const value of op.operands) {
        users[value]!.add(model.stages[op.stage]!.device);
        if (stageOfValue[value] !== op.stage) isUsedElsewhere[value] = true;
      }
      for (const { fold } of op.results) {
        users.push(new Set());
        isUsedElsewhere.push(fold !== null);
        stageOfValue.push(op.stage);
        values += 1;
      }
    }
    for (const op of model.late ?? []) {
      this.#firstResult.set(op, values);
      this.#kinds.set(op, kindNumber(op.kind));
      for (const value of op.operands)
        if (value < model.inputs.length) users[value]!.add(model.stages[op.stage]!.device);
      values += op.results.length;
    }
    // Weights are updated where their gradients are.
    for (const op of model.ops)
      for (const { gradientOf } of op.results)
        if (gradientOf !== null) users[gradientOf]!.add(model.stages[op.stage]!.device);
    // Nobody may use an argument: it is there nevertheless.
    users.slice(0, model.inputs.length).forEach((own) => own.size === 0 && own.add(0));
    this.#valueCount = values;
    this.#users = users.map((set) => [...set]);
    this.#stageOutputs = model.stages.map((_, stage) =>
      stageOfValue.flatMap((own, value) => (own === stage && isUsedElsewhere[value] === true ? [value] : [])),
    );
  }

  build(schedule: readonly Timestep[]): FlatProgram {
    const { data } = this.#degrees;
    if (this.#options.fromHost === true) this.#distribute();
    else for (let replica = 0; replica < data; replica += 1) this.#addInputs(replica);
    const epilogues: Epilogue[] = [];
    for (let replica = 0; replica < data; replica += 1) epilogues.push(this.#runReplica(replica, schedule));
    this.#builder.stage = NONE;
    this.#builder.microbatch = NONE;
    const outputs = data > 1 ? this.#exchange(epilogues) : epilogues.map(({ outputs: own }) => own);
    if (this.#options.update === true) {
      if (this.#model.late === undefined) this.#update(outputs);
      else this.#finish(this.#model.late, outputs);
    }
    return this.#builder.build();
  }

  #device(replica: number, shard: number, stageDevice: number): number {
    const { horizontal, pipeline } = this.#degrees;
    return 1 + (replica * horizontal + shard) * pipeline + stageDevice;
  }

  /** Input by input, so that what does not divide is refused first. */
  #distribute(): void {
    this.#model.inputs.forEach((_, i) => this.#localShape(i));
    const device = (replica: number, shard: number): number => this.#device(replica, shard, 0);
    this.#inputs.push(...distributeFromHost(this.#model, this.#degrees, this.#builder, device));
  }

  /** Sends an input to where an operation needs it, if it is not there. */
  #bringInput(value: number, replica: number, shard: number, at: number, microbatch: number): void {
    const places = this.#inputs[replica]![shard]![value]!;
    if (places[at]?.[microbatch] !== undefined) return;
    const source = places[0]![microbatch]!;
    const { isBatch } = this.#model.inputs[value]!;
    const device = this.#device(replica, shard, at);
    const sent = this.#builder.op('Send', [source], this.#builder.typeOf(source), device);
    const own = (places[at] ??= []);
    if (isBatch) own[microbatch] = sent;
    else own.push(...new Array<number>(this.#degrees.microbatches).fill(sent));
  }

  #addInputs(replica: number): void {
    const { horizontal, pipeline, microbatches } = this.#degrees;
    const shards: PlacedInputs = [];
    for (let shard = 0; shard < horizontal; shard += 1) {
      shards.push(
        this.#model.inputs.map((input, i) => {
          const type = this.#builder.types.of(this.#localShape(i), input.elementBytes);
          const places: number[][] = [];
          const devices = pipeline === 1 ? [0] : input.isBatch && i === 0 ? [0] : this.#users[i]!;
          for (const at of devices) {
            const device = this.#device(replica, shard, at);
            const count = input.isBatch ? microbatches : 1;
            const values = Array.from({ length: count }, () => this.#builder.input(type, device));
            places[at] = count === 1 ? new Array<number>(microbatches).fill(values[0]!) : values;
          }
          return places;
        }),
      );
    }
    this.#inputs.push(shards);
  }

  #localShape(index: number): number[] {
    const { name, shape, isBatch, shardAxis } = this.#model.inputs[index]!;
    const { data, horizontal, microbatches } = this.#degrees;
    const local = [...shape];
    const divide = (axis: number, parts: number): void => {
      const size = local[axis]!;
      if (size % parts !== 0) {
        throw new StrategyError(
          `can't divide dimension ${axis} of '${name}', of size ${size}, into ${parts} equal parts`,
        );
      }
      local[axis] = size / parts;
    };
    if (isBatch) divide(0, data * microbatches);
    if (shardAxis !== null) divide(shardAxis, horizontal);
    return local;
  }

  #runReplica(replica: number, schedule: readonly Timestep[]): Epilogue {
    const { horizontal, pipeline, microbatches } = this.#degrees;
    const { stages } = this.#model;
    const home = new Int32Array(horizontal * microbatches * this.#valueCount).fill(NONE);
    const forwarded = new Map<number, number>();
    const folded = new Map<number, number[]>();
    const builder = this.#builder;
    const inputCount = this.#model.inputs.length;
    const isFromHost = this.#options.fromHost === true;
    const slot = (shard: number, microbatch: number, value: number): number =>
      (shard * microbatches + microbatch) * this.#valueCount + value;
    const valueAt = (shard: number, at: number, microbatch: number, value: number): number => {
      if (value < inputCount) return this.#inputs[replica]![shard]![value]![at]![microbatch]!;
      const place = slot(shard, microbatch, value);
      if (pipeline > 1) {
        const sent = forwarded.get(place * pipeline + at);
        if (sent !== undefined) return sent;
      }
      return home[place]!;
    };
    for (const items of schedule) {
      for (const { stage, microbatch } of items) {
        const at = stages[stage]!.device;
        builder.stage = stage;
        builder.microbatch = microbatch;
        for (const op of this.#opsOfStage[stage]!) {
          const first = lookUp(this.#firstResult, op);
          for (let shard = 0; shard < horizontal; shard += 1) {
            if (isFromHost) {
              for (const value of op.operands) {
                if (value < inputCount) this.#bringInput(value, replica, shard, at, microbatch);
              }
            }
            builder.begin(lookUp(this.#kinds, op));
            op.operands.forEach((value, i) =>
              builder.operand(valueAt(shard, at, microbatch, value), false, op.cost?.reads[i] ?? null),
            );
            this.#describe(op);
            const types = this.#typesOf(op, (i) =>
              builder.typeOf(valueAt(shard, at, microbatch, op.operands[i]!)),
            );
            const device = this.#device(replica, shard, at);
            for (let i = 0; i < types.length; i += 1) {
              home[slot(shard, microbatch, first + i)] = builder.result(types[i]!, device);
            }
          }
          for (let i = 0; i < op.results.length; i += 1) {
            const result = op.results[i]!;
            const { gatherAxis = null } = result;
            const place = slot(0, microbatch, first + i);
            if (result.isPartial && horizontal > 1)
              this.#amongShards(home, place, (parts) => this.#allReduce(parts));
            if (gatherAxis !== null && horizontal > 1)
              this.#amongShards(home, place, (parts) => this.#allGather(parts, gatherAxis));
            if (result.fold === null) continue;
            for (let shard = 0; shard < horizontal; shard += 1) {
              this.#fold(folded, shard, first + i, home[slot(shard, microbatch, first + i)]!, result.fold);
            }
          }
        }
      }
      if (pipeline > 1) {
        for (const { stage, microbatch } of items) {
          const own = stages[stage]!.device;
          builder.stage = stage;
          builder.microbatch = microbatch;
          for (let shard = 0; shard < horizontal; shard += 1) {
            for (const value of this.#stageOutputs[stage]!) {
              const place = slot(shard, microbatch, value);
              for (const at of this.#users[value]!) {
                if (at === own) continue;
                const source = home[place]!;
                const sent = builder.op(
                  'Send',
                  [source],
                  builder.typeOf(source),
                  this.#device(replica, shard, at),
                );
                forwarded.set(place * pipeline + at, sent);
              }
            }
          }
        }
      }
    }
    return { outputs: folded };
  }

  #typesOf(op: ModelOp, operandType: (index: number) => number): readonly number[] {
    const known = this.#resultTypes.get(op);
    if (known !== undefined) return known;
    const { types } = this.#builder;
    const shapes = op.operands.map((_, i) => types.get(operandType(i)).shape);
    const numbers = zip(op.infer(shapes), op.results).map(([shape, result]) => {
      const { elementBytes = this.#model.elementBytes, isKnown } = result;
      return types.of(shape, elementBytes, isKnown);
    });
    this.#resultTypes.set(op, numbers);
    return numbers;
  }

  /** @param first where the value of shard 0 is; those of the others follow at equal distances. */
  #amongShards(home: Int32Array, first: number, combine: (parts: readonly number[]) => number[]): void {
    const { horizontal, microbatches } = this.#degrees;
    const distance = microbatches * this.#valueCount;
    const parts = Array.from({ length: horizontal }, (_, shard) => home[first + shard * distance]!);
    combine(parts).forEach((value, shard) => (home[first + shard * distance] = value));
  }

  #allReduce(parts: readonly number[]): number[] {
    const builder = this.#builder;
    builder.begin(kindNumber('MPIAllreduce'));
    for (const part of parts) builder.operand(part);
    return parts.map((part) => builder.result(builder.typeOf(part), builder.deviceOf(part)));
  }

  #fold(
    folded: Map<number, number[]>,
    shard: number,
    value: number,
    part: number,
    fold: 'sum' | 'concat',
  ): void {
    const builder = this.#builder;
    const device = builder.deviceOf(part);
    const byShard = folded.get(value) ?? [];
    folded.set(value, byShard);
    const before = byShard[shard];
    const type = builder.typeOf(part);
    if (before === undefined) {
      byShard[shard] = this.#degrees.microbatches > 1 ? builder.op('Identity', [part], type, device) : part;
    } else if (fold === 'sum') {
      byShard[shard] = builder.op('Add', [before, part], type, device);
    } else {
      byShard[shard] = builder.op(
        'Concat',
        [before, part],
        this.#concatType(builder.typeOf(before), type),
        device,
      );
    }
  }

  #concatType(before: number, part: number): number {
    const key = before * 65536 + part;
    const known = this.#concatTypes.get(key);
    if (known !== undefined) return known;
    const { types } = this.#builder;
    const [a, b] = [types.get(before), types.get(part)];
    const type = types.of([a.shape[0]! + b.shape[0]!, ...a.shape.slice(1)], a.elementBytes);
    this.#concatTypes.set(key, type);
    return type;
  }

  /** Sums gradients over replicas, and gives each replica the others' rows. */
  #exchange(epilogues: readonly Epilogue[]): ReadonlyMap<number, number[]>[] {
    const { horizontal, data } = this.#degrees;
    const reduced = epilogues.map(() => new Map<number, number[]>());
    for (const op of this.#model.ops) {
      for (const [i, { fold }] of op.results.entries()) {
        if (fold === null) continue;
        const value = this.#firstResult.get(op)! + i;
        if (fold === 'sum' && this.#options.fromHost === true && horizontal > 1) {
          epilogues.forEach(({ outputs }, replica) => {
            reduced[replica]!.set(value, this.#allReduce(lookUp(outputs, value)));
          });
          continue;
        }
        for (let shard = 0; shard < horizontal; shard += 1) {
          const parts = epilogues.map(({ outputs }) => lookUp(outputs, value)[shard]!);
          let whole: readonly number[] = parts;
          if (fold === 'sum') whole = this.#allReduce(parts);
          else if (this.#options.skipAllGathers !== true) whole = this.#allGather(parts);
          for (let replica = 0; replica < data; replica += 1) {
            const own = reduced[replica]!.get(value) ?? [];
            own[shard] = whole[replica]!;
            reduced[replica]!.set(value, own);
          }
        }
      }
    }
    return reduced;
  }

  #allGather(parts: readonly number[], axis = 0): number[] {
    const builder = this.#builder;
    const { shape, elementBytes } = builder.types.get(builder.typeOf(parts[0]!));
    const whole = shape.map((size, dim) => (dim === axis ? size * parts.length : size));
    const type = builder.types.of(whole, elementBytes);
    builder.begin(kindNumber('MPIAllgather'));
    for (const part of parts) builder.operand(part);
    return parts.map((part) => builder.result(type, builder.deviceOf(part)));
  }

  /** Records the cost, fusion and label of an operation. */
  #describe({ flops, cost, fusion, label }: ModelOp): void {
    if (cost !== undefined) this.#builder.cost(cost);
    else if (flops !== undefined) this.#builder.flops(flops);
    if (fusion !== undefined) this.#builder.fusion(fusion);
    if (label !== undefined) this.#builder.label(label);
  }

  /**
   * Adds the operations of replicas after the last microbatch, such as updates of weights, on the devices of stages.
   */
  #finish(late: readonly ModelOp[], outputs: readonly ReadonlyMap<number, number[]>[]): void {
    const { horizontal } = this.#degrees;
    const builder = this.#builder;
    for (const [replica, [own, ownInput]] of zip(outputs, this.#inputs).entries()) {
      // By shard, then by value and device of the pipeline.
      const known = Array.from({ length: horizontal }, () => new Map<number, number[]>());
      const find = (shard: number, value: number): number => {
        if (value < this.#model.inputs.length)
          return ownInput[shard]![value]!.find(
            (values: readonly number[] | undefined) => values !== undefined,
          )![0]!;
        return lookUp(own, value)[shard]!;
      };
      const valueAt = (shard: number, value: number, at: number): number => {
        const places = known[shard]!.get(value) ?? [];
        known[shard]!.set(value, places);
        const input = ownInput[shard]![value]?.[at]?.[0];
        if (input !== undefined) return input;
        if (places[at] !== undefined) return places[at];
        const source = places.find((place: number | undefined) => place !== undefined) ?? find(shard, value);
        const device = this.#device(replica, shard, at);
        const isThere = builder.deviceOf(source) === device;
        places[at] = isThere ? source : builder.op('Send', [source], builder.typeOf(source), device);
        return places[at];
      };
      for (const op of late) {
        const { device: at } = this.#model.stages[op.stage]!;
        const first = lookUp(this.#firstResult, op);
        for (let shard = 0; shard < horizontal; shard += 1) {
          const operands = op.operands.map((value) => valueAt(shard, value, at));
          builder.begin(lookUp(this.#kinds, op));
          operands.forEach((value, i) => builder.operand(value, false, op.cost?.reads[i] ?? null));
          this.#describe(op);
          this.#typesOf(op, (i) => builder.typeOf(operands[i]!)).forEach((type, i) => {
            const places: number[] = [];
            places[at] = builder.result(type, this.#device(replica, shard, at));
            known[shard]!.set(first + i, places);
          });
        }
        op.results.forEach(({ isPartial, gatherAxis = null }, i) => {
          if (horizontal === 1 || (!isPartial && gatherAxis === null)) return;
          const parts = known.map((values) => lookUp(values, first + i)[at]!);
          const summed = isPartial ? this.#allReduce(parts) : parts;
          const whole = gatherAxis === null ? summed : this.#allGather(summed, gatherAxis);
          whole.forEach((value, shard) => (known[shard]!.get(first + i)![at] = value));
        });
      }
    }
  }

  #update(outputs: readonly ReadonlyMap<number, number[]>[]): void {
    const { horizontal } = this.#degrees;
    const builder = this.#builder;
    for (const [own, input] of zip(outputs, this.#inputs)) {
      for (let shard = 0; shard < horizontal; shard += 1) {
        const pairs = new Map<number, [weight: number, gradient: number][]>();
        for (const op of this.#model.ops) {
          for (const [i, { gradientOf }] of op.results.entries()) {
            if (gradientOf === null) continue;
            const gradient = lookUp(own, this.#firstResult.get(op)! + i)[shard]!;
            const { device: at } = this.#model.stages[op.stage]!;
            const weight = input[shard]![gradientOf]![at]![0]!;
            const device = builder.deviceOf(gradient);
            const list = pairs.get(device) ?? [];
            list.unshift([weight, gradient]);
            pairs.set(device, list);
          }
        }
        for (const [device, list] of [...pairs].sort(([a], [b]) => a - b)) {
          builder.begin(kindNumber('SGDOptimizer'));
          for (const [weight] of list) builder.operand(weight);
          for (const [, gradient] of list) builder.operand(gradient);
          for (const [weight] of list) builder.result(builder.typeOf(weight), device);
        }
      }
    }
  }
}
