import {
  Attribute,
  DenseElementsAttr,
  idKey,
  InternTable,
  type Parser,
  type Printer,
  quoteString,
  textKey,
} from '@shardform/ir-core';
import { parseStructFields } from './struct-fields.ts';

/** `#stablehlo.mesh_axis<name = "x", size = 2>`: one axis of a mesh of devices. */
export class MeshAxisAttr extends Attribute {
  static readonly mnemonic = 'stablehlo.mesh_axis';
  static readonly #table = new InternTable<MeshAxisAttr>();
  readonly axisName: string;
  /** Number of devices along the axis. */
  readonly size: number;

  private constructor(axisName: string, size: number) {
    super();
    this.axisName = axisName;
    this.size = size;
  }

  static get(axisName: string, size: number): MeshAxisAttr {
    return this.#table.get(`${size}|${axisName}`, () => new MeshAxisAttr(axisName, size));
  }

  static parse(this: void, parser: Parser): MeshAxisAttr {
    const { name, size } = parseStructFields(parser, {
      name: () => parser.parseString(),
      size: () => parser.parseNumber(),
    });
    return MeshAxisAttr.get(name, size);
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', MeshAxisAttr.mnemonic, () => this.printFields(printer));
  }

  /** Writes `<name = "x", size = 2>`. */
  printFields(printer: Printer): void {
    printer.write(`<name = ${quoteString(this.axisName)}, size = ${this.size}>`);
  }
}

/** `#stablehlo.mesh<axes=[<name = "x", size = 2>], device_ids=dense<...>>`: devices arranged along axes. */
export class MeshAttr extends Attribute {
  static readonly mnemonic = 'stablehlo.mesh';
  static readonly #table = new InternTable<MeshAttr>();
  readonly axes: readonly MeshAxisAttr[];
  /** `null` when the devices stand in the order of their ids. */
  readonly deviceIds: DenseElementsAttr | null;

  private constructor(axes: readonly MeshAxisAttr[], deviceIds: DenseElementsAttr | null) {
    super();
    this.axes = axes;
    this.deviceIds = deviceIds;
  }

  static get(axes: readonly MeshAxisAttr[], deviceIds: DenseElementsAttr | null = null): MeshAttr {
    return this.#table.get(idKey([...axes, deviceIds]), () => new MeshAttr([...axes], deviceIds));
  }

  static parse(this: void, parser: Parser): MeshAttr {
    parser.expect('<');
    parser.expectKeyword('axes');
    parser.expect('=');
    parser.expect('[');
    const axes: MeshAxisAttr[] = [];
    do axes.push(parseMeshAxis(parser));
    while (parser.accept(','));
    parser.expect(']');
    let deviceIds: DenseElementsAttr | null = null;
    if (parser.accept(',')) {
      parser.expectKeyword('device_ids');
      parser.expect('=');
      const { offset } = parser;
      const ids = parser.parseAttribute();
      if (!(ids instanceof DenseElementsAttr)) {
        return parser.fail('invalid kind of attribute specified', offset);
      }
      deviceIds = ids;
    }
    parser.expect('>');
    return MeshAttr.get(axes, deviceIds);
  }

  override subAttributes(): readonly Attribute[] {
    return this.deviceIds === null ? this.axes : [...this.axes, this.deviceIds];
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', MeshAttr.mnemonic, () => {
      printer.write('<axes=[');
      printer.writeList(this.axes, (axis) => axis.printFields(printer));
      printer.write(']');
      if (this.deviceIds !== null) {
        printer.write(', device_ids=');
        printer.printAttribute(this.deviceIds);
      }
      printer.write('>');
    });
  }
}

/** `<name = "x", size = 2>` or the whole attribute. */
function parseMeshAxis(parser: Parser): MeshAxisAttr {
  if (parser.at('<')) return MeshAxisAttr.parse(parser);
  if (!parser.at('hash')) {
    parser.report("expected '<'");
    return parser.fail(
      "failed to parse StableHLO_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<stablehlo::MeshAxisAttr>`",
    );
  }
  const { offset } = parser;
  const axis = parser.parseAttribute();
  return axis instanceof MeshAxisAttr ? axis : parser.fail('invalid kind of attribute specified', offset);
}

/** `#stablehlo.sub_axis_info(1)2`: the part of an axis with `size` devices, `preSize` blocks of them before it. */
export class SubAxisInfoAttr extends Attribute {
  static readonly mnemonic = 'stablehlo.sub_axis_info';
  static readonly #table = new InternTable<SubAxisInfoAttr>();
  readonly preSize: number;
  readonly size: number;

  private constructor(preSize: number, size: number) {
    super();
    this.preSize = preSize;
    this.size = size;
  }

  static get(preSize: number, size: number): SubAxisInfoAttr {
    return this.#table.get(`${preSize},${size}`, () => new SubAxisInfoAttr(preSize, size));
  }

  static parse(this: void, parser: Parser): SubAxisInfoAttr {
    parser.expect('(');
    const preSize = parser.parseNumber();
    parser.expect(')');
    return SubAxisInfoAttr.get(preSize, parser.parseNumber());
  }

  print(printer: Printer): void {
    printer.write(`#${SubAxisInfoAttr.mnemonic}(${this.preSize})${this.size}`);
  }
}

/** `#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>`: an axis of a mesh, or a part of one. */
export class AxisRefAttr extends Attribute {
  static readonly mnemonic = 'stablehlo.axis_ref';
  static readonly #table = new InternTable<AxisRefAttr>();
  readonly axisName: string;
  /** `null` for the whole axis. */
  readonly subAxis: SubAxisInfoAttr | null;

  private constructor(axisName: string, subAxis: SubAxisInfoAttr | null) {
    super();
    this.axisName = axisName;
    this.subAxis = subAxis;
  }

  static get(axisName: string, subAxis: SubAxisInfoAttr | null = null): AxisRefAttr {
    return this.#table.get(
      `${textKey(axisName)}${subAxis === null ? '' : subAxis.id}`,
      () => new AxisRefAttr(axisName, subAxis),
    );
  }

  static parse(this: void, parser: Parser): AxisRefAttr {
    parser.expect('<');
    parser.expectKeyword('name');
    parser.expect('=');
    const name = parser.parseString();
    let subAxis: SubAxisInfoAttr | null = null;
    if (parser.accept(',')) {
      parser.expectKeyword('sub_axis_info');
      parser.expect('=');
      subAxis = SubAxisInfoAttr.parse(parser);
    }
    parser.expect('>');
    return AxisRefAttr.get(name, subAxis);
  }

  print(printer: Printer): void {
    const { subAxis } = this;
    const part = subAxis === null ? '' : `, sub_axis_info = (${subAxis.preSize})${subAxis.size}`;
    printer.printDialectSymbol('#', AxisRefAttr.mnemonic, () =>
      printer.write(`<name = ${quoteString(this.axisName)}${part}>`),
    );
  }
}
