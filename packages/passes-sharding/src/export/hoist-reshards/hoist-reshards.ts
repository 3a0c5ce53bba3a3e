import type { FuncOp } from '@shardform/dialect-func';
import { getSharding, MeshTable, rankOf, ReshardOp, TensorShardingAttr } from '@shardform/dialect-sdy';
import { WhileOp } from '@shardform/dialect-stablehlo';
import { type Context, definePass, type Value } from '@shardform/ir-core';
import { ReshardBytes } from '../explicit-reshards/reshard-bytes.ts';
import { ALWAYS_HELD, Invariants } from './invariants.ts';

/** `shardform-hoist-reshards`. */
export const hoistReshards = /* @__PURE__ */ definePass({
  name: 'shardform-hoist-reshards',
  className: 'HoistReshardsPass',
  summary: 'Sends what a loop does not change before the loop, once.',
  description:
    'A reshard in the body of a loop of a value from outside, or of one that all iterations hand on as it is, comes before the loop, with the few operations that make it. A device then holds the result throughout: no more than 64 MiB, or than the arguments of the function, for each loop.',
  anchor: 'func.func',
  run(op, { context }) {
    // The anchor is func.func.
    const func = op as FuncOp;
    const meshes = new MeshTable(func);
    const loops: WhileOp[] = [];
    // What comes before an inner loop may come before the outer one, too.
    func.walkOf(WhileOp, (loop) => void loops.push(loop));
    if (loops.length === 0) return;
    const memory = new Memory(meshes, context);
    const most = Math.max(
      ALWAYS_HELD,
      func.isDeclaration ? 0 : func.entry.arguments.reduce((sum, value) => sum + memory.of(value), 0),
    );
    for (const loop of loops) hoistFrom(loop, most, memory, context);
  },
});

function hoistFrom(loop: WhileOp, most: number, memory: Memory, context: Context): void {
  const invariants = new Invariants(loop, context);
  let held = 0;
  for (const op of [...loop.body.entry]) {
    if (!(op instanceof ReshardOp)) continue;
    // One that cuts a part out of what has come before the loop would be joined with its reshard, in the loop.
    if (memory.sentBy(op) === 0 && !(op.input.definingOp instanceof ReshardOp)) continue;
    const size = memory.of(op.result);
    if (held + size > most || !invariants.has(op.input)) continue;
    held += size;
    const copy = ReshardOp.create(
      { input: invariants.before(op.input), sharding: op.sharding },
      [op.result.type],
      { location: op.location },
    );
    copy.moveBefore(loop);
    op.result.replaceAllUsesWith(copy.result);
    op.erase();
  }
}

/** What devices hold and send. */
class Memory {
  readonly #meshes: MeshTable;
  readonly #context: Context;

  constructor(meshes: MeshTable, context: Context) {
    this.#meshes = meshes;
    this.#context = context;
  }

  /** Bytes of a value on a device. */
  of(value: Value): number {
    const sharding = getSharding(value, this.#context);
    const mesh = sharding === null ? null : this.#meshes.meshOf(sharding);
    if (sharding === null || mesh === null || mesh.isMaximal) return 0;
    return new ReshardBytes(mesh).local(value.type, sharding);
  }

  /** Bytes that a device sends for a reshard. */
  sentBy({ input, sharding }: ReshardOp): number {
    const mesh = this.#meshes.meshOf(sharding);
    const from =
      getSharding(input, this.#context) ?? TensorShardingAttr.fullyClosed(sharding.meshOrRef, rankOf(input));
    if (mesh === null || mesh.isMaximal || this.#meshes.meshOf(from) !== mesh) return 0;
    return new ReshardBytes(mesh).sent(input.type, from, sharding).bytes;
  }
}
