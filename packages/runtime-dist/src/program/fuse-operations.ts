import {
  arithmetics,
  ArithmeticWork,
  fusesOperands,
  LARGEST_FUSION,
  mayFuseIntoUsers,
} from '@shardform/cost-model';
import { checkInterruptAfter, STEPS_PER_OPERATION } from '@shardform/ir-core';
import { FlatBuilder, type FlatProgram, fusionRoles, NONE, sourceOf } from './flat-program.ts';
import { FusionMembers } from './fusion-members.ts';
import { FusionParts } from './fusion-parts.ts';
import { kindNumber, opKinds } from './op-kind.ts';
import { unusedOperations } from './unused-operations.ts';
import { ValueUsers } from './value-users.ts';

/**
 * An operation is copied into so many fusions at most; its result is written once instead. One that reads less than it
 * makes, such as a broadcast, is copied into any number: reading its result would take longer.
 */
const MOST_COPIES = 8;

const DEAR = fusionRoles.indexOf('dear');
const RESHAPE = kindNumber('Reshape');

/**
 * Fuses elementwise operations into their users, as compilers do: intermediate values are neither written nor read, and
 * a fusion is one kernel that reads its operands once and writes its result once. A result with several users is
 * duplicated into each, unless it is expensive. Operations that nothing uses are left out.
 */
export function fuseOperations(program: FlatProgram): FlatProgram {
  return new Fusing(program).run();
}

/** A value that a fusion reads. */
interface FusionOperand {
  readonly value: number;
  /** True if the result may have its memory. */
  readonly shares: boolean;
  /** Bytes that are read; `null` for all. */
  readonly reads: number | null;
}

/** What becomes of an operation that is not fused into one other: it is kept, nothing uses it, or it is fused into several. */
const [KEPT, UNUSED, COPIED] = [NONE, NONE - 1, NONE - 2];

class Fusing {
  readonly #program: FlatProgram;
  /** By operation, the kept one that it was fused into, or {@link KEPT}, {@link UNUSED} or {@link COPIED}. */
  readonly #fusedInto: Int32Array;
  /** By copied operation, those that it was fused into. */
  readonly #copies = new Map<number, readonly number[]>();
  /** Later ones first. */
  readonly #parts: FusionParts;
  readonly #producer: Int32Array;
  readonly #members: FusionMembers;
  /** By the number of a label and that of the operations fused into its own. */
  readonly #labels = new Map<number, string>();

  constructor(program: FlatProgram) {
    this.#program = program;
    this.#fusedInto = new Int32Array(program.opCount).fill(KEPT);
    this.#parts = new FusionParts(program.opCount);
    this.#producer = new Int32Array(program.valueCount).fill(NONE);
    this.#members = new FusionMembers(program.opCount, program.valueCount);
    this.#decide();
  }

