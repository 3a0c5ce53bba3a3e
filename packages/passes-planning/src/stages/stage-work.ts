import type { BlockArgument, Operation, Value } from '@shardform/ir-core';
import { lookUp } from '@shardform/ir-core';
import type { PipelineTask, TaskKind } from '@shardform/passes-dist';
import { effectiveOperands } from '@shardform/passes-mpmd';
import type { ChainPositions } from './chain-positions.ts';
import { type MicrobatchProgram, outermost, type WorkKind } from './microbatch-program.ts';

/** Operations that one mesh executes together, in the order of the program. */
export interface TaskOperations {
  readonly mesh: number;
  readonly ops: readonly Operation[];
}

interface OpenGroup extends TaskOperations {
  readonly ops: Operation[];
}

/** How a program is cut into stages. */
export interface StageLayout {
  /** The position at which each stage begins. */
  readonly starts: readonly number[];
  /** Number of meshes: stage `s` is on mesh `s` modulo that number. */
  readonly meshes: number;
  /** Whether gradients that no other stage waits for are tasks of their own. */
  readonly weightsApart: boolean;
}

/** Which mesh does what, for each microbatch and once. */
export class StageWork {
  readonly meshes: number;
  /** What is done once, in an order in which each group follows those that it needs. */
  readonly before: readonly TaskOperations[];
  readonly after: readonly TaskOperations[];
  readonly #program: MicrobatchProgram;
  readonly #chain: ChainPositions;
  readonly #starts: readonly number[];
  readonly #tasks = new Map<string, OpenGroup>();
  readonly #groupOf = new Map<Operation, TaskOperations>();

  constructor(program: MicrobatchProgram, chain: ChainPositions, layout: StageLayout) {
    this.meshes = layout.meshes;
    this.#program = program;
    this.#chain = chain;
    this.#starts = layout.starts;
    const weights = layout.weightsApart ? this.#weightGradients() : new Set<Operation>();
    for (const [op, kind] of program.kinds) {
      if (kind !== 'body') continue;
      const { isBackward } = lookUp(chain.placeOf, op);
      const pass: TaskKind = weights.has(op) ? 'W' : isBackward ? 'B' : 'F';
      const stage = this.#stageOf(op);
      const key = `${pass}${stage}`;
      let group = this.#tasks.get(key);
      if (group === undefined) this.#tasks.set(key, (group = { mesh: stage % this.meshes, ops: [] }));
      group.ops.push(op);
      this.#groupOf.set(op, group);
    }
    this.before = this.#levels('before');
    this.after = this.#levels('after');
  }

  /** What a stage does in a task; `null` for nothing. */
  of({ kind, stage }: PipelineTask): TaskOperations | null {
    return this.#tasks.get(`${kind}${stage}`) ?? null;
  }

  /** Whether some stage does something in a pass: programs without gradients have a forward pass only. */
  hasPass(pass: TaskKind): boolean {
    return [...this.#tasks.keys()].some((key) => key.startsWith(pass));
  }

  meshOfArgument(argument: BlockArgument): number {
    return this.#stageAt(this.#chain.positionOf.get(argument) ?? 0) % this.meshes;
  }

  /** Whether a value is used in the microbatch, or as a part of a result, by others than those that make it. */
  isUsedOutside(value: Value): boolean {
    const { func, kinds, sums, joined } = this.#program;
    const maker = value.definingOp;
    const own = maker === null ? undefined : this.#groupOf.get(maker);
    const isPart = maker !== null && kinds.get(maker) === 'body';
    return [...value.uses()].some(({ owner, index }) => {
      if (owner.definition.isTerminator && owner.parent === func.entry) return !isPart || joined.has(index);
      const user = outermost(owner, func);
      if (sums.has(value) && kinds.get(user) === 'after') return false;
      return this.#groupOf.get(user) !== own;
    });
  }

  /** The meshes of the operations on microbatches that use a value. */
  meshesOfUsers(value: Value): ReadonlySet<number> {
    const { func, kinds } = this.#program;
    const users = value.users().map((user) => outermost(user, func));
    return new Set(users.flatMap((user) => (kinds.get(user) === 'body' ? [this.meshOf(user)] : [])));
  }

  /** Operations of the backward pass whose results only become sums, possibly by way of others of the same stage. */
  #weightGradients(): Set<Operation> {
    const { kinds, func } = this.#program;
    const found = new Set<Operation>();
    for (const [op, kind] of [...kinds].reverse()) {
      if (kind !== 'body' || !lookUp(this.#chain.placeOf, op).isBackward) continue;
      const stage = this.#stageOf(op);
      const users = op.results.flatMap((result) => result.users()).map((user) => outermost(user, func));
      const isLast = (user: Operation): boolean =>
        kinds.get(user) !== 'body' || (found.has(user) && this.#stageOf(user) === stage);
      if (users.every(isLast)) found.add(op);
    }
    return found;
  }

  #stageOf(op: Operation): number {
    return this.#stageAt(lookUp(this.#chain.placeOf, op).position);
  }

  #stageAt(position: number): number {
    return Math.max(
      0,
      this.#starts.findLastIndex((start) => start <= position),
    );
  }

  /** The mesh of an operation that is no constant. */
  meshOf(op: Operation): number {
    return this.#stageOf(op) % this.meshes;
  }

  #levels(kind: WorkKind): TaskOperations[] {
    const levels = new Map<Operation, number>();
    const groups: (Map<number, OpenGroup> | undefined)[] = [];
    for (const [op, own] of this.#program.kinds) {
      if (own !== kind) continue;
      const mesh = this.meshOf(op);
      let level = 0;
      for (const { definingOp } of effectiveOperands(op)) {
        const before = definingOp === null ? undefined : levels.get(definingOp);
        if (before !== undefined)
          level = Math.max(level, before + (this.meshOf(definingOp!) === mesh ? 0 : 1));
      }
      levels.set(op, level);
      const ofLevel = (groups[level] ??= new Map<number, OpenGroup>());
      let group = ofLevel.get(mesh);
      if (group === undefined) ofLevel.set(mesh, (group = { mesh, ops: [] }));
      group.ops.push(op);
      this.#groupOf.set(op, group);
    }
    return groups.flatMap((ofLevel) => [...(ofLevel?.values() ?? [])]);
  }
}
