import {
  type Attribute,
  type AttrReference,
  InternTable,
  type Parser,
  type Printer,
  RankedTensorType,
  ShapedType,
  StringAttr,
  type Type,
  type Value,
} from '@shardform/ir-core';
import {
  localType,
  type MeshAttr,
  parseShardingElement,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { PINNED_HOST } from '../attribute-names.ts';

/** The parts of a mesh tensor's type that {@link MeshTensorType.with} can replace. */
export interface MeshTensorFields {
  readonly meshName?: string;
  readonly globalType?: RankedTensorType;
  readonly sharding?: TensorShardingAttr | null;
  readonly memoryKind?: string | null;
}

/**
 * `!mpmd.mesh_tensor<"m1", tensor<4x8xf32>, sharding=<@mesh, [{"x"}, {}]>, memory_kind="device">`: a tensor that lives
 * on a mesh of the topology, split over its devices or, without a sharding, replicated. Shape and elements are those of
 * the whole tensor.
 */
export class MeshTensorType extends ShapedType {
  static readonly mnemonic = 'mpmd.mesh_tensor';
  static readonly definition: AttrReference = {
    summary: 'mesh tensor type',
    parameters: [
      ['mesh_name', 'string'],
      ['ranked_tensor_type', 'ranked tensor type'],
      ['sharding', 'optional `#sdy.sharding`'],
      ['memory_kind', 'optional string'],
    ],
    syntax:
      '`<` $mesh_name `,` $ranked_tensor_type (`,` `sharding` `=` $sharding^)? (`,` `memory_kind` `=` $memory_kind^)? `>`',
  };
  static readonly #table = new InternTable<MeshTensorType>();
  readonly meshName: string;
  /** The type of the whole tensor. */
  readonly globalType: RankedTensorType;
  /** `null` where the type says nothing: not the same type as one with a replicated sharding. */
  readonly sharding: TensorShardingAttr | null;
  /** `null` where the type says nothing, which means the memory of the devices. */
  readonly memoryKind: string | null;

  private constructor(
    meshName: string,
    globalType: RankedTensorType,
    sharding: TensorShardingAttr | null,
    memoryKind: string | null,
  ) {
    super();
    this.meshName = meshName;
    this.globalType = globalType;
    this.sharding = sharding;
    this.memoryKind = memoryKind;
  }

  static get(
    meshName: string,
    globalType: RankedTensorType,
    sharding: TensorShardingAttr | null = null,
    memoryKind: string | null = null,
  ): MeshTensorType {
    const memory = memoryKind === null ? '' : JSON.stringify(memoryKind);
    const key = `${globalType.id}|${sharding?.id ?? ''}|${memory}|${meshName}`;
    return this.#table.get(key, () => new MeshTensorType(meshName, globalType, sharding, memoryKind));
  }

  static parse(this: void, parser: Parser): MeshTensorType {
    parser.expect('<');
    const meshName = parseStringAttr(parser);
    parser.expect(',');
    const { offset } = parser;
    const type = parser.parseType();
    if (!(type instanceof RankedTensorType))
      parser.fail(
        `invalid kind of type specified: expected builtin.tensor, but found '${String(type)}'`,
        offset,
      );
    let sharding: TensorShardingAttr | null = null;
    let memoryKind: string | null = null;
    if (!parser.accept('>')) {
      parser.expect(',');
      if (parser.acceptKeyword('sharding')) {
        parser.expect('=');
        sharding = parseShardingElement(parser);
        if (parser.accept(',')) memoryKind = parseMemoryKind(parser);
      } else memoryKind = parseMemoryKind(parser);
      parser.expect('>');
    }
    return MeshTensorType.get(meshName, type, sharding, memoryKind);
  }

  get shape(): readonly number[] {
    return this.globalType.shape;
  }

  get elementType(): Type {
    return this.globalType.elementType;
  }

  get rank(): number {
    return this.globalType.rank;
  }

  /** True if every device of the mesh holds the whole tensor. */
  get isFullyReplicated(): boolean {
    return this.sharding === null || this.sharding.isFullyReplicated;
  }

  /** True if the type says that the tensor lives on the host. */
  get isOnHost(): boolean {
    return this.memoryKind === PINNED_HOST;
  }

  /** Returns the type with some parts replaced. */
  with(fields: MeshTensorFields): MeshTensorType {
    return MeshTensorType.get(
      fields.meshName ?? this.meshName,
      fields.globalType ?? this.globalType,
      fields.sharding === undefined ? this.sharding : fields.sharding,
      fields.memoryKind === undefined ? this.memoryKind : fields.memoryKind,
    );
  }

  /** Returns the type of the part that each device of `mesh` holds; sizes that don't divide are rounded up. */
  localTypeOn(mesh: MeshAttr): RankedTensorType {
    if (this.sharding === null) return this.globalType;
    // The local type of a ranked tensor is one.
    return localType(this.globalType, this.sharding, mesh) as RankedTensorType;
  }

  override subAttributes(): readonly Attribute[] {
    return this.sharding === null ? [this.globalType] : [this.globalType, this.sharding];
  }

  override withSubAttributes([globalType, sharding]: readonly Attribute[]): MeshTensorType {
    return this.with({
      // Types are replaced by types; one that isn't ranked can't be on a mesh.
      globalType: globalType as RankedTensorType,
      // Shardings are replaced by shardings.
      sharding: (sharding as TensorShardingAttr | undefined) ?? null,
    });
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('!', MeshTensorType.mnemonic, () => {
      printer.write('<');
      printer.writeString(this.meshName);
      printer.write(', ');
      printer.printType(this.globalType);
      const { sharding } = this;
      if (sharding !== null) {
        printer.write(', sharding=');
        printer.printStripped(sharding, () => sharding.printBody(printer));
      }
      if (this.memoryKind !== null) {
        printer.write(', memory_kind=');
        printer.writeString(this.memoryKind);
      }
      printer.write('>');
    });
  }
}

function parseStringAttr(parser: Parser): string {
  const { offset } = parser;
  const attribute = parser.parseAttribute();
  return attribute instanceof StringAttr
    ? attribute.value
    : parser.fail('invalid kind of attribute specified', offset);
}

function parseMemoryKind(parser: Parser): string {
  parser.expectKeyword('memory_kind');
  parser.expect('=');
  return parseStringAttr(parser);
}

/** Returns the type of a value as a mesh tensor's, or `null` for values of other types. */
export function meshTensorTypeOf({ type }: { readonly type: Type }): MeshTensorType | null {
  return type instanceof MeshTensorType ? type : null;
}

/** Returns true for values that are mesh tensors. */
export function isMeshTensor(value: Value): value is Value<MeshTensorType> {
  return value.type instanceof MeshTensorType;
}
