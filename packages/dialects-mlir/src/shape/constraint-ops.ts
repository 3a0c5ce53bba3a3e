import {
  anyRegion,
  anyType,
  type Attribute,
  commutative,
  boolAttr,
  defineOp,
  type FoldResult,
  hasParent,
  i1,
  IntegerAttr,
  type InterfaceImplementation,
  onlyType,
  type OpReport,
  type ParsedOp,
  type Parser,
  type Printer,
  regionBranchOpInterface,
  returnLike,
  singleBlockImplicitTerminator,
  stringAttr,
  terminator,
  variadic,
} from '@shardform/ir-core';
import { withBlock } from '../scf/parse-block.ts';
import { verifyRegionFlow } from '../scf/region-flow.ts';
import { areSame } from './shape-ops.ts';
import { shapeOrExtentTensor, witness, WitnessType } from './types.ts';

/** That shapes can be broadcast (MLIR, `shape.cstr_broadcastable`). */
export class CstrBroadcastableOp extends defineOp('shape.cstr_broadcastable', {
  summary: 'determines if 2+ shapes can be successfully broadcasted',
  operands: { shapes: variadic(shapeOrExtentTensor) },
  results: { result: witness },
  traits: [commutative],
  effects: 'unknown',
  speculates: 'unknown',
  format: '$shapes attr-dict `:` type($shapes)',
}) {
  override verifyOp(report: OpReport): boolean {
    return this.operands.length >= 2 || report.opError('required at least 2 input shapes');
  }
}

/** That shapes are equal (MLIR, `shape.cstr_eq`). */
export class CstrEqOp extends defineOp('shape.cstr_eq', {
  summary: 'determines if all input shapes are equal',
  operands: { shapes: variadic(shapeOrExtentTensor) },
  results: { result: witness },
  traits: [commutative],
  effects: 'unknown',
  speculates: 'unknown',
  format: '$shapes attr-dict `:` type($shapes)',
}) {
  override fold(): readonly FoldResult[] | null {
    return areSame(this.operandValues()) ? [boolAttr(true)] : null;
  }
}

/** That a condition holds (MLIR, `shape.cstr_require`). */
export class CstrRequireOp extends defineOp('shape.cstr_require', {
  summary: 'represents a runtime assertion that an i1 is `true`',
  operands: { pred: onlyType(i1, '1-bit signless integer') },
  attrs: { msg: stringAttr },
  results: { result: witness },
  effects: 'unknown',
  speculates: 'unknown',
  format: '$pred `,` $msg attr-dict',
}) {
  override fold([condition]: readonly (Attribute | null)[]): readonly FoldResult[] | null {
    return condition instanceof IntegerAttr ? [condition] : null;
  }
}

/** That all of several constraints hold (MLIR, `shape.assuming_all`). */
export class AssumingAllOp extends defineOp('shape.assuming_all', {
  summary: 'return a logical AND of all witnesses',
  operands: { inputs: variadic(witness) },
  results: { result: witness },
  traits: [commutative],
  effects: 'none',
  speculates: 'always',
  format: '$inputs attr-dict',
}) {
  override verifyOp(report: OpReport): boolean {
    return this.operands.length > 0 || report.opError('no operands specified');
  }

  override fold(inputs: readonly (Attribute | null)[]): readonly FoldResult[] | null {
    const known = inputs.map((input) => (input instanceof IntegerAttr ? input.value === 1n : null));
    if (known.includes(false)) return [boolAttr(false)];
    return known.includes(null) ? null : [boolAttr(true)];
  }
}

/** Ends a region of `shape.assuming` (MLIR, `shape.assuming_yield`). */
export class AssumingYieldOp extends defineOp('shape.assuming_yield', {
  summary: 'yield operation',
  operands: { operands: variadic(anyType) },
  traits: [hasParent('shape.assuming'), returnLike, terminator],
  effects: 'none',
  speculates: 'always',
  format: 'attr-dict ($operands^ `:` type($operands))?',
}) {}

/** Executes a region that may rely on a constraint (MLIR, `shape.assuming`). */
export class AssumingOp extends defineOp('shape.assuming', {
  summary: 'execute the region',
  operands: { witness },
  results: { results: variadic(anyType) },
  regions: { doRegion: anyRegion },
  traits: [singleBlockImplicitTerminator('shape.assuming_yield')],
  effects: 'recursive',
  speculates: 'unknown',
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    state.operands.push(parser.resolve(parser.parseOperand(), WitnessType.instance));
    if (parser.accept('->')) {
      state.resultTypes.push(
        ...(parser.at('(') ? parser.parseList('paren', () => parser.parseType()) : [parser.parseType()]),
      );
    }
    state.regions.push(withBlock(parser.parseRegion(state)));
    for (const [name, attribute] of parser.parseOptionalAttrDict()) state.setAttr(name, attribute);
  }

  static print(this: void, printer: Printer, op: AssumingOp): void {
    printer.write(' ');
    printer.printOperand(op.witness);
    if (op.results.length > 0) {
      printer.write(' -> (');
      printer.printTypes(op.resultTypes());
      printer.write(')');
    }
    printer.write(' ');
    printer.printRegion(op.doRegion, { entryArguments: false, terminators: op.results.length > 0 });
    printer.printOptionalAttrDict(op.sortedAttrs());
  }

  override verifyRegions(report: OpReport): boolean {
    return verifyRegionFlow(this, report);
  }
}

/** Interface of `shape.assuming` for passes over control flow. */
export const assumingInterface: InterfaceImplementation = regionBranchOpInterface.implementFor(
  AssumingOp,
  (op) => ({
    entrySuccessorOperands: () => ({ start: 0, count: 0 }),
    successorRegions: (from) =>
      from === 'parent' ? [{ target: op.doRegion, inputs: [] }] : [{ target: 'parent', inputs: op.results }],
  }),
);
