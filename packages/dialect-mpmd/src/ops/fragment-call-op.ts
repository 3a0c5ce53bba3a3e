import {
  defineOp,
  flatSymbolRefAttr,
  hasParent,
  type OpReport,
  type ParsedOp,
  type Parser,
  type Printer,
  stringAttr,
  SymbolRefAttr,
  type SymbolTables,
  variadic,
} from '@shardform/ir-core';
import { FuncOp } from '@shardform/dialect-func';
import { originsIn, type UserOriginAttr, userOriginsAttr } from '../attrs/user-origin-attr.ts';
import { meshNamedAt, meshShapeOf } from '../mesh-lookup.ts';
import { verifyMeshBoundary } from '../verify/verify-boundary.ts';
import { parseTypesOf } from './computation-text.ts';
import { parseMeshAndOrigin, printMeshAndOrigin } from './fragment-op.ts';
import { meshTensor } from './type-constraints.ts';

/** Executes a function, which is the body of a fragment, on a mesh. */
export class FragmentCallOp extends defineOp('mpmd.fragment_call', {
  summary: 'fragment call operation',
  operands: { tensors: variadic(meshTensor) },
  attrs: { origin: userOriginsAttr, mesh_name: stringAttr, callee: flatSymbolRefAttr },
  results: { results: variadic(meshTensor) },
  traits: [hasParent('func.func')],
  effects: 'unknown',
  speculates: 'unknown',
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    parser.expect('<');
    parseMeshAndOrigin(parser, state);
    parser.expect('>');
    const { offset } = parser;
    const callee = parser.parseAttribute();
    if (!(callee instanceof SymbolRefAttr)) parser.fail('invalid kind of attribute specified', offset);
    state.setAttr('callee', callee);
    const operands = parser.parseOperandList('paren');
    for (const [name, attribute] of parser.parseOptionalAttrDict()) state.setAttr(name, attribute);
    parseTypesOf(operands, parser, state);
  }

  static print(this: void, printer: Printer, op: FragmentCallOp): void {
    printMeshAndOrigin(printer, op.mesh, op.origins);
    printer.write('> ');
    printer.writeSymbolName(op.callee.root);
    printer.write('(');
    printer.printOperands(op.operandValues());
    printer.write(')');
    printer.printOptionalAttrDict(op.sortedAttrs(), ['callee', 'mesh_name', 'origin']);
    printer.write(' : ');
    printer.printFunctionType(op.operandTypes(), op.resultTypes());
  }

  /** The named computations that the fragment comes from; none of an inferred one. */
  get origins(): readonly UserOriginAttr[] {
    return originsIn(this.origin);
  }

  /** The name of the mesh that executes the function. */
  get mesh(): string {
    return this.meshName.value;
  }

  verifySymbolUses(report: OpReport, symbols: SymbolTables): boolean {
    const callee = symbols.lookupNearest(this, this.callee);
    if (!(callee instanceof FuncOp)) {
      return report.error(`'${this.callee.root}' does not reference a valid function`);
    }
    const { inputs, results } = callee.functionType;
    const types = {
      argumentTypes: inputs,
      operandTypes: this.operandTypes(),
      returnedTypes: results,
      resultTypes: this.resultTypes(),
    };
    if (!verifyMeshBoundary(types, this.mesh, report)) return false;
    const shape = meshShapeOf(callee);
    if (shape === null) {
      return report
        .on(callee)
        .error(`Function does not have a mesh_shape attribute: ${callee.symName.value}`);
    }
    const mesh = meshNamedAt(this, this.mesh);
    return (
      mesh === shape ||
      report.error(
        `Expected mesh of fragment call and callee function to match: ${String(mesh)} vs ${String(shape)}`,
      )
    );
  }
}
