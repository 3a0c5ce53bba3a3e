import {
  defineOp,
  isolatedFromAbove,
  singleBlockImplicitTerminator,
  sizedRegion,
  variadic,
  type Operation,
  type Region,
} from '@shardform/ir-core';
import { tensor } from '../constraints.ts';
import { recursivelyIfOperandsStatic } from '../speculatability.ts';
import { FutureType } from '../types/future-type.ts';
import { future } from '../value-constraints.ts';
import { returnedTypes } from './reducer.ts';

const ASYNCHRONOUS: readonly string[] = [
  'stablehlo.all_gather',
  'stablehlo.all_reduce',
  'stablehlo.all_to_all',
  'stablehlo.collective_broadcast',
  'stablehlo.collective_permute',
  'stablehlo.collective_reduce',
  'stablehlo.dynamic_slice',
  'stablehlo.dynamic_update_slice',
  'stablehlo.reduce_scatter',
  'stablehlo.slice',
];

/** Starts an operation without waiting for its result (StableHLO spec, "async_start"). */
export class AsyncStartOp extends defineOp('stablehlo.async_start', {
  summary: 'starts an asynchronous operation',
  operands: { operands: variadic(tensor) },
  results: { result: future },
  regions: { body: sizedRegion(1) },
  traits: [isolatedFromAbove, singleBlockImplicitTerminator('stablehlo.return')],
  effects: 'recursive',
  speculates: recursivelyIfOperandsStatic,
  infer: (op, report) => {
    const problem = startProblem(op);
    if (problem === null) return [FutureType.get({ types: returnedTypes(op.body.entry) })];
    report.opError(problem);
    return null;
  },
}) {}

function startProblem(op: Operation & { readonly body: Region }): string | null {
  const block = op.body.blocks[0];
  if (block === undefined) return 'region must not be empty';
  const inner = block.firstOp;
  if (inner === null || inner === block.lastOp || inner.next !== block.lastOp) {
    return 'region must contain exactly one operation and a return';
  }
  if (!ASYNCHRONOUS.includes(inner.name)) return 'region must contain a collective or slice operation';
  const operands = op.operandTypes();
  const parameters = block.arguments;
  if (operands.length !== parameters.length) {
    return `number of operands (${operands.length}) must match number of region arguments (${parameters.length})`;
  }
  for (const [i, type] of operands.entries()) {
    if (type === parameters[i]!.type) continue;
    return `operand type '${String(type)}' at index ${i} must match region argument type '${String(parameters[i]!.type)}'`;
  }
  const returned = returnedTypes(block);
  return returned.length === 1 ? null : `region must return exactly one value, but got ${returned.length}`;
}

/** Waits for what an `async_start` computes (StableHLO spec, "async_done"). */
export class AsyncDoneOp extends defineOp('stablehlo.async_done', {
  summary: 'waits for an asynchronous operation',
  operands: { future },
  results: { result: tensor },
  effects: 'unknown',
  speculates: 'never',
  infer: (op, report) => {
    const { types } = op.future.type;
    if (types.length === 1) return types;
    report.opError(`future must have exactly one type parameter, but got ${types.length}`);
    return null;
  },
}) {}
