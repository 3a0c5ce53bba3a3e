import {
  getSharding,
  lookUpMesh,
  ManualAxesAttr,
  ManualComputationOp,
  SdyReturnOp,
  SHARDING,
  ShardingConstraintOp,
  TensorShardingAttr,
  TensorShardingPerValueAttr,
} from '@shardform/dialect-sdy';
import { CustomCallOp } from '@shardform/dialect-stablehlo';
import {
  type Block,
  cloneOp,
  type Context,
  type ModuleOp,
  type Operation,
  RankedTensorType,
  type Value,
} from '@shardform/ir-core';

/** The custom call that begins a part of a program with the sizes of one device. */
export const FULL_TO_SHARD_CALL = 'SPMDFullToShardShape';

/** The custom call that ends such a part. */
export const SHARD_TO_FULL_CALL = 'SPMDShardToFullShape';

/** Why a part with the sizes of one device has no form in sdy. */
class ManualPartError extends Error {
  override readonly name = 'ManualPartError';
  readonly op: Operation;

  constructor(op: Operation, message: string) {
    super(message);
    this.op = op;
  }
}

/**
 * Makes manual computations of the parts of a program that have the sizes of one device, between the calls by which
 * JAX for GSPMD and PyTorch/XLA mark them. Their shardings have been imported before.
 *
 * @returns what replaces values; `null` after an error was reported.
 */
export function importManualCalls(module: ModuleOp, context: Context): ReadonlyMap<Value, Value> | null {
  const blocks = new Set<Block>();
  module.walkOf(CustomCallOp, (call) => {
    if (isMark(call) && call.parent !== null) blocks.add(call.parent);
  });
  const replaced = new Map<Value, Value>();
  try {
    for (const block of blocks) for (const part of partsOf(block)) part.replace(context, replaced);
  } catch (error) {
    if (!(error instanceof ManualPartError)) throw error;
    context.diagnostics.emitOn(error.op, 'error', error.message);
    return null;
  }
  return replaced;
}

function isMark(
  op: Operation,
  targets: readonly string[] = [FULL_TO_SHARD_CALL, SHARD_TO_FULL_CALL],
): boolean {
  return op instanceof CustomCallOp && targets.includes(op.callTargetName.value);
}

function isBegin(op: Operation): boolean {
  return isMark(op, [FULL_TO_SHARD_CALL]);
}

function isEnd(op: Operation): boolean {
  return isMark(op, [SHARD_TO_FULL_CALL]);
}

/** The parts of a block, each of operations that use each other's results. */
function partsOf(block: Block): ManualPart[] {
  const partOf = new Map<Operation, ManualPart>();
  for (const op of block) {
    if (isBegin(op)) {
      partOf.set(op, new ManualPart(block, op));
      continue;
    }
    const used = new Set<ManualPart>();
    op.walk((inner) => {
      for (const { value } of inner.operands) {
        const maker = value.definingOp;
        const part = maker?.parent !== block || isEnd(maker) ? undefined : partOf.get(maker);
        if (part !== undefined) used.add(part);
      }
    });
    const [first, ...others] = used;
    if (first === undefined) {
      if (isEnd(op))
        throw new ManualPartError(
          op,
          `'@${SHARD_TO_FULL_CALL}' ends no part that '@${FULL_TO_SHARD_CALL}' begins in the same block`,
        );
      continue;
    }
    if (op.definition.isTerminator)
      throw new ManualPartError(
        op,
        `a value with the sizes of one device leaves the block; put '@${SHARD_TO_FULL_CALL}' before`,
      );
    for (const other of others) {
      first.take(other);
      for (const [own, part] of partOf) if (part === other) partOf.set(own, first);
    }
    first.add(op);
    partOf.set(op, first);
  }
  return [...new Set(partOf.values())];
}

/** A part of a program on the sizes of one device. */
class ManualPart {
  readonly #block: Block;
  readonly #ops = new Set<Operation>();

  constructor(block: Block, begin: Operation) {
    this.#block = block;
    this.#ops.add(begin);
  }

  add(op: Operation): void {
    this.#ops.add(op);
  }

  take({ ops }: ManualPart): void {
    for (const op of ops) this.#ops.add(op);
  }

