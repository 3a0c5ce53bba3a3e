import {
  ArrayAttr,
  Attribute,
  InternTable,
  type Parser,
  type Printer,
  SymbolRefAttr,
} from '@shardform/ir-core';
import { AxisRefAttr, MeshAttr } from './mesh-attrs.ts';
import { parseStructFields } from './struct-fields.ts';

/**
 * `#stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [...]>`: the groups of a collective as axes of a mesh, of
 * which each group takes all devices that agree on the other axes.
 */
export class ReplicaGroupMeshAxesAttr extends Attribute {
  static readonly mnemonic = 'stablehlo.replica_group_mesh_axes';
  static readonly #table = new InternTable<ReplicaGroupMeshAxesAttr>();
  /** A symbol's name or the mesh itself. */
  readonly mesh: SymbolRefAttr | MeshAttr;
  readonly axes: ArrayAttr;

  private constructor(mesh: SymbolRefAttr | MeshAttr, axes: ArrayAttr) {
    super();
    this.mesh = mesh;
    this.axes = axes;
  }

  static get(mesh: SymbolRefAttr | MeshAttr, axes: ArrayAttr): ReplicaGroupMeshAxesAttr {
    return this.#table.get(`${mesh.id},${axes.id}`, () => new ReplicaGroupMeshAxesAttr(mesh, axes));
  }

  static parse(this: void, parser: Parser): ReplicaGroupMeshAxesAttr {
    const start = parser.offset;
    const { mesh, axes } = parseStructFields(parser, {
      mesh: () => parser.parseAttribute(),
      axes: () => {
        const { offset } = parser;
        const list = parser.parseAttribute();
        return list instanceof ArrayAttr ? list : parser.fail('invalid kind of attribute specified', offset);
      },
    });
    if (!(mesh instanceof MeshAttr || (mesh instanceof SymbolRefAttr && mesh.isFlat))) {
      return parser.fail('mesh must be a FlatSymbolRefAttr or MeshAttr', start);
    }
    const attribute = ReplicaGroupMeshAxesAttr.get(mesh, axes);
    const problem = attribute.invalid();
    return problem === null ? attribute : parser.fail(problem, start);
  }

  /** What is wrong with the axes of a mesh that is written out, or `null`; those of a symbol are not known here. */
  invalid(): string | null {
    const { mesh, axes } = this;
    if (!(mesh instanceof MeshAttr)) return null;
    for (const axis of axes.elements) {
      if (!(axis instanceof AxisRefAttr)) return 'expected AxisRefAttr in axes list';
      if (!mesh.axes.some(({ axisName }) => axisName === axis.axisName))
        return `axis '${axis.axisName}' not found in mesh definition`;
    }
    return null;
  }

  override subAttributes(): readonly Attribute[] {
    return [this.mesh, this.axes];
  }

  override withSubAttributes([mesh, axes]: readonly Attribute[]): ReplicaGroupMeshAxesAttr {
    // Symbols are replaced by symbols, lists by lists.
    return ReplicaGroupMeshAxesAttr.get(mesh as SymbolRefAttr | MeshAttr, axes as ArrayAttr);
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', ReplicaGroupMeshAxesAttr.mnemonic, () => {
      printer.write('<mesh = ');
      printer.printAttribute(this.mesh);
      printer.write(', axes = ');
      printer.printAttribute(this.axes);
      printer.write('>');
    });
  }
}
