import { arithmetics } from '@shardform/cost-model';
import type { Operation } from '@shardform/ir-core';
import { FlatBuilder, type FlatProgram, fusionRoles, NONE, sourceOf } from './flat-program.ts';
import { kindNumber, opClass, opKinds } from './op-kind.ts';

const GATHER = kindNumber('MPIAllgather');
const REDUCE = [kindNumber('MPIReduceScatter'), kindNumber('MPIAllreduce')];
const communicates: readonly boolean[] = opKinds.map((kind) => opClass(kind) === 'communicate');

/**
 * Combines collectives of one kind among the same devices that follow each other, each of another operation, into one: weights are
 * gathered before the first of them is used, and sums wait for the last of them, as frameworks do with the weights of a layer. Of a
 * program of one device that stands for all.
 */
export function combineCollectives(program: FlatProgram): FlatProgram {
  const groups = groupsOf(program);
  return groups.length === 0 ? program : new Combining(program, groups).run();
}

/** Collectives that become one, in the order of the program. */
type Group = readonly number[];

function groupsOf(program: FlatProgram): readonly Group[] {
  const { opCount, opKind } = program;
  const uses = new FirstUses(program);
  const groups: Group[] = [];
  let open: number[] = [];
  const close = (): void => {
    if (open.length > 1) groups.push(open);
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
  const [first] = group;
  if (first === undefined) return true;
  const { opKind, opCollective, operandStart, operands } = program;
  const [one, other] = [opCollective.get(first), opCollective.get(op)];
  if (opKind[op] !== opKind[first] || other === undefined || !isSame(one!.groups, other.groups)) return false;
  const source = sourceOf(program, op);
  if (group.some((own) => sourceOf(program, own) === source)) return false;
  if (opKind[op] === GATHER) {
    for (let i = operandStart[op]; i < operandStart[op + 1]; i += 1)
      if (uses.producer[operands[i]] >= first) return false;
    return true;
  }
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
  readonly producer: Int32Array;
  readonly #program: FlatProgram;
  readonly #first: Int32Array;

  constructor(program: FlatProgram) {
    const { opCount, valueCount, operandStart, operands, resultStart } = program;
    this.#program = program;
    this.producer = new Int32Array(valueCount).fill(NONE);
    this.#first = new Int32Array(valueCount).fill(opCount);
    for (let op = opCount - 1; op >= 0; op -= 1) {
      this.producer.fill(op, resultStart[op], resultStart[op + 1]);
      for (let i = operandStart[op]; i < operandStart[op + 1]; i += 1) this.#first[operands[i]] = op;
    }
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
  /** Of a combined collective, the group; an empty one of those that are in another's place. */
  readonly #groupAt = new Map<number, Group>();

  constructor(program: FlatProgram, groups: readonly Group[]) {
    this.#program = program;
    this.#numbers = new Int32Array(program.valueCount).fill(NONE);
    for (const group of groups) {
      for (const op of group) this.#groupAt.set(op, []);
      this.#groupAt.set(program.opKind[group[0]] === GATHER ? group[0] : group.at(-1)!, group);
    }
  }

  run(): FlatProgram {
    const { deviceBound, inputCount, opCount, outputs, types, valueDevice, valueType } = this.#program;
    const builder = this.#builder;
    builder.devices(deviceBound);
    const typeNumbers = types.list.map(({ shape, elementBytes, isKnown }) =>
      builder.types.of(shape, elementBytes, isKnown),
    );
    for (let value = 0; value < inputCount; value += 1)
      this.#numbers[value] = builder.input(typeNumbers[valueType[value]], valueDevice[value]);
    for (let op = 0; op < opCount; op += 1) {
      const group = this.#groupAt.get(op) ?? [op];
      if (group.length > 0) this.#write(group, typeNumbers);
    }
    if (outputs !== null)
      builder.returns(outputs.map(({ value, donated }) => ({ value: this.#numbers[value], donated })));
    return builder.build();
  }

  #write(group: Group, typeNumbers: readonly number[]): void {
    const { opKind, opStage, opMicrobatch, opFusion, opLabel, labels, operandStart, operands } = this.#program;
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
    const { compositeFlops, opArithmetic, opCollective, opLaunches, opPairs, opTraffic, opWrites } = this.#program;
    const builder = this.#builder;
    const collective = opCollective.get(op);
    if (collective !== undefined)
      builder.collective({ ...collective, first: builder.opCount - 1 - (collective.index ?? 0) });
    const pairs = opPairs.get(op);
    if (pairs !== undefined) builder.permutes(pairs);
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
