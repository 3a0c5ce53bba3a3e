import {
  ArrayAttr,
  arrayParameter,
  type Attribute,
  attributeBody,
  attributeWhere,
  defineAttr,
  DenseElementsAttr,
  integerParameter,
  type OptionalParameter,
  optionalParameter,
  type Parameter,
  type Parser,
  type Printer,
  stringParameter,
} from '@shardform/ir-core';

/** `#stablehlo.mesh_axis<name = "x", size = 2>`: one axis of a mesh of devices. */
export class MeshAxisAttr extends defineAttr('stablehlo.mesh_axis', {
  summary: 'Named axis in a mesh',
  parameters: {
    name: stringParameter,
    /** Number of devices along the axis. */
    size: integerParameter,
  },
  format: '`<` struct(params) `>`',
}) {}

const axisParameter: Parameter<MeshAxisAttr> = {
  kind: '`#stablehlo.mesh_axis`',
  key: ({ id }) => String(id),
  parse: parseMeshAxis,
  print: (printer, axis) => axis.printBody(printer),
};

const axesParameter: Parameter<readonly MeshAxisAttr[]> = {
  .../* @__PURE__ */ arrayParameter(axisParameter),
  // An empty list is not read.
  parse(parser) {
    parser.expect('[');
    const axes = parser.parseList('none', () => parseMeshAxis(parser));
    parser.expect(']');
    return axes;
  },
  encoding: {
    write: (writer, axes) => writer.attribute(ArrayAttr.get(axes)),
    read(reader) {
      const axes = reader.attributeOf(ArrayAttr, 'an array').elements;
      return axes.every((axis) => axis instanceof MeshAxisAttr)
        ? axes
        : reader.fail('expected the axes of a mesh');
    },
  },
};

const idsParameter = /* @__PURE__ */ attributeWhere((attribute) => attribute instanceof DenseElementsAttr, {
  kind: 'elements',
  problem: 'invalid kind of attribute specified',
});

/** `#stablehlo.mesh<axes=[<name = "x", size = 2>], device_ids=dense<...>>`: devices arranged along axes. */
export class MeshAttr extends defineAttr('stablehlo.mesh', {
  summary: 'Mesh of axes and a list of devices',
  parameters: {
    axes: axesParameter,
    /** `null` when the devices stand in the order of their ids. */
    device_ids: flaggedParameter(idsParameter),
  },
  format: '`<` `axes` `` `=` `` $axes (`,` `device_ids` `` `=` `` $device_ids^)? `>`',
}) {}

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

/** `#stablehlo.sub_axis_info(1)2`: the sub-axis with `size` devices, `preSize` blocks of them before it. */
export class SubAxisInfoAttr extends defineAttr('stablehlo.sub_axis_info', {
  summary: 'Info about how this sub-axis is derived from the full axis',
  parameters: { pre_size: integerParameter, size: integerParameter },
  format: '`(` $pre_size `)` `` $size',
}) {
  // Upstream writes it without the angle brackets that what is no mnemonic needs.
  override print(printer: Printer): void {
    printer.write(`#${SubAxisInfoAttr.mnemonic}`);
    this.printBody(printer);
  }
}

/** `#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>`: an axis of a mesh, or a part of one. */
export class AxisRefAttr extends defineAttr('stablehlo.axis_ref', {
  summary: 'Reference to either a full axis or a split sub-axis',
  parameters: {
    name: stringParameter,
    /** `null` for the whole axis. */
    sub_axis_info: flaggedParameter(
      attributeBody(SubAxisInfoAttr, { cppType: 'SubAxisInfoAttr', what: 'a sub-axis' }),
    ),
  },
  format: '`<` `name` `=` $name (`,` `sub_axis_info` `=` $sub_axis_info^)? `>`',
}) {}

/** A parameter that text may omit, and that bytecode precedes by a flag. */
/* @__NO_SIDE_EFFECTS__ */
function flaggedParameter<A extends Attribute>(inner: Parameter<A>): OptionalParameter<A | null> {
  return {
    ...optionalParameter(inner),
    encoding: {
      write(writer, attribute) {
        writer.bool(attribute !== null);
        if (attribute !== null) inner.encoding?.write(writer, attribute);
      },
      read: (reader) => (reader.bool() ? (inner.encoding?.read(reader) ?? null) : null),
    },
  };
}
