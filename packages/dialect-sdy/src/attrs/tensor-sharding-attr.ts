import {
  Attribute,
  type AttrReference,
  idKey,
  InternTable,
  isBareIdentifier,
  type Parser,
  type Printer,
  quoteString,
  SymbolRefAttr,
  withContext,
} from '@shardform/ir-core';
import { parameter } from './attribute-parameter.ts';
import { axisListText, parseNonEmptyAxisList } from './axis-list-text.ts';
import type { AxisRefAttr } from './axis-ref-attr.ts';
import { DimensionShardingAttr } from './dimension-sharding-attr.ts';
import { MeshAttr } from './mesh-attr.ts';
import { parseOptionalReductionOp, type ReductionOp } from './reduction-op.ts';

/** The fields of a sharding that {@link TensorShardingAttr.with} can replace. */
export interface ShardingFields {
  readonly meshOrRef?: MeshAttr | SymbolRefAttr;
  readonly dims?: readonly DimensionShardingAttr[];
  readonly replicatedAxes?: readonly AxisRefAttr[];
  readonly unreducedAxes?: readonly AxisRefAttr[];
  readonly reductionOp?: ReductionOp;
}

/**
 * The distribution of a tensor over a mesh: one entry per dimension, the axes along which it must stay replicated, and
 * the axes along which the devices hold partial values still to be combined with `reductionOp`. Text:
 * `<@mesh, [{"x"}, {?}], replicated={"y"}, unreduced={"z"}>`.
 *
 * By hand: keeps its text, and its key leaves out what most shardings do not have.
 */
export class TensorShardingAttr extends Attribute {
  static readonly mnemonic = 'sdy.sharding';
  static readonly definition: AttrReference = {
    summary: 'Tensor sharding',
    parameters: [
      ['mesh_or_ref', 'symbol or `#sdy.mesh`'],
      ['dim_shardings', 'array of `#sdy.dimension_sharding`'],
      ['replicated_axes', 'array of `#sdy.axis_ref`'],
      ['unreduced_axes', 'array of `#sdy.axis_ref`'],
      ['reduction_op', '`sum`, `max`, `min`'],
    ],
    syntax:
      '`<` $mesh_or_ref `,` `[` $dim_shardings `]` (`,` `replicated` `=` `{` $replicated_axes^ `}`)? (`,` `unreduced` `=` $reduction_op `{` $unreduced_axes^ `}`)? `>`',
  };
  static readonly #table = new InternTable<TensorShardingAttr>();
  /** A mesh by name, or the mesh itself. */
  readonly meshOrRef: MeshAttr | SymbolRefAttr;
  readonly dims: readonly DimensionShardingAttr[];
  readonly replicatedAxes: readonly AxisRefAttr[];
  readonly unreducedAxes: readonly AxisRefAttr[];
  readonly reductionOp: ReductionOp;
  #text: string | null = null;

  private constructor(
    meshOrRef: MeshAttr | SymbolRefAttr,
    dims: readonly DimensionShardingAttr[],
    replicatedAxes: readonly AxisRefAttr[],
    unreducedAxes: readonly AxisRefAttr[],
    reductionOp: ReductionOp,
  ) {
    super();
    this.meshOrRef = meshOrRef;
    this.dims = dims;
    this.replicatedAxes = replicatedAxes;
    this.unreducedAxes = unreducedAxes;
    this.reductionOp = reductionOp;
  }

