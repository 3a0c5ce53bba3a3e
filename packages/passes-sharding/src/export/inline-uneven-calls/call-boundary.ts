import type { CallOp, FuncOp } from '@shardform/dialect-func';
import { getSharding, MeshTable, ReshardOp, shardedSizes } from '@shardform/dialect-sdy';
import { type Context, type Operation, RankedTensorType, type Value } from '@shardform/ir-core';

/** What calls do to values that are split unevenly: functions take and return only what is split evenly. */
export class CallBoundary {
  readonly #meshes: MeshTable;
  readonly #context: Context;

  constructor(module: Operation, context: Context) {
    this.#meshes = new MeshTable(module);
    this.#context = context;
  }

  /**
   * Returns whether a value would be split unevenly on one side of a call: where it is made, or where what uses it makes
   * something of the same type.
   */
  isUneven(call: CallOp, callee: FuncOp): boolean {
    const made = [
      ...call.operandValues().map(beforeReshard),
      ...callee.entry.getTerminator().operandValues(),
    ];
    const used = [...call.results, ...callee.entry.arguments];
    return (
      made.some((value) => this.#isUneven(value)) ||
      used.some((value) =>
        value
          .users()
          .some(({ results }) => results.some((own) => own.type === value.type && this.#isUneven(own))),
      )
    );
  }

  /** Lets a call take its operands as they are made, if they are uneven there. */
  skipReshards(call: CallOp): void {
    for (const [i, value] of call.operandValues().entries()) {
      const before = beforeReshard(value);
      if (before === value || !this.#isUneven(before)) continue;
      call.setOperand(i, before);
      if (!value.hasUses) value.definingOp!.erase();
    }
  }

  #isUneven(value: Value): boolean {
    const { type } = value;
    const sharding = getSharding(value, this.#context);
    const mesh = sharding === null ? null : this.#meshes.meshOf(sharding);
    if (sharding === null || mesh === null || !(type instanceof RankedTensorType)) return false;
    const parts = shardedSizes(sharding, mesh);
    return type.shape.some((size, d) => size > 0 && size % (parts[d] ?? 1) !== 0);
  }
}

/** The value that is resharded for a call alone. */
function beforeReshard(value: Value): Value {
  const { definingOp: op } = value;
  return op instanceof ReshardOp && value.users().length === 1 ? op.input : value;
}