  get ops(): readonly Operation[] {
    return [...this.#ops].sort((a, b) => (a.isBefore(b) ? -1 : 1));
  }

  replace(context: Context, replaced: Map<Value, Value>): void {
    const { ops } = this;
    const [begins, ends] = [ops.filter(isBegin), ops.filter(isEnd)];
    const [first, last] = [begins[0]!, ends.at(-1)];
    if (last === undefined)
      throw new ManualPartError(
        first,
        `no '@${SHARD_TO_FULL_CALL}' ends what '@${FULL_TO_SHARD_CALL}' begins`,
      );
    this.#checkOrder(ends, last);
    const inShardings = begins.map((begin) => inSharding(begin, context));
    const outShardings = ends.map((end) => outSharding(end));
    const mesh = lookUpMesh(first, outShardings[0]!.meshOrRef);
    if (mesh === null) throw new ManualPartError(first, 'its sharding has no mesh');
    const whole = this.#capturedValues(ops);
    const manual = ManualComputationOp.create(
      {
        tensors: [...begins.map((begin) => begin.getOperand(0)), ...whole],
        inShardings: TensorShardingPerValueAttr.get([
          ...inShardings,
          ...whole.map(({ type }) =>
            TensorShardingAttr.fullyClosed(
              outShardings[0]!.meshOrRef,
              type instanceof RankedTensorType ? type.rank : 0,
            ),
          ),
        ]),
        outShardings: TensorShardingPerValueAttr.get(outShardings),
        manualAxes: ManualAxesAttr.get({ value: mesh.axes.map(({ name }) => name) }),
      },
      ends.flatMap((end) => end.resultTypes()),
      { location: first.location },
    );
    const body = manual.body.addBlock();
    this.#block.insertBefore(manual, last);
    for (const begin of begins) {
      const result = begin.getResult();
      const argument = body.addArgument(result.type, result.location);
      result.replaceAllUsesWith(argument);
      replaced.set(result, argument);
    }
    for (const op of ops) if (!isBegin(op) && !isEnd(op)) op.moveToEnd(body);
    for (const value of whole) {
      const argument = body.addArgument(value.type, value.location);
      value.replaceUsesIf(argument, ({ owner }) => owner !== manual && owner.isInside(manual));
    }
    this.#cloneFree(manual, body);
    body.append(
      SdyReturnOp.create({ results: ends.map((end) => end.getOperand(0)) }, [], { location: last.location }),
    );
    ends.forEach((end, i) => {
      end.getResult().replaceAllUsesWith(manual.getResult(i));
      replaced.set(end.getResult(), manual.getResult(i));
      end.erase();
    });
    for (const begin of begins) begin.erase();
    dropConstraints(body);
  }

  /** The computation stands where its last part ends: nothing before may use its results. */
  #checkOrder(ends: readonly Operation[], last: Operation): void {
    for (const end of ends)
      for (const user of end.getResult().users()) {
        const around = this.#block.findAncestorOp(user);
        if (around !== null && around !== last && around.isBefore(last))
          throw new ManualPartError(
            end,
            `its result is used before the part with the sizes of one device has ended; put the calls of '@${SHARD_TO_FULL_CALL}' together`,
          );
      }
  }

  /** Values from outside that operations of the part use as they are, which all devices have. */
  #capturedValues(ops: readonly Operation[]): readonly Value[] {
    const captured = new Set<Value>();
    for (const op of ops) {
      if (isBegin(op) || isEnd(op)) continue;
      op.walk((inner) => {
        for (const { value } of inner.operands) {
          const maker = value.definingOp;
          const isInside =
            maker === null ? value.parentBlock?.parentOp?.isInside(op) === true : maker.isInside(op);
          if (isInside || (maker !== null && (this.#ops.has(maker) || isFree(maker)))) continue;
          captured.add(value);
        }
      });
    }
    return [...captured];
  }

  /** Constants and the like, and what is made of them, are the same on every device. */
  #cloneFree(manual: Operation, body: Block): void {
    const copies = new Map<Operation, Operation>();
    const first = body.firstOp;
    const copyOf = (maker: Operation): Operation => {
      const known = copies.get(maker);
      if (known !== undefined) return known;
      const copy = cloneOp(maker);
      copies.set(maker, copy);
      maker.operandValues().forEach((value, i) => {
        if (value.definingOp !== null)
          copy.setOperand(i, copyOf(value.definingOp).getResult(positionAmong(value)));
      });
      body.insertBefore(copy, first);
      return copy;
    };
    for (const op of [...body])
      op.walk((inner) => {
        inner.operandValues().forEach((value, i) => {
          const maker = value.definingOp;
          if (maker === null || maker.isInside(manual) || !isFree(maker)) return;
          inner.setOperand(i, copyOf(maker).getResult(positionAmong(value)));
        });
      });
  }
}

function positionAmong(value: Value): number {
  return value.definingOp?.results.findIndex((own) => own === value) ?? -1;
}

/** Returns whether an operation, and all that it depends on, has no operands from outside. */
function isFree(op: Operation): boolean {
  if (op.regions.length > 0 || isMark(op) || op.definition.isTerminator) return false;
  return op.operandValues().every(({ definingOp }) => definingOp !== null && isFree(definingOp));
}

function inSharding(begin: Operation, context: Context): TensorShardingAttr {
  const found = getSharding(begin.getOperand(0), context);
  if (found !== null) return found;
  throw new ManualPartError(
    begin,
    `nothing says how the operand of '@${FULL_TO_SHARD_CALL}' is split; put an '@Sharding' call before`,
  );
}

function outSharding(end: Operation): TensorShardingAttr {
  const attribute = end.getAttr(SHARDING);
  const [sharding] = attribute instanceof TensorShardingPerValueAttr ? attribute.shardings : [];
  if (sharding !== undefined) return sharding;
  throw new ManualPartError(end, `'@${SHARD_TO_FULL_CALL}' has no sharding of its result`);
}

/** Sizes of one device are not split further: constraints there say nothing. */
function dropConstraints(body: Block): void {
  for (const op of [...body]) {
    if (!(op instanceof ShardingConstraintOp)) continue;
    op.result.replaceAllUsesWith(op.input);
    op.erase();
  }
}