  static get(
    meshOrRef: MeshAttr | SymbolRefAttr,
    dims: readonly DimensionShardingAttr[],
    replicatedAxes: readonly AxisRefAttr[] = [],
    unreducedAxes: readonly AxisRefAttr[] = [],
    reductionOp: ReductionOp = 'sum',
  ): TensorShardingAttr {
    let key = `${meshOrRef.id}|${idKey(dims)}`;
    if (replicatedAxes.length > 0 || unreducedAxes.length > 0 || reductionOp !== 'sum') {
      key += `|${idKey(replicatedAxes)}|${idKey(unreducedAxes)}${reductionOp}`;
    }
    return this.#table.get(
      key,
      () =>
        new TensorShardingAttr(meshOrRef, [...dims], [...replicatedAxes], [...unreducedAxes], reductionOp),
    );
  }

  /** Nothing split, everything open. */
  static fullyOpen(meshOrRef: MeshAttr | SymbolRefAttr, rank: number): TensorShardingAttr {
    return TensorShardingAttr.get(
      meshOrRef,
      new Array<DimensionShardingAttr>(rank).fill(DimensionShardingAttr.open),
    );
  }

  /** Nothing split, nothing open. */
  static fullyClosed(meshOrRef: MeshAttr | SymbolRefAttr, rank: number): TensorShardingAttr {
    return TensorShardingAttr.get(
      meshOrRef,
      new Array<DimensionShardingAttr>(rank).fill(DimensionShardingAttr.closed),
    );
  }

  static parse(this: void, parser: Parser): TensorShardingAttr {
    parser.expect('<');
    const meshOrRef = parseMeshOrRef(parser);
    parser.expect(',');
    parser.expect('[');
    let dims: DimensionShardingAttr[] = [];
    if (!parser.accept(']')) {
      dims = parameter(
        parser,
        'TensorSharding',
        'dim_shardings',
        '::llvm::ArrayRef<DimensionShardingAttr>',
        () => parser.parseList('none', () => DimensionShardingAttr.parse(parser)),
      );
      parser.expect(']');
    }
    let replicated: AxisRefAttr[] = [];
    let unreduced: AxisRefAttr[] = [];
    let reductionOp: ReductionOp = 'sum';
    while (parser.accept(',')) {
      if (replicated.length === 0 && parser.acceptKeyword('replicated')) {
        replicated = parseReplicatedAxes(parser);
      } else if (unreduced.length === 0 && parser.acceptKeyword('unreduced')) {
        ({ op: reductionOp, axes: unreduced } = parseUnreducedAxes(parser));
      } else {
        parser.fail('failed to parse Sdy_TensorSharding, expected valid named axis list after comma');
      }
    }
    parser.expect('>');
    return TensorShardingAttr.get(meshOrRef, dims, replicated, unreduced, reductionOp);
  }

  get rank(): number {
    return this.dims.length;
  }

  /** The name of the mesh; `null` for a mesh written in place. */
  get meshName(): string | null {
    return this.meshOrRef instanceof MeshAttr ? null : this.meshOrRef.root;
  }

  /** True if no dimension is open. */
  get isFullyClosed(): boolean {
    return this.dims.every((dim) => dim.isClosed);
  }

  /** True if no axis splits a dimension and no partial values are held. */
  get isFullyReplicated(): boolean {
    return this.unreducedAxes.length === 0 && this.dims.every((dim) => dim.axes.length === 0);
  }

  /** Returns the sharding with some fields replaced. */
  with(parts: ShardingFields): TensorShardingAttr {
    return TensorShardingAttr.get(
      parts.meshOrRef ?? this.meshOrRef,
      parts.dims ?? this.dims,
      parts.replicatedAxes ?? this.replicatedAxes,
      parts.unreducedAxes ?? this.unreducedAxes,
      parts.reductionOp ?? this.reductionOp,
    );
  }

  /** The sharding with one dimension exchanged. */
  withDim(index: number, dim: DimensionShardingAttr): TensorShardingAttr {
    if (this.dims[index] === dim) return this;
    return this.with({ dims: this.dims.map((old, i) => (i === index ? dim : old)) });
  }

  /** The sharding with all dimensions closed. */
  closed(): TensorShardingAttr {
    return this.isFullyClosed ? this : this.with({ dims: this.dims.map((dim) => dim.withClosed(true)) });
  }

  /** The sharding with all dimensions open. */
  opened(): TensorShardingAttr {
    return this.with({ dims: this.dims.map((dim) => dim.withClosed(false)) });
  }

  /** The sharding on another mesh. */
  onMesh(meshOrRef: MeshAttr | SymbolRefAttr): TensorShardingAttr {
    return meshOrRef === this.meshOrRef ? this : this.with({ meshOrRef });
  }

  override subAttributes(): readonly Attribute[] {
    return [this.meshOrRef];
  }

  override withSubAttributes([meshOrRef]: readonly Attribute[]): TensorShardingAttr {
    // The argument given for a mesh or its name is one again.
    return this.onMesh(meshOrRef as MeshAttr | SymbolRefAttr);
  }

  /** All axes in the order: dimensions, replicated, unreduced. */
  *axes(): IterableIterator<AxisRefAttr> {
    for (const dim of this.dims) yield* dim.axes;
    yield* this.replicatedAxes;
    yield* this.unreducedAxes;
  }

  /** The text without `#sdy.sharding`, from one angle bracket to the other. */
  get text(): string {
    return (this.#text ??= this.#makeText());
  }

  #makeText(): string {
    const { meshOrRef, dims, replicatedAxes, unreducedAxes, reductionOp } = this;
    const mesh =
      meshOrRef instanceof MeshAttr
        ? meshOrRef.toString().slice('#sdy.'.length)
        : `@${isBareIdentifier(meshOrRef.root) ? meshOrRef.root : quoteString(meshOrRef.root)}`;
    let text = `<${mesh}, [${dims.map((dim) => dim.text).join(', ')}]`;
    if (replicatedAxes.length > 0) text += `, replicated=${axisListText(replicatedAxes)}`;
    if (unreducedAxes.length > 0) {
      text += `, unreduced=${reductionOp === 'sum' ? '' : reductionOp}${axisListText(unreducedAxes)}`;
    }
    return `${text}>`;
  }

  print(printer: Printer): void {
    printer.write('#sdy.sharding');
    printer.write(this.text);
  }

  printBody(printer: Printer): void {
    printer.write(this.text);
  }
}

function parseMeshOrRef(parser: Parser): MeshAttr | SymbolRefAttr {
  if (parser.acceptKeyword('mesh')) {
    return withContext(parser, 'failed to parse MeshAttr', () => MeshAttr.parse(parser));
  }
  const { offset } = parser;
  return withContext(parser, 'expecting MeshAttr or FlatSymbolRefAttr, got: <<NULL ATTRIBUTE>>', () => {
    const attribute = parser.parseAttribute();
    return attribute instanceof SymbolRefAttr && attribute.isFlat
      ? attribute
      : parser.fail('invalid kind of attribute specified', offset);
  });
}

function parseReplicatedAxes(parser: Parser): AxisRefAttr[] {
  return withContext(parser, "failed to parse Sdy_TensorSharding parameter 'replicated_axes'", () => {
    parser.expect('=');
    return parseNonEmptyAxisList(parser);
  });
}

/** Partial values may name their operation before the list, and leave out the equals sign. */
function parseUnreducedAxes(parser: Parser): { readonly op: ReductionOp; readonly axes: AxisRefAttr[] } {
  return withContext(parser, "failed to parse Sdy_TensorSharding parameter 'unreduced_axes'", () => {
    const op = parser.accept('=') ? parseOptionalReductionOp(parser) : 'sum';
    return { op, axes: parseNonEmptyAxisList(parser) };
  });
}
