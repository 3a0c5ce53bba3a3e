import { arithmetics } from '@shardform/cost-model';
import type { Operation } from '@shardform/ir-core';
import { FlatBuilder, type FlatProgram, fusionRoles, NONE, sourceOf } from './flat-program.ts';
import { kindNumber, opClass, opKinds } from './op-kind.ts';

const GATHER = kindNumber('MPIAllgather');
const REDUCE = [kindNumber('MPIReduceScatter'), kindNumber('MPIAllreduce')];
const communicates: readonly boolean[] = opKinds.map((kind) => opClass(kind) === 'communicate');

/**
 * Combines collectives of one kind among the same devices that follow each other, each of another operation, into one, and orders
 * operations so that computation hides them: weights are gathered together while the layer before computes, sums wait for the last
 * of them, and who uses a sum does so as late as possible. Frameworks do that with the weights and gradients of layers, and XLA's
 * scheduler with all collectives. Of a program of one device that stands for all.
 */
export function combineCollectives(program: FlatProgram): FlatProgram {
  const uses = new FirstUses(program);
  const groups = groupsOf(program, uses);
  return groups.length === 0 ? program : new Combining(program, stepsOf(program, uses, groups)).run();
}

/** The operations in their new order: groups are one. */
function stepsOf(program: FlatProgram, uses: FirstUses, groups: readonly Group[]): readonly Group[] {
  const { opCount } = program;
  const place = Float64Array.from({ length: opCount }, (_, op) => op);
  let previous: number | null = null;
  for (const group of groups) {
    const [first] = group;
    const isGather = program.opKind[first] === GATHER;
    const own = isGather ? first : group.at(-1)!;
    for (const op of group) place[op] = own;
    if (!isGather) continue;
    // Between the operation and the next.
    if (previous !== null && uses.areReadyBefore(group, previous))
      for (const op of group) place[op] = previous + 0.5;
    previous = first;
  }
  delayUsersOfSums(program, uses, place);
  const inGroup = new Map(groups.flatMap((group) => group.map((op) => [op, group] as const)));
  const steps = Array.from({ length: opCount }, (_, op) => op).sort((a, b) => place[a] - place[b] || a - b);
  return steps.flatMap((op) => {
    const group = inGroup.get(op);
    if (group === undefined) return [[op]];
    return group[0] === op ? [group] : [];
  });
}

/** Places operations that depend on sums just before their first user. */
function delayUsersOfSums(program: FlatProgram, uses: FirstUses, place: Float64Array): void {
  const { opCount, opKind, operandStart, operands, resultStart } = program;
  const isLate = new Uint8Array(opCount);
  for (let op = 0; op < opCount; op += 1) {
    if (communicates[opKind[op]]) continue;
    for (let i = operandStart[op]; i < operandStart[op + 1]; i += 1) {
      const maker = uses.makerOf(operands[i]);
      if (maker !== NONE && (isLate[maker] === 1 || REDUCE.includes(opKind[maker]))) isLate[op] = 1;
    }
  }
  // By value, the place of the first that uses it.
  const needed = new Float64Array(program.valueCount).fill(opCount);
  for (let op = opCount - 1; op >= 0; op -= 1) {
    if (isLate[op] === 1) {
      let first = opCount;
      for (let value = resultStart[op]; value < resultStart[op + 1]; value += 1)
        first = Math.min(first, needed[value]);
      place[op] = Math.max(place[op], first - 0.25);
    }
    for (let i = operandStart[op]; i < operandStart[op + 1]; i += 1)
      needed[operands[i]] = Math.min(needed[operands[i]], place[op]);
  }
}

/** Collectives that become one, in the order of the program. */
type Group = readonly number[];

function groupsOf(program: FlatProgram, uses: FirstUses): readonly Group[] {
  const { opCount, opKind } = program;
  const groups: Group[] = [];
  let open: number[] = [];
  const close = (): void => {
    if (open.length > 0) groups.push(open);
    open = [];
  };
  for (let op = 0; op < opCount; op += 1) {
    if (!communicates[opKind[op]]) continue;
    if (!canJoin(program, uses, open, op)) close();
    if (program.opCollective.get(op)?.index === null) open.push(op);
    else close();
  }
  close();
  return groups;
}

/** Whether a collective can be one with those before it. */
function canJoin(program: FlatProgram, uses: FirstUses, group: Group, op: number): boolean {
  if (group.length === 0) return true;
  const [first] = group;
  const { opKind, opCollective } = program;
  const [one, other] = [opCollective.get(first), opCollective.get(op)];
  if (opKind[op] !== opKind[first] || other === undefined || !isSame(one!.groups, other.groups)) return false;
  const source = sourceOf(program, op);
  if (group.some((own) => sourceOf(program, own) === source)) return false;
  if (opKind[op] === GATHER) return uses.areReadyBefore([op], first);
  return REDUCE.includes(opKind[op]) && group.every((own) => uses.firstOf(own) > op);
}