  #decide(): void {
    const { opCount, resultStart, opFusion, outputs } = this.#program;
    const unused = unusedOperations(this.#program);
    const users = new ValueUsers(this.#program, unused);
    const isReturned = new Uint8Array(this.#program.valueCount);
    for (const { value } of outputs ?? []) isReturned[value] = 1;
    for (let op = 0; op < opCount; op += 1) {
      this.#producer.fill(op, resultStart[op], resultStart[op + 1]);
      checkInterruptAfter(STEPS_PER_OPERATION);
      if (unused[op] === 1) this.#fusedInto[op] = UNUSED;
    }
    for (let op = opCount - 1; op >= 0; op -= 1) {
      checkInterruptAfter(STEPS_PER_OPERATION);
      if (unused[op] === 1) continue;
      const role = opFusion[op];
      const first = resultStart[op];
      const results = resultStart[op + 1] - first;
      const count = results === 0 || isReturned[first] === 1 ? 0 : users.count(first);
      if (!mayFuseIntoUsers(fusionRoles[role], results, count)) continue;
      const own = users.users.subarray(users.start[first], users.start[first] + count);
      if (!own.every((user) => this.#canTake(op, user))) continue;
      const roots = this.#rootsOf(own);
      const isTooMuch =
        (roots.length > MOST_COPIES && !this.#growsIn(op)) || (role === DEAR && roots.length > 1);
      if (isTooMuch || roots.some((root) => this.#parts.count(root) >= LARGEST_FUSION)) continue;
      this.#fusedInto[op] = roots.length === 1 ? roots[0] : roots.length === 0 ? UNUSED : COPIED;
      if (roots.length > 1) this.#copies.set(op, roots);
      for (const root of roots) this.#parts.add(root, op);
    }
  }

  /** Whether an operation reads less than it makes. */
  #growsIn(op: number): boolean {
    const { operands, operandStart, operandReads, resultStart, valueType, types } = this.#program;
    const bytesOf = (value: number): number => types.get(valueType[value]).bytes;
    let reads = 0;
    for (let i = operandStart[op]; i < operandStart[op + 1]; i += 1)
      reads += operandReads.get(i) ?? bytesOf(operands[i]);
    return reads < bytesOf(resultStart[op]);
  }

  /** The fusions that users are in, each once. */
  #rootsOf(users: Int32Array): readonly number[] {
    if (users.length === 1) return this.#ownRoots(users[0]);
    const roots = new Set<number>();
    for (const user of users) for (const root of this.#ownRoots(user)) roots.add(root);
    return [...roots];
  }

  /** The fusions that an operation is in, which is one by itself if it is kept. */
  #ownRoots(op: number): readonly number[] {
    const into = this.#fusedInto[op];
    if (into === UNUSED) return [];
    return into === COPIED ? (this.#copies.get(op) ?? []) : [into === KEPT ? op : into];
  }

  /**
   * Returns whether a user runs where and when the operation does, and is one of a fusion. A reshape is one only where its users are:
   * by itself, it is no kernel.
   */
  #canTake(op: number, user: number): boolean {
    const { opFusion, opKind, opStage, opMicrobatch, resultStart, valueDevice } = this.#program;
    const device = (at: number): number => valueDevice[resultStart[at]] ?? NONE;
    return (
      fusesOperands(fusionRoles[opFusion[user]]) &&
      (opKind[user] !== RESHAPE || this.#fusedInto[user] !== KEPT) &&
      opStage[op] === opStage[user] &&
      opMicrobatch[op] === opMicrobatch[user] &&
      device(op) === device(user)
    );
  }

  run(): FlatProgram {
    const { inputCount, valueType, valueDevice, opCount, resultStart, types, outputs } = this.#program;
    const builder = new FlatBuilder();
    builder.devices(this.#program.deviceBound);
    const numbers = new Int32Array(this.#program.valueCount).fill(NONE);
    const typeNumbers = types.list.map(({ shape, elementBytes, isKnown }) =>
      builder.types.of(shape, elementBytes, isKnown),
    );
    for (let value = 0; value < inputCount; value += 1)
      numbers[value] = builder.input(typeNumbers[valueType[value]], valueDevice[value]);
    for (let op = 0; op < opCount; op += 1) {
      if (this.#fusedInto[op] !== KEPT) continue;
      this.#operation(op, builder, numbers);
      for (let value = resultStart[op]; value < resultStart[op + 1]; value += 1)
        numbers[value] = builder.result(typeNumbers[valueType[value]], valueDevice[value]);
    }
    if (outputs !== null)
      builder.returns(outputs.map(({ value, donated }) => ({ value: numbers[value], donated })));
    return builder.build();
  }

  /** Adds an operation with everything fused into it. */
  #operation(root: number, builder: FlatBuilder, numbers: Int32Array): void {
    const { opKind, opStage, opMicrobatch, compositeFlops, opWrites, opTraffic, opLaunches } = this.#program;
    const { opLabel, opFusion, opArithmetic, resultStart } = this.#program;
    builder.stage = opStage[root];
    builder.microbatch = opMicrobatch[root];
    builder.begin(opKind[root]);
    const parts = this.#parts.of(root);
    for (const { value, shares, reads } of this.#operandsOf(root, parts))
      builder.operand(numbers[value], shares, reads);
    builder.fusion(fusionRoles[opFusion[root]]);
    if (opLabel[root] !== NONE) builder.label(this.#labelOf(opLabel[root], parts.length));
    const source = sourceOf(this.#program, root);
    if (source !== null) builder.source(source);
    const collective = this.#program.opCollective.get(root);
    if (collective !== undefined)
      builder.collective({ ...collective, first: builder.opCount - 1 - (collective.index ?? 0) });
    const pairs = this.#program.opPairs.get(root);
    if (pairs !== undefined) builder.permutes(pairs);
    const widening = this.#program.opWidening.get(root);
    if (widening !== undefined) builder.widened(widening);
    const work = new ArithmeticWork();
    for (const op of [root, ...parts])
      work.add({ flops: compositeFlops.get(op) ?? 0, arithmetic: arithmetics[opArithmetic[op]] });
    if (opKinds[opKind[root]] !== 'Composite' && parts.length === 0) return;
    const isPlaced = resultStart[root] !== resultStart[root + 1];
    const { flops, arithmetic } = work.total();
    builder.cost({
      flops,
      arithmetic,
      writes: opWrites.get(root) ?? null,
      traffic: opTraffic.get(root) ?? null,
      launches: isPlaced ? (opLaunches.get(root) ?? 1) : 1,
    });
  }

  /** The label of a kernel: the same text for the same, so that its hash is known. */
  #labelOf(number: number, parts: number): string {
    const label = this.#program.labels[number];
    if (parts === 0) return label;
    const key = number * (LARGEST_FUSION + 1) + parts;
    let known = this.#labels.get(key);
    if (known === undefined) this.#labels.set(key, (known = `fusion of ${parts + 1}: ${label}`));
    return known;
  }

  /** The operands of a fusion: each value once. Of what a member reads in part, only that part is computed. */
  #operandsOf(root: number, parts: readonly number[]): readonly FusionOperand[] {
    const { operands, operandStart, operandReads, operandShares, valueType, types } = this.#program;
    const fusion = this.#members;
    fusion.begin(root, parts);
    const found: FusionOperand[] = [];
    // Users precede their operands: later operations come first.
    for (const op of [root, ...parts]) {
      for (let i = operandStart[op]; i < operandStart[op + 1]; i += 1) {
        const value = operands[i];
        const producer = this.#producer[value];
        const isAligned = fusion.aligned[op] === 1 && operandShares[i] === 1;
        const bytes = types.get(valueType[value]).bytes;
        const own = (operandReads.get(i) ?? bytes) * fusion.needed[op];
        if (producer !== NONE && fusion.root[producer] === root) {
          if (isAligned) fusion.aligned[producer] = 1;
          const part = bytes === 0 ? 1 : own / bytes;
          fusion.needed[producer] = Math.min(1, part + fusion.needed[producer]);
          continue;
        }
        const place = fusion.placeOf(value, root);
        if (place === NONE) {
          const reads = Math.min(bytes, own);
          fusion.setPlace(value, root, found.length);
          found.push({ value, shares: isAligned, reads: reads === bytes ? null : reads });
          continue;
        }
        const known = found[place];
        const reads = Math.min(bytes, own + (known.reads ?? bytes));
        found[place] = { value, shares: isAligned && known.shares, reads: reads === bytes ? null : reads };
      }
    }
    return found;
  }
}
