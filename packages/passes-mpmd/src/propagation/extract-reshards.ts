import type { FuncOp } from '@shardform/dialect-func';
import { FragmentOp, isMeshTensor, MeshTensorType, topologyOf, TransferOp } from '@shardform/dialect-mpmd';
import {
  areShardingsEquivalent,
  getSharding,
  localShape,
  type MeshAttr,
  setSharding,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { type Context, type Operation, Rewriter, type Value } from '@shardform/ir-core';
import { distributedPass } from '../program/distributed-pass.ts';
import { makeInferredFragment, makeTransfer } from '../program/make-ops.ts';
import { setInSharding } from './shardings.ts';

/** `mpmd-extract-reshards-from-inter-mesh-transfers`. */
export const extractReshards = /* @__PURE__ */ distributedPass({
  name: 'mpmd-extract-reshards-from-inter-mesh-transfers',
  className: 'ExtractReshardsFromInterMeshTransfersPass',
  summary: 'Makes fragments that reshard, so that transfers only move.',
  run(func, { context }) {
    const mesh = commonMeshOf(func);
    if (mesh === null) return;
    const transfers: TransferOp[] = [];
    func.walkOf(TransferOp, (transfer) => void transfers.push(transfer));
    const extractor = new ReshardExtractor(mesh, context);
    for (const transfer of transfers) extractor.visit(transfer);
  },
});

/** The mesh that all meshes of a topology are like; `null` when they differ. */
function commonMeshOf(func: FuncOp): MeshAttr | null {
  const meshes = topologyOf(func)?.meshes.map(({ mesh }) => mesh) ?? [];
  const key = ({ axes, deviceIds }: MeshAttr): string =>
    JSON.stringify([axes.filter(({ size }) => size > 1).map(({ name, size }) => [name, size]), deviceIds]);
  const [first] = meshes;
  return first !== undefined && meshes.every((mesh) => key(mesh) === key(first)) ? first : null;
}

class ReshardExtractor {
  readonly #mesh: MeshAttr;
  readonly #context: Context;
  readonly #rewriter: Rewriter;

  constructor(mesh: MeshAttr, context: Context) {
    this.#mesh = mesh;
    this.#context = context;
    this.#rewriter = new Rewriter(context);
  }

  visit(transfer: TransferOp): void {
    const { diagnostics } = this.#context;
    const [from, to] = [transfer.tensor.type, transfer.result.type];
    if (from.isOnHost && to.isOnHost) {
      diagnostics.error(transfer.location, 'Resharding on host not supported with an mpmd.transfer.');
      return;
    }
    const source = getSharding(transfer.tensor, this.#context);
    const target = getSharding(transfer.result, this.#context);
    if (areShardingsEquivalent(source, target)) return;
    if (diagnostics.isFirst('mpmd resharding transfer')) {
      diagnostics.warning(
        transfer.location,
        'Found a resharding transfer in the module. This may cause performance issues.',
      );
    }
    const isSmallerAfter = this.#localElements(from, source) > this.#localElements(to, target);
    if (to.isOnHost || (!from.isOnHost && isSmallerAfter)) this.#reshardBefore(transfer, source, target);
    else this.#reshardBehind(transfer, source, target);
  }

  #localElements({ globalType }: MeshTensorType, sharding: TensorShardingAttr | null): number {
    if (sharding === null) return globalType.elementCount;
    return localShape(globalType.shape, sharding, this.#mesh)!.reduce((a, b) => a * b, 1);
  }

  /** The producer, or a fragment of its own where that is none, gives what is transferred. */
  #reshardBefore(
    transfer: TransferOp,
    source: TensorShardingAttr | null,
    target: TensorShardingAttr | null,
  ): void {
    const value = transfer.tensor;
    const type = MeshTensorType.get(value.type.meshName, transfer.result.type.globalType);
    this.#rewriter.setInsertionPoint(transfer);
    if (!(value.definingOp instanceof FragmentOp)) {
      transfer.setOperand(0, this.#identity(value, type, target));
      return;
    }
    const others = movesBeside(value, transfer);
    if (others.length > 0) {
      const kept = this.#identity(value, value.type, source);
      for (const use of [...value.uses()]) if (others.includes(use.owner)) use.set(kept);
    }
    value.setType(type);
    // Only a source that is split differs from a target without a sharding.
    setSharding(value, target ?? replicated(source!), this.#context);
  }

  /** The consumers, or a fragment of its own where what is transferred goes on, take what is transferred. */
  #reshardBehind(
    transfer: TransferOp,
    source: TensorShardingAttr | null,
    target: TensorShardingAttr | null,
  ): void {
    const type = MeshTensorType.get(transfer.result.type.meshName, transfer.result.type.globalType);
    this.#rewriter.setInsertionPointAfter(transfer);
    const moved = makeTransfer(this.#rewriter, transfer.tensor, type, transfer.location);
    if (source !== null) setSharding(moved.result, source, this.#context);
    const others = movesBeside(transfer.result, transfer);
    transfer.result.replaceAllUsesWith(moved.result);
    transfer.erase();
    for (const { owner, index } of moved.result.uses()) {
      if (owner instanceof FragmentOp) setInSharding(owner, index, source ?? replicated(target!));
    }
    if (others.length === 0) return;
    this.#rewriter.setInsertionPointAfter(moved);
    const resharded = this.#identity(moved.result, type, target);
    moved.result.replaceUsesIf(resharded, ({ owner }) => others.includes(owner));
  }

  /** A fragment that returns its operand, sharded in another way. */
  #identity(value: Value, type: MeshTensorType, sharding: TensorShardingAttr | null): Value<MeshTensorType> {
    const fragment = makeInferredFragment(
      this.#rewriter,
      {
        mesh: type.meshName,
        operands: [value],
        resultTypes: [type],
        location: value.location,
        inferredBy: 'extract_reshards',
      },
      (args) => args,
    );
    const result = fragment.getResult();
    if (sharding !== null) setSharding(result, sharding, this.#context);
    if (!isMeshTensor(result)) throw new Error('a fragment gave no mesh tensor');
    return result;
  }
}

/** A sharding on the same mesh that splits nothing. */
function replicated({ meshOrRef, rank }: TensorShardingAttr): TensorShardingAttr {
  return TensorShardingAttr.fullyClosed(meshOrRef, rank);
}

/** Other transfers of a value, and the return of the function. */
function movesBeside(value: Value, transfer: Operation): Operation[] {
  return value
    .users()
    .filter((user) => user !== transfer && (user instanceof TransferOp || user.name === 'func.return'));
}
