import {
  ArrayAttr,
  type Block,
  defineOp,
  hasParent,
  integerAttr,
  i64,
  IntegerAttr,
  isolatedFromAbove,
  type OpReport,
  optionalAttr,
  type ParsedOp,
  type Parser,
  type Printer,
  singleBlockImplicitTerminator,
  sizedRegion,
  StringAttr,
  stringAttr,
  variadic,
} from '@shardform/ir-core';
import { tensorShardingPerValueAttr, TensorShardingPerValueAttr } from '@shardform/dialect-sdy';
import { originsIn, UserOriginAttr, userOriginsAttr } from '../attrs/user-origin-attr.ts';
import { verifyMeshBoundary } from '../verify/verify-boundary.ts';
import { boundaryOf, parseComputation, printComputation } from './computation-text.ts';
import { meshTensorOrToken } from './type-constraints.ts';

/**
 * A computation on one mesh: an SPMD program on global tensors. Outside its values are mesh tensors, inside tensors.
 * Fragments of the user come from named computations; *inferred* ones, which the compiler makes, have no origin.
 */
export class FragmentOp extends defineOp('mpmd.fragment', {
  summary: 'fragment operation',
  operands: { inputs: variadic(meshTensorOrToken) },
  attrs: {
    origin: userOriginsAttr,
    mesh_name: stringAttr,
    stage_id: optionalAttr(integerAttr(i64, '64-bit signless integer attribute')),
    in_shardings: optionalAttr(tensorShardingPerValueAttr),
    out_shardings: optionalAttr(tensorShardingPerValueAttr),
  },
  results: { results: variadic(meshTensorOrToken) },
  regions: { region: sizedRegion(1) },
  traits: [
    singleBlockImplicitTerminator('mpmd.return'),
    isolatedFromAbove,
    hasParent('func.func', 'mpmd.for'),
  ],
  effects: 'recursive',
  speculates: 'recursively',
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    parser.expect('<');
    parseMeshAndOrigin(parser, state);
    let hasComma = parser.accept(',');
    if (hasComma && parser.acceptKeyword('stage')) {
      parser.expect('=');
      state.setAttr('stage_id', parseStage(parser));
      hasComma = parser.accept(',');
    }
    for (const name of ['in_shardings', 'out_shardings']) {
      if (!hasComma || !parser.acceptKeyword(name)) continue;
      parser.expect('=');
      state.setAttr(name, TensorShardingPerValueAttr.parseBody(parser));
      hasComma = name === 'in_shardings' && parser.accept(',');
    }
    parser.expect('>');
    parseComputation(parser, state);
  }

  static print(this: void, printer: Printer, op: FragmentOp): void {
    printMeshAndOrigin(printer, op.meshName.value, op.origins);
    if (op.stageId !== null) printer.write(`, stage=${op.stageId.value}`);
    for (const [name, shardings] of [
      ['in_shardings', op.inShardings],
      ['out_shardings', op.outShardings],
    ] as const) {
      if (shardings === null) continue;
      printer.write(`, ${name}=`);
      printer.printStripped(shardings, () => shardings.printBody(printer));
    }
    printer.write('>');
    printComputation(printer, op, ['mesh_name', 'origin', 'stage_id', 'in_shardings', 'out_shardings']);
  }

  get entry(): Block {
    return this.region.entry;
  }

  /** The named computations that the fragment comes from; none of an inferred one. */
  get origins(): readonly UserOriginAttr[] {
    return originsIn(this.origin);
  }

  /** The name of the fragment's mesh. */
  get mesh(): string {
    return this.meshName.value;
  }

  /** True if a named computation of the user became the fragment, or part of it. */
  get isUserFragment(): boolean {
    return this.origin.elements.length > 0;
  }

  /** The stage of the pipeline, or `null`. */
  get stage(): number | null {
    return this.stageId?.number ?? null;
  }

  override verifyOp(report: OpReport): boolean {
    return verifyMeshBoundary(boundaryOf(this), this.mesh, report);
  }
}

/** `<mesh="m1", origin=["f"(1), "g"]`: the mesh and the origins, up to what may follow them. */
export function printMeshAndOrigin(
  printer: Printer,
  meshName: string,
  origins: readonly UserOriginAttr[],
): void {
  printer.write('<mesh=');
  printer.writeString(meshName);
  printer.write(', origin=[');
  printer.writeList(origins, (origin) => origin.printShort(printer));
  printer.write(']');
}

/** Reads what {@link printMeshAndOrigin} writes behind the angle bracket. */
export function parseMeshAndOrigin(parser: Parser, state: ParsedOp): void {
  parser.expectKeyword('mesh');
  parser.expect('=');
  const { offset } = parser;
  const mesh = parser.parseAttribute();
  if (!(mesh instanceof StringAttr)) parser.fail('invalid kind of attribute specified', offset);
  state.setAttr('mesh_name', mesh);
  parser.expect(',');
  parser.expectKeyword('origin');
  parser.expect('=');
  state.setAttr('origin', ArrayAttr.get(parser.parseList('square', () => UserOriginAttr.parseShort(parser))));
}

function parseStage(parser: Parser): IntegerAttr {
  const { offset } = parser;
  const stage = parser.parseAttribute(i64);
  return stage instanceof IntegerAttr ? stage : parser.fail('invalid kind of attribute specified', offset);
}
