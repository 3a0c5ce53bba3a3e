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
import { kindNumber, opKinds } from './op-kind.ts';
import { unusedOperations } from './unused-operations.ts';

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

class Fusing {
  readonly #program: FlatProgram;
  /** By operation, the operations that it was fused into, none for one that nothing uses; `null` if it is kept. */
  readonly #fusedInto: (readonly number[] | null)[];
  /** By kept operation, those fused into it, later ones first. */
  readonly #parts: number[][];
  readonly #producer: Int32Array;
  readonly #members: FusionMembers;

  constructor(program: FlatProgram) {
    this.#program = program;
    this.#fusedInto = new Array<readonly number[] | null>(program.opCount).fill(null);
    this.#parts = Array.from({ length: program.opCount }, () => []);
    this.#producer = new Int32Array(program.valueCount).fill(NONE);
    this.#members = new FusionMembers(program.opCount, program.valueCount);
    this.#decide();
  }

  #decide(): void {
    const { opCount, operands, operandStart, resultStart, opFusion, outputs } = this.#program;
    const unused = unusedOperations(this.#program);
    const users: number[][] = Array.from({ length: this.#program.valueCount }, () => []);
    const isReturned = new Uint8Array(this.#program.valueCount);
    for (const { value } of outputs ?? []) isReturned[value] = 1;
    for (let op = 0; op < opCount; op += 1) {
      this.#producer.fill(op, resultStart[op], resultStart[op + 1]);
      checkInterruptAfter(STEPS_PER_OPERATION);
      if (unused[op] === 1) {
        this.#fusedInto[op] = [];
        continue;
      }
      for (let i = operandStart[op]; i < operandStart[op + 1]; i += 1) {
        const own = users[operands[i]];
        if (own.at(-1) !== op) own.push(op);
      }
    }
    for (let op = opCount - 1; op >= 0; op -= 1) {
      checkInterruptAfter(STEPS_PER_OPERATION);
      if (unused[op] === 1) continue;
      const role = opFusion[op];
      const first = resultStart[op];
      const own = isReturned[first] === 1 ? [] : (users[first] ?? []);
      if (!mayFuseIntoUsers(fusionRoles[role], resultStart[op + 1] - first, own.length)) continue;
      if (!own.every((user) => this.#canTake(op, user))) continue;
      const roots = this.#rootsOf(own);
      const isTooMuch =
        (roots.length > MOST_COPIES && !this.#growsIn(op)) || (role === DEAR && roots.length > 1);
      if (isTooMuch || roots.some((root) => this.#parts[root].length >= LARGEST_FUSION)) continue;
      this.#fusedInto[op] = roots;
      for (const root of roots) this.#parts[root].push(op);
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
  #rootsOf(users: readonly number[]): readonly number[] {
    const [user] = users;
    if (users.length === 1) return this.#fusedInto[user] ?? [user];
    return [...new Set(users.flatMap((each) => this.#fusedInto[each] ?? [each]))];
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
      (opKind[user] !== RESHAPE || this.#fusedInto[user] !== null) &&
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
      if (this.#fusedInto[op] !== null) continue;
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
    const { opLabel, labels, opFusion, opArithmetic, resultStart } = this.#program;
    builder.stage = opStage[root];
    builder.microbatch = opMicrobatch[root];
    builder.begin(opKind[root]);
    const parts = this.#parts[root];
    for (const { value, shares, reads } of this.#operandsOf(root, parts))
      builder.operand(numbers[value], shares, reads);
    builder.fusion(fusionRoles[opFusion[root]]);
    if (opLabel[root] !== NONE) {
      const label = labels[opLabel[root]];
      builder.label(parts.length === 0 ? label : `fusion of ${parts.length + 1}: ${label}`);
    }
    const source = sourceOf(this.#program, root);
    if (source !== null) builder.source(source);
    const collective = this.#program.opCollective.get(root);
    if (collective !== undefined)
      builder.collective({ ...collective, first: builder.opCount - 1 - (collective.index ?? 0) });
    const pairs = this.#program.opPairs.get(root);
    if (pairs !== undefined) builder.permutes(pairs);
    const work = new ArithmeticWork();
    for (const op of [root, ...parts])
      work.add({ flops: compositeFlops.get(op) ?? 0, arithmetic: arithmetics[opArithmetic[op]] });
    if (opKinds[opKind[root]] !== 'Composite' && parts.length === 0) return;
    const isPlaced = resultStart[root] !== resultStart[root + 1];
    builder.cost({
      ...work.total(),
      writes: opWrites.get(root) ?? null,
      traffic: opTraffic.get(root) ?? null,
      launches: isPlaced ? (opLaunches.get(root) ?? 1) : 1,
    });
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
