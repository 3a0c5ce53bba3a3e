import {
  type Block,
  defineOp,
  isolatedFromAbove,
  type OpReport,
  type ParsedOp,
  type Parser,
  type Printer,
  sameOperandsAndResultType,
  singleBlockImplicitTerminator,
  sizedRegion,
  type StringAttr,
  stringAttr,
  variadic,
} from '@shardform/ir-core';
import { tensorOrToken } from '@shardform/dialect-stablehlo';
import { UserOriginAttr, userOriginAttr } from '../attrs/user-origin-attr.ts';
import { verifyEqualBoundary } from '../verify/verify-boundary.ts';
import { boundaryOf, parseComputation, printComputation } from './computation-text.ts';
import { anyTensor } from './type-constraints.ts';

/** A computation with the name by which users assign it to a mesh, and a stage of a pipeline. */
export class NamedComputationOp extends defineOp('mpmd.named_computation', {
  summary: 'named scope operation',
  operands: { tensors: variadic(tensorOrToken) },
  attrs: { origin: userOriginAttr },
  results: { results: variadic(tensorOrToken) },
  regions: { region: sizedRegion(1) },
  traits: [singleBlockImplicitTerminator('mpmd.return'), isolatedFromAbove],
  effects: 'recursive',
  speculates: 'unknown',
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    parser.expect('<');
    state.setAttr('origin', UserOriginAttr.parseShort(parser));
    parser.expect('>');
    parseComputation(parser, state);
  }

  static print(this: void, printer: Printer, op: NamedComputationOp): void {
    printer.write('<');
    op.origin.printShort(printer);
    printer.write('>');
    printComputation(printer, op, ['origin']);
  }

  get entry(): Block {
    return this.region.entry;
  }

  override verifyOp(report: OpReport): boolean {
    return verifyEqualBoundary(boundaryOf(this), report);
  }
}

/** A tensor with the name by which users assign it to a mesh. */
export class NamedTensorOp extends defineOp('mpmd.named_tensor', {
  summary: 'Assign a tensor to a mesh',
  operands: { tensor: anyTensor },
  attrs: { name: stringAttr },
  results: { result: anyTensor },
  traits: [sameOperandsAndResultType],
  effects: 'none',
  speculates: 'always',
  format: '$tensor `name` `` `=` `` $name attr-dict `:` type($result)',
}) {
  /** The name of the tensor; `name` is the operation's. */
  get tensorName(): string {
    // The declaration requires a string.
    return (this.getAttr('name') as StringAttr).value;
  }
}
