import {
  Attribute,
  type AttrReference,
  attributeBody,
  type Parameter,
  type Parser,
  type Printer,
  quoteString,
} from '@shardform/ir-core';
import { parameter, parseAxisName } from './attribute-parameter.ts';
import type { MeshAttr } from './mesh-attr.ts';
import { SubAxisInfoAttr } from './sub-axis-info-attr.ts';

/**
 * A whole axis of a mesh, `"x"`, or a part of one, `"x":(2)4`.
 *
 * By hand: found by name without a key, in the inner loop of propagation.
 */
export class AxisRefAttr extends Attribute {
  static readonly mnemonic = 'sdy.axis_ref';
  static readonly definition: AttrReference = {
    summary: 'Reference to either a full axis or a split sub-axis',
    parameters: [
      ['name', 'string'],
      ['sub_axis_info', '`#sdy.sub_axis_info`'],
    ],
    syntax: '$name (`:` $sub_axis_info^)?',
  };
  static readonly #fullAxes = new Map<string, AxisRefAttr>();
  readonly name: string;
  /** `null` for a whole axis. */
  readonly subAxis: SubAxisInfoAttr | null;
  /** Number of positions of the axis that are major of this sub-axis; 1 for a whole axis. */
  readonly preSize: number;
  /** The reference as it stands in shardings. */
  readonly text: string;
  // Sub-axes of this axis; only whole axes have them.
  readonly #parts = new Map<SubAxisInfoAttr, AxisRefAttr>();

  private constructor(name: string, subAxis: SubAxisInfoAttr | null) {
    super();
    this.name = name;
    this.subAxis = subAxis;
    this.preSize = subAxis === null ? 1 : subAxis.preSize;
    const quoted = quoteString(name);
    this.text = subAxis === null ? quoted : `${quoted}:(${subAxis.preSize})${subAxis.size}`;
  }

  static get(name: string, subAxis: SubAxisInfoAttr | null = null): AxisRefAttr {
    let full = this.#fullAxes.get(name);
    if (full === undefined) this.#fullAxes.set(name, (full = new AxisRefAttr(name, null)));
    return subAxis === null ? full : full.#part(subAxis);
  }

  /** Returns the sub-axis between `preSize` and `preSize * size`, also where it is the whole axis. */
  static sub(name: string, preSize: number, size: number): AxisRefAttr {
    return AxisRefAttr.get(name, SubAxisInfoAttr.get({ preSize, size }));
  }

  #part(subAxis: SubAxisInfoAttr): AxisRefAttr {
    let part = this.#parts.get(subAxis);
    if (part === undefined) this.#parts.set(subAxis, (part = new AxisRefAttr(this.name, subAxis)));
    return part;
  }

  static parse(this: void, parser: Parser): AxisRefAttr {
    const name = parseAxisName(parser, 'AxisRef');
    if (!parser.accept(':')) return AxisRefAttr.get(name);
    return AxisRefAttr.get(
      name,
      parameter(parser, 'AxisRef', 'sub_axis_info', 'SubAxisInfoAttr', () => SubAxisInfoAttr.parse(parser)),
    );
  }

  get isSubAxis(): boolean {
    return this.subAxis !== null;
  }

  /** Returns the number of devices along the axis or sub-axis. @throws when the mesh lacks the axis. */
  size(mesh: MeshAttr): number {
    return this.subAxis === null ? mesh.axisSize(this.name) : this.subAxis.size;
  }

  /** Returns where the next minor sub-axis begins: `preSize * size`. */
  nextPreSize(mesh: MeshAttr): number {
    return this.subAxis === null ? mesh.axisSize(this.name) : this.subAxis.nextPreSize;
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', AxisRefAttr.mnemonic, () => this.printBody(printer));
  }

  printBody(printer: Printer): void {
    printer.write(this.text);
  }
}

/** A parameter that is an axis. */
export const axisRefParameter: Parameter<AxisRefAttr> = /* @__PURE__ */ attributeBody(AxisRefAttr, {
  cppType: 'AxisRefAttr',
  what: 'an axis',
});
