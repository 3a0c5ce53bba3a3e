import {
  Attribute,
  InternTable,
  f64,
  FloatAttr,
  type Parser,
  type Printer,
  StringAttr,
} from '@shardform/ir-core';

/**
 * A device of a topology as a program's attribute describes it. Fields that are `null` have the value that the cost
 * model assumes.
 */
export interface TopologyDevice {
  readonly id: number;
  /** Such as `gpu`. */
  readonly kind: string;
  /** Peak floating-point operations per second. */
  readonly flops: number | null;
  /** Bytes per second between the device and its memory. */
  readonly dram: number | null;
  /** Seconds to start an operation. */
  readonly launch: number | null;
  /** Bytes of memory. */
  readonly memory: number | null;
}

/** A link from one device to another. */
export interface TopologyLink {
  readonly from: number;
  readonly to: number;
  /** Gigabits per second; one is 1.25e8 bytes per second. */
  readonly gbps: number;
}

const PARAMETERS = ['flops', 'dram', 'launch', 'memory'] as const;

/** Parameters that something is divided by. */
const RATES: ReadonlySet<string> = new Set(['flops', 'dram']);

/**
 * The devices and links that a module is compiled for, as the module's attribute `dist.topology`:
 * `#dist.topology<devices = [0 "cpu", 1 "gpu" {flops = 1.4e13}], links = [0 -> 1 = 25.0], default_gbps = 25.0>`. Links
 * have a direction; `0 <-> 1 = 25.0` stands for both. Pairs without a link have the default, if there is one.
 */
export class TopologyAttr extends Attribute {
  static readonly mnemonic = 'dist.topology';
  static readonly #table = new InternTable<TopologyAttr>();
  readonly devices: readonly TopologyDevice[];
  readonly links: readonly TopologyLink[];
  readonly defaultGbps: number | null;
  readonly #gbps = new Map<string, number>();
  readonly #ids: ReadonlySet<number>;

  private constructor(
    devices: readonly TopologyDevice[],
    links: readonly TopologyLink[],
    defaultGbps: number | null,
  ) {
    super();
    this.devices = devices;
    this.links = links;
    this.defaultGbps = defaultGbps;
    this.#ids = new Set(devices.map(({ id }) => id));
    for (const { from, to, gbps } of links) this.#gbps.set(`${from}>${to}`, gbps);
  }

  static get(
    devices: readonly TopologyDevice[],
    links: readonly TopologyLink[] = [],
    defaultGbps: number | null = null,
  ): TopologyAttr {
    const key = JSON.stringify([
      devices.map((d) => [d.id, d.kind, d.flops, d.dram, d.launch, d.memory]),
      links.map((l) => [l.from, l.to, l.gbps]),
      defaultGbps,
    ]);
    return this.#table.get(key, () => new TopologyAttr([...devices], [...links], defaultGbps));
  }

  static parse(this: void, parser: Parser): TopologyAttr {
    parser.expect('<');
    parser.expectKeyword('devices');
    parser.expect('=');
    const { offset } = parser;
    const devices = parser.parseList('square', () => parseDevice(parser));
    const repeated = devices.find(({ id }, i) => devices.findIndex((other) => other.id === id) < i);
    if (repeated !== undefined) parser.fail(`device ${repeated.id} is there twice`, offset);
    const links: TopologyLink[] = [];
    let defaultGbps: number | null = null;
    while (parser.accept(',')) {
      if (parser.acceptKeyword('links')) {
        parser.expect('=');
        for (const pair of parser.parseList('square', () => parseLinks(parser, devices))) links.push(...pair);
      } else {
        parser.expectKeyword('default_gbps');
        parser.expect('=');
        defaultGbps = parseRate(parser);
      }
    }
    parser.expect('>');
    return TopologyAttr.get(devices, links, defaultGbps);
  }

  /** Returns true if there is a device of this number. */
  hasDevice(id: number): boolean {
    return this.#ids.has(id);
  }

  /** Gigabits per second from one device to another: infinite to itself, `null` without a link. */
  gbps(from: number, to: number): number | null {
    if (from === to) return Infinity;
    return this.#gbps.get(`${from}>${to}`) ?? this.defaultGbps;
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', TopologyAttr.mnemonic, () => {
      printer.write('<devices = [');
      printer.writeList(this.devices, (device) => printDevice(printer, device));
      printer.write(']');
      if (this.links.length > 0) {
        printer.write(', links = [');
        printer.writeList(this.links, ({ from, to, gbps }) =>
          printer.write(`${from} -> ${to} = ${numberText(gbps)}`),
        );
        printer.write(']');
      }
      if (this.defaultGbps !== null) printer.write(`, default_gbps = ${numberText(this.defaultGbps)}`);
      printer.write('>');
    });
  }
}

function parseDevice(parser: Parser): TopologyDevice {
  const id = parser.parseNumber();
  const kind = parser.parseOptionalString() ?? 'gpu';
  const values = new Map<string, number>();
  if (parser.at('{')) {
    parser.parseList('brace', () => {
      const { offset } = parser;
      const name = parser.parseOptionalKeyword() ?? '';
      if (!PARAMETERS.some((parameter) => parameter === name)) {
        parser.fail(`expected one of ${PARAMETERS.join(', ')}`, offset);
      }
      parser.expect('=');
      values.set(name, RATES.has(name) ? parseRate(parser) : parseNumber(parser));
    });
  }
  const of = (name: (typeof PARAMETERS)[number]): number | null => values.get(name) ?? null;
  return { id, kind, flops: of('flops'), dram: of('dram'), launch: of('launch'), memory: of('memory') };
}

function parseLinks(parser: Parser, devices: readonly TopologyDevice[]): TopologyLink[] {
  const from = parseKnownDevice(parser, devices);
  const isBoth = parser.accept('<');
  // After `<`, the arrow is the rest of `<->`.
  parser.expect('->');
  const to = parseKnownDevice(parser, devices);
  parser.expect('=');
  const gbps = parseRate(parser);
  return isBoth
    ? [
        { from, to, gbps },
        { from: to, to: from, gbps },
      ]
    : [{ from, to, gbps }];
}

function parseKnownDevice(parser: Parser, devices: readonly TopologyDevice[]): number {
  const { offset } = parser;
  const id = parser.parseNumber();
  if (!devices.some((device) => device.id === id)) parser.fail(`there is no device ${id}`, offset);
  return id;
}

function parseNumber(parser: Parser): number {
  const { offset } = parser;
  const attribute = parser.parseAttribute(f64);
  if (attribute instanceof FloatAttr && attribute.value >= 0 && Number.isFinite(attribute.value))
    return attribute.value;
  return parser.fail('expected a finite number that is not negative', offset);
}

function parseRate(parser: Parser): number {
  const { offset } = parser;
  const rate = parseNumber(parser);
  return rate > 0 ? rate : parser.fail('expected a rate above zero', offset);
}

function printDevice(printer: Printer, device: TopologyDevice): void {
  printer.write(`${device.id} `);
  printer.printAttribute(StringAttr.get(device.kind));
  const given = PARAMETERS.filter((name) => device[name] !== null);
  if (given.length > 0)
    printer.write(` {${given.map((name) => `${name} = ${numberText(device[name]!)}`).join(', ')}}`);
}

/** A number that the lexer reads as one with a point. */
function numberText(value: number): string {
  if (Number.isInteger(value) && value < 1e15) return value.toFixed(1);
  const [mantissa, exponent] = value.toString().split('e');
  const pointed = mantissa!.includes('.') ? mantissa! : `${mantissa!}.0`;
  return exponent === undefined ? pointed : `${pointed}e${exponent}`;
}
