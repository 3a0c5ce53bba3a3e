import {
  Attribute,
  type AttrReference,
  idKey,
  InternTable,
  type Parser,
  type Printer,
} from '@shardform/ir-core';
import { parameter } from './attribute-parameter.ts';
import { MeshAxisAttr } from './mesh-axis-attr.ts';

/**
 * A logical view of the devices: named axes, major to minor, and the ids of the devices in that order. Text:
 * `<["x"=2, "y"=4]>`, `<["x"=2], device_ids=[1, 0]>`; `<[]>` is the empty mesh, `<[], device_ids=[3]>` the
 * maximal mesh of one device.
 *
 * By hand: keeps sizes and positions of its axes, and drops device ids that say nothing.
 */
export class MeshAttr extends Attribute {
  static readonly mnemonic = 'sdy.mesh';
  static readonly definition: AttrReference = {
    summary: 'Mesh of axes and a list of devices',
    parameters: [
      ['axes', 'array of `#sdy.mesh_axis`'],
      ['device_ids', 'array of integer'],
    ],
    syntax: '`<` `[` $axes `]` (`,` `device_ids` `=` `[` $device_ids^ `]`)? `>`',
  };
  static readonly #table = new InternTable<MeshAttr>();
  readonly axes: readonly MeshAxisAttr[];
  /** Empty when the devices are numbered in order; never an explicit `0, 1, 2, ...` beside axes. */
  readonly deviceIds: readonly number[];
  readonly #sizes = new Map<string, number>();
  readonly #positions = new Map<string, number>();
  #ignoringDeviceIds: MeshAttr | null = null;

  private constructor(axes: readonly MeshAxisAttr[], deviceIds: readonly number[]) {
    super();
    this.axes = axes;
    this.deviceIds = deviceIds;
    axes.forEach(({ name, size }, i) => {
      this.#sizes.set(name, size);
      this.#positions.set(name, i);
    });
  }

  /** Device ids that say no more than their absence are dropped. Nothing is checked; see {@link MeshAttr.invalid}. */
  static get(axes: readonly MeshAxisAttr[], deviceIds: readonly number[] = []): MeshAttr {
    const saysNothing = axes.length > 0 && isIota(deviceIds) && deviceIds.length === sizeOf(axes);
    const ids = saysNothing ? [] : [...deviceIds];
    return this.#table.get(`${idKey(axes)}|${ids.join()}`, () => new MeshAttr([...axes], ids));
  }

  /** A mesh of `[name, size]` pairs. */
  static of(axes: Iterable<readonly [string, number]>, deviceIds: readonly number[] = []): MeshAttr {
    return MeshAttr.get(
      Array.from(axes, ([name, size]) => MeshAxisAttr.get({ name, size })),
      deviceIds,
    );
  }

  /** The mesh of one device. */
  static maximal(deviceId: number): MeshAttr {
    return MeshAttr.get([], [deviceId]);
  }

  static parse(this: void, parser: Parser): MeshAttr {
    const { offset } = parser;
    parser.expect('<');
    parser.expect('[');
    let axes: MeshAxisAttr[] = [];
    if (!parser.accept(']')) {
      axes = parameter(parser, 'Mesh', 'axes', '::llvm::ArrayRef<MeshAxisAttr>', () =>
        parser.parseList('none', () => MeshAxisAttr.parse(parser)),
      );
      parser.expect(']');
    }
    let deviceIds: number[] = [];
    if (parser.accept(',')) {
      parser.expectKeyword('device_ids');
      parser.expect('=');
      parser.expect('[');
      deviceIds = parameter(parser, 'Mesh', 'device_ids', '::llvm::ArrayRef<int64_t>', () =>
        parser.parseList('none', () => parser.parseNumber()),
      );
      parser.expect(']');
    }
    parser.expect('>');
    const mesh = MeshAttr.get(axes, deviceIds);
    const problem = mesh.invalid();
    if (problem !== null) parser.fail(problem, offset);
    return mesh;
  }

  /** Returns an error message for an invalid mesh, or `null`. */
  invalid(): string | null {
    const { axes, deviceIds } = this;
    const negative = deviceIds.find((id) => id < 0);
    if (negative !== undefined) return `device id must be non-negative, got: ${negative}`;
    if (axes.length === 0) {
      return deviceIds.length > 1 ? 'axes is empty and device_ids has more than one element' : null;
    }
    const seen = new Set<string>();
    for (const { name } of axes) {
      if (seen.has(name)) return `duplicate axis name: "${name}"`;
      seen.add(name);
    }
    if (deviceIds.length === 0) return null;
    if (this.totalSize !== deviceIds.length) {
      return `total product of axis sizes must match total number of device ids, got: ${this.totalSize} != ${deviceIds.length}`;
    }
    const sorted = [...deviceIds].sort((a, b) => a - b);
    return isIota(sorted) ? null : `sorted device ids must be iota(product(axes)), got: ${sorted.join(', ')}`;
  }

  /** No axes and no device ids. */
  get isEmpty(): boolean {
    return this.axes.length === 0 && this.deviceIds.length === 0;
  }

  /** No axes and exactly one device. */
  get isMaximal(): boolean {
    return this.axes.length === 0 && this.deviceIds.length === 1;
  }

  /** Product of the axis sizes; 1 without axes. */
  get totalSize(): number {
    return sizeOf(this.axes);
  }

  hasAxis(name: string): boolean {
    return this.#sizes.has(name);
  }

  /** @throws when the mesh has no such axis. */
  axisSize(name: string): number {
    const size = this.#sizes.get(name);
    if (size === undefined) throw new Error(`mesh has no axis "${name}"`);
    return size;
  }

  /** Position of an axis, 0 for the major-most. @throws when the mesh has no such axis. */
  axisPosition(name: string): number {
    const position = this.#positions.get(name);
    if (position === undefined) throw new Error(`mesh has no axis "${name}"`);
    return position;
  }

  /** The id of the device at a position in mesh order. */
  deviceId(position: number): number {
    return this.deviceIds[position] ?? position;
  }

  /** The same axes with devices in order; maximal meshes stay as they are. O(1) after the first call. */
  ignoringDeviceIds(): MeshAttr {
    if (this.deviceIds.length === 0 || this.axes.length === 0) return this;
    return (this.#ignoringDeviceIds ??= MeshAttr.get(this.axes));
  }

  /** Returns true if both are maximal or both are not, and the axes are the same. */
  equalsIgnoringDeviceIds(other: MeshAttr): boolean {
    if (this === other) return true;
    if (this.isMaximal || other.isMaximal) return this.isMaximal && other.isMaximal;
    return this.ignoringDeviceIds() === other.ignoringDeviceIds();
  }

  print(printer: Printer): void {
    printer.write('#sdy.mesh');
    this.printBody(printer);
  }

  printBody(printer: Printer): void {
    printer.write('<[');
    printer.writeList(this.axes, (axis) => axis.printBody(printer));
    printer.write(']');
    if (this.deviceIds.length > 0) printer.write(`, device_ids=[${this.deviceIds.join(', ')}]`);
    printer.write('>');
  }
}

function sizeOf(axes: readonly MeshAxisAttr[]): number {
  let product = 1;
  for (const { size } of axes) product *= size;
  return product;
}

function isIota(ids: readonly number[]): boolean {
  return ids.every((id, i) => id === i);
}