function isSame(one: readonly (readonly number[])[], other: readonly (readonly number[])[]): boolean {
  if (one === other) return true;
  // Groups of one size that begin alike are the same along an axis; all are compared.
  return (
    one.length === other.length &&
    one.every((group, i) => group.length === other[i].length && group.every((own, k) => own === other[i][k]))
  );
}

/** The operation that makes each value, and the first that uses it. */
class FirstUses {
  readonly #producer: Int32Array;
  readonly #program: FlatProgram;
  readonly #first: Int32Array;

  constructor(program: FlatProgram) {
    const { opCount, valueCount, operandStart, operands, resultStart } = program;
    this.#program = program;
    this.#producer = new Int32Array(valueCount).fill(NONE);
    this.#first = new Int32Array(valueCount).fill(opCount);
    for (let op = opCount - 1; op >= 0; op -= 1) {
      this.#producer.fill(op, resultStart[op], resultStart[op + 1]);
      for (let i = operandStart[op]; i < operandStart[op + 1]; i += 1) this.#first[operands[i]] = op;
    }
  }

  /** Whether all operands of a group are there before an operation. */
  areReadyBefore(group: Group, before: number): boolean {
    const { operandStart, operands } = this.#program;
    return group.every((op) => {
      for (let i = operandStart[op]; i < operandStart[op + 1]; i += 1)
        if (this.#producer[operands[i]] >= before) return false;
      return true;
    });
  }

  /** The operation that makes a value; {@link NONE} for an input. */
  makerOf(value: number): number {
    return this.#producer[value];
  }

  /** The first operation that uses a result. */
  firstOf(op: number): number {
    const { resultStart, opCount } = this.#program;
    let first = opCount;
    for (let value = resultStart[op]; value < resultStart[op + 1]; value += 1)
      first = Math.min(first, this.#first[value]);
    return first;
  }
}

/** Writes a program with its groups of collectives. */
class Combining {
  readonly #program: FlatProgram;
  readonly #builder = new FlatBuilder();
  readonly #numbers: Int32Array;
  readonly #steps: readonly Group[];

  constructor(program: FlatProgram, steps: readonly Group[]) {
    this.#program = program;
    this.#steps = steps;
    this.#numbers = new Int32Array(program.valueCount).fill(NONE);
  }

  run(): FlatProgram {
    const { deviceBound, inputCount, outputs, types, valueDevice, valueType } = this.#program;
    const builder = this.#builder;
    builder.devices(deviceBound);
    const typeNumbers = types.list.map(({ shape, elementBytes, isKnown }) =>
      builder.types.of(shape, elementBytes, isKnown),
    );
    for (let value = 0; value < inputCount; value += 1)
      this.#numbers[value] = builder.input(typeNumbers[valueType[value]], valueDevice[value]);
    for (const group of this.#steps) this.#write(group, typeNumbers);
    if (outputs !== null)
      builder.returns(outputs.map(({ value, donated }) => ({ value: this.#numbers[value], donated })));
    return builder.build();
  }

  #write(group: Group, typeNumbers: readonly number[]): void {
    const { opKind, opStage, opMicrobatch, opFusion, opLabel, labels, operandStart, operands } =
      this.#program;
    const { operandReads, operandShares, resultStart, valueDevice, valueType } = this.#program;
    const builder = this.#builder;
    const [op] = group;
    builder.stage = opStage[op];
    builder.microbatch = opMicrobatch[op];
    builder.begin(opKind[op]);
    for (const own of group)
      for (let i = operandStart[own]; i < operandStart[own + 1]; i += 1)
        builder.operand(this.#numbers[operands[i]], operandShares[i] === 1, operandReads.get(i) ?? null);
    builder.fusion(fusionRoles[opFusion[op]]);
    if (opLabel[op] !== NONE) builder.label(labels[opLabel[op]]);
    const source: Operation | null = sourceOf(this.#program, op);
    if (source !== null) builder.source(source);
    this.#costs(op);
    for (const own of group)
      for (let value = resultStart[own]; value < resultStart[own + 1]; value += 1)
        this.#numbers[value] = builder.result(typeNumbers[valueType[value]], valueDevice[value]);
  }

  #costs(op: number): void {
    const {
      compositeFlops,
      opArithmetic,
      opCollective,
      opLaunches,
      opPairs,
      opTraffic,
      opWidening,
      opWrites,
    } = this.#program;
    const builder = this.#builder;
    const collective = opCollective.get(op);
    if (collective !== undefined)
      builder.collective({ ...collective, first: builder.opCount - 1 - (collective.index ?? 0) });
    const pairs = opPairs.get(op);
    if (pairs !== undefined) builder.permutes(pairs);
    const widening = opWidening.get(op);
    if (widening !== undefined) builder.widened(widening);
    const flops = compositeFlops.get(op);
    if (flops === undefined && !opWrites.has(op) && !opTraffic.has(op) && !opLaunches.has(op)) return;
    builder.cost({
      flops: flops ?? 0,
      arithmetic: arithmetics[opArithmetic[op]],
      ...{ writes: opWrites.get(op) ?? null, traffic: opTraffic.get(op) ?? null },
      launches: opLaunches.get(op) ?? 1,
    });
  }
}
