import {
  AggregateTensorOp,
  blockBytes,
  DistributeTensorOp,
  FromDeviceOp,
  type LayoutAttr,
  ToDeviceOp,
  ToLayoutOp,
  ToMemoryConfigOp,
  ToTensorSpecOp,
} from '@shardform/dialect-ttnn';
import { type Operation, product } from '@shardform/ir-core';
import type { Stage } from '../stages/stage.ts';
import type { Study } from '../study.ts';
import type { NamedValueRef } from '../values/value-card.ts';
import { sourceId } from '../values/value-id.ts';
import { layoutOfValue, memoryOf, shortName } from './device-tensor.ts';

/** An operation that only changes where a tensor is, or in which order its numbers are. */
export interface MemoryMove {
  /** The tensor afterwards. */
  readonly value: NamedValueRef;
  /** The tensor before. */
  readonly input: NamedValueRef;
  /** Without its dialect: `to_layout`. */
  readonly operation: string;
  /** `DRAM, rows`, `L1 height sharded 8×1, tiles`. */
  readonly from: string;
  readonly to: string;
  /** Bytes that are written, padding included. */
  readonly bytes: number;
  /** In the program as typed; `null` if unknown. */
  readonly line: number | null;
}

const MOVES = [
  ToMemoryConfigOp,
  ToLayoutOp,
  ToDeviceOp,
  FromDeviceOp,
  ToTensorSpecOp,
  DistributeTensorOp,
  AggregateTensorOp,
] as const;

/** Returns the changes of memory and layout of a TTNN program in its order. */
export function memoryMoves(study: Study, { module, values }: Stage): MemoryMove[] {
  const naming = study.namingOf(module);
  const found: MemoryMove[] = [];
  module.walk((op) => {
    if (!isMove(op)) return;
    const { input, result } = op;
    const [before, after] = [layoutOfValue(input), layoutOfValue(result)];
    if (before === null || after === null) return;
    const source = study.identities.source.find(sourceId(values.idOf(result)));
    found.push({
      value: { id: values.idOf(result), name: naming.operand(result) },
      input: { id: values.idOf(input), name: naming.operand(input) },
      operation: shortName(op.name),
      from: layoutWords(before),
      to: layoutWords(after),
      bytes: blockBytes(after) * product(after.grid.shape),
      line: source === null ? null : study.lineOf(source),
    });
  }, 'pre');
  return found;
}

/** A layout in words: `DRAM, tiles`, `L1 block sharded 2×2, tiles`. */
export function layoutWords(layout: LayoutAttr): string {
  const { memoryLayout, grid, isTiled } = layout;
  const placement = memoryLayout?.value ?? 'interleaved';
  const split = placement === 'interleaved' ? '' : ` ${placement.replace('_', ' ')} ${grid.shape.join('×')}`;
  return `${memoryOf(layout)}${split}, ${isTiled ? 'tiles' : 'rows'}`;
}

function isMove(op: Operation): op is InstanceType<(typeof MOVES)[number]> {
  return MOVES.some((kind) => op instanceof kind);
}
