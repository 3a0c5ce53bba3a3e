import {
  BlockArgument,
  defineOp,
  type Operation,
  type OpReport,
  optionalAttr,
  sameOperandsAndResultType,
  ShapedType,
  type Type,
} from '@shardform/ir-core';
import { CallOp, FuncOp } from '@shardform/dialect-func';
import { tensorShardingAttr } from '../attrs/stripped-attr.ts';
import { verifyTensorSharding } from '../verify/verify-tensor-sharding.ts';
import { NamedComputationOp } from './named-computation-op.ts';
import { carriesSharding } from './sharding-traits.ts';
import { shaped } from './type-constraints.ts';

/**
 * Stands for one data-flow edge of the operation that owns its input: the values that must have one sharding, which
 * is kept here while shardings are propagated.
 */
export class DataFlowEdgeOp extends defineOp('sdy.data_flow_edge', {
  summary: 'data flow edge of an operation with regions',
  operands: { input: shaped },
  attrs: { sharding: optionalAttr(tensorShardingAttr) },
  results: { result: shaped },
  traits: [carriesSharding, sameOperandsAndResultType],
  effects: 'unknown',
  speculates: 'unknown',
  format: '$input (`sharding` `` `=` `` $sharding^)? attr-dict `:` type($result)',
}) {
  verifySymbolUses(report: OpReport): boolean {
    const { type } = this.result;
    if (!hasStaticShape(type)) {
      return report.opError(
        `expected sdy.data_flow_edge to have a static-shaped result. type: ${quoted(type)}`,
      );
    }
    if (!this.input.hasOneUse) {
      return report.opError('expected input of sdy.data_flow_edge to have a single user');
    }
    const { definingOp } = this.input;
    if (definingOp !== null && definingOp.definition.dialect === 'sdy' && !isDataFlowOp(definingOp)) {
      return report
        .opErrorWithNotes(
          'expected input of sdy.data_flow_edge to not be defined by an SdyDialect op (other than an sdy.named_computation).',
        )
        .note(definingOp.location, 'sdy op defining the input of the sdy.data_flow_edge');
    }
    return this.sharding === null || verifyTensorSharding(this.sharding, { type, prefix: '' }, this, report);
  }
}

/**
 * Stands for an argument of a function, or for a result of a call, while shardings are propagated between functions
 * and calls. Its sharding is an ordinary `sdy.sharding`.
 */
export class FuncDataFlowEdgeOp extends defineOp('sdy.func_data_flow_edge', {
  summary: 'data flow edge between a function and its calls',
  operands: { input: shaped },
  results: { result: shaped },
  traits: [sameOperandsAndResultType],
  effects: 'unknown',
  speculates: 'unknown',
  format: '$input attr-dict `:` type($result)',
}) {
  verifySymbolUses(report: OpReport): boolean {
    const { type } = this.result;
    if (!hasStaticShape(type)) {
      return report.opError(
        `expected sdy.func_data_flow_edge to have a static-shaped result. type: ${quoted(type)}`,
      );
    }
    const { input } = this;
    const mustBe = (what: string): false =>
      report.opError(`expected operand of sdy.func_data_flow_edge to ${what}`);
    if (!input.hasOneUse) return mustBe('have a single user');
    if (input instanceof BlockArgument) {
      return input.owner.parentOp instanceof FuncOp || mustBe('be a block argument of a func op.');
    }
    return input.definingOp instanceof CallOp || mustBe('be a result of call op.');
  }
}

function isDataFlowOp(op: Operation): boolean {
  return op instanceof NamedComputationOp || op.name === 'sdy.manual_computation';
}

function hasStaticShape(type: Type): boolean {
  return type instanceof ShapedType && type.hasStaticShape;
}

function quoted(type: Type): string {
  return `'${String(type)}'`;
}
