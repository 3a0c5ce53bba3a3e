import {
  defineOp,
  haveSameElements,
  isolatedFromAbove,
  type OpReport,
  singleBlockImplicitTerminator,
  sizedRegion,
  variadic,
} from '@shardform/ir-core';
import * as stablehlo from '@shardform/dialect-stablehlo';
import { future, tensor } from '../constraints.ts';

/**
 * Starts a computation without waiting for its results (HLO, "async-start", and `-start` operations that
 * `stablehlo.async_start` can't hold: those of several results, copies, calls).
 */
export class AsyncStartOp extends defineOp('hlo.async_start', {
  summary: 'starts an asynchronous computation',
  operands: { operands: variadic(stablehlo.tensorOrToken) },
  results: { result: future },
  regions: { body: sizedRegion(1) },
  traits: [isolatedFromAbove, singleBlockImplicitTerminator('stablehlo.return')],
  effects: 'recursive',
  speculates: 'never',
  infer: (op) => [stablehlo.FutureType.get({ types: op.body.entry.getTerminator().operandTypes() })],
}) {
  override verifyOp(report: OpReport): boolean {
    const block = this.body.blocks[0];
    if (block === undefined) return report.opError('region must not be empty');
    const parameters = block.arguments.map(({ type }) => type);
    if (!haveSameElements(this.operandTypes(), parameters)) {
      return report.opError('the operands must have the types of the arguments of the region');
    }
    const returned = block.terminator?.operandTypes() ?? [];
    return (
      haveSameElements(this.result.type.types, returned) ||
      report.opError('the future must have the types of the values that the region returns')
    );
  }
}

/** A point between the start and the end of an asynchronous computation (HLO, "async-update"). */
export class AsyncUpdateOp extends defineOp('hlo.async_update', {
  summary: 'goes on with an asynchronous computation',
  operands: { future },
  results: { result: future },
  effects: 'unknown',
  speculates: 'never',
  format: '$future attr-dict `:` type($future)',
  infer: (op) => [op.future.type],
}) {
  override verifyOp(report: OpReport): boolean {
    return (
      this.future.type === this.result.type || report.opError('the result must have the type of the operand')
    );
  }
}

/** Waits for the results of an asynchronous computation (HLO, "async-done"). */
export class AsyncDoneOp extends defineOp('hlo.async_done', {
  summary: 'waits for an asynchronous computation',
  operands: { future },
  results: { results: variadic(tensor) },
  effects: 'unknown',
  speculates: 'never',
  format: '$future attr-dict `:` functional-type(operands, results)',
  infer: (op) => op.future.type.types,
}) {
  override verifyOp(report: OpReport): boolean {
    return (
      haveSameElements(this.future.type.types, this.resultTypes()) ||
      report.opError('the results must have the types of the future')
    );
  }
}
